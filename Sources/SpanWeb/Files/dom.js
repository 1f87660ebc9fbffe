// Elements of pages, made without markup in strings: what a service or a user named is always text.

/**
 * An element with attributes and children.
 * A function is a listener, `true` an empty attribute; `false`, `null` and `undefined` are left out.
 */
export function el(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

/** The same for drawings. */
export function svg(name, attributes = {}, ...children) {
  return furnished(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function furnished(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** The element of that id. */
export const byId = (id) => document.getElementById(id);

/** Puts new children in the place of the old ones. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child != null && child !== false));
}

/** A button that copies what `text()` gives, and says so. */
export function copyButton(text, label = "Copy") {
  const button = el("button", { type: "button", class: "quiet" }, label);
  button.addEventListener("click", async () => {
    // Pages that came over plain HTTP from another machine have no clipboard.
    const isCopied = await navigator.clipboard?.writeText(text()).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Select the text and copy it by hand";
    setTimeout(() => (button.textContent = label), 2000);
  });
  return button;
}
