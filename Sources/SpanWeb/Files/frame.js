// What every page has around it: where one can go, the key, a sign of work under way, and words for what went wrong.

import { Refusal, useKey, watchRequests } from "./client.js";
import { byId, el, fill } from "./dom.js";

const places = [
  ["/", "Playground"],
  ["/docs", "API"],
];
/** Less than this feels immediate, and a sign of it would only flicker (ms). */
const noticeable = 300;

/** Builds the frame; `whenKeyed` is called after a key was entered. */
export function frame(whenKeyed = () => {}) {
  byId("frame").append(
    el("a", { class: "brand", href: "/", "aria-label": "Span, playground" }, el("img", { src: "/web/icon.svg", alt: "", width: 28, height: 28 }), "Span"),
    el("nav", { "aria-label": "Pages" }, places.map(([address, name]) =>
      el("a", { href: address, "aria-current": location.pathname === address && "page" }, name))),
    accessKey(whenKeyed),
    progress(),
  );
}

// A fault of the page itself is told too.
for (const name of ["error", "unhandledrejection"]) {
  addEventListener(name, ({ reason, message }) => say(`This page has a fault: ${reason?.message ?? message}. Loading it again may help.`));
}

function accessKey(whenKeyed) {
  const field = el("input", { id: "key", type: "password", autocomplete: "off", spellcheck: "false" });
  const take = (event) => {
    event.preventDefault();
    useKey(field.value);
    say("");
    whenKeyed();
  };
  return el("details", { class: "key" },
    el("summary", {}, "Access key"),
    el("form", { class: "popover", change: take, submit: take },
      el("label", { for: "key" }, "Key of this service, if it asks for one"),
      field,
      el("p", { class: "hint" }, "Sent with each request, kept only until this page is closed.")));
}

function progress() {
  const sign = el("div", { class: "progress", role: "status", hidden: true }, el("span", { class: "unseen" }, "Working…"));
  let timer;
  watchRequests((count) => {
    if (count === 0) {
      clearTimeout(timer);
      timer = undefined;
      sign.hidden = true;
    } else timer ??= setTimeout(() => (sign.hidden = false), noticeable);
  });
  return sign;
}

/** Says what went wrong, once; nothing takes it back. */
export function say(message) {
  const notice = byId("notice");
  // The same words anew would be read out anew.
  if (!notice.hidden && notice.textContent === message) return;
  notice.hidden = message === "";
  fill(notice, message);
}

/** Does something that asks the service, and says why it did not work. */
export async function attempt(work) {
  try {
    const result = await work();
    say("");
    return result;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    say(fault.message);
    return undefined;
  }
}
