// A form that sends an operation's example to this service and shows what comes back.

import { curl, exchange } from "./client.js";
import { copyButton, el, fill } from "./dom.js";
import { attempt } from "./frame.js";

/** @param parameters resolved; @param body the JSON part of the request body, if it takes one */
export function tryOut({ method, path, operationId, responses }, parameters, body, schemas) {
  const fields = parameters.filter(({ in: place }) => place !== "header").map((parameter) => field(parameter, operationId, schemas));
  const examples = Object.entries(body?.examples ?? {}).map(([name, node]) => ({ name, ...schemas.resolve(node) }));
  const text = body && el("textarea", { id: `${operationId}-body`, spellcheck: "false" }, pretty(examples[0]?.value ?? {}));
  const outcome = el("div", { role: "status", "aria-live": "polite" });
  const isStream = Object.values(responses).some((node) => schemas.resolve(node).content?.["application/json"] === undefined && schemas.resolve(node).content?.["text/event-stream"]);

  const target = () => {
    const query = new URLSearchParams();
    let address = path;
    for (const { parameter, input } of fields) {
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value !== "") query.set(parameter.name, input.value);
    }
    return query.size > 0 ? `${address}?${query}` : address;
  };
  const run = async (event) => {
    event.preventDefault();
    const answer = await attempt(() => exchange(method.toUpperCase(), target(), text?.value));
    if (answer) fill(outcome, el("p", { class: "outcome" }, `${answer.status} ${words(answer)}`), el("pre", { tabindex: 0, "aria-label": "Answer" }, el("code", {}, shown(answer))));
  };

  return el("details", {},
    el("summary", {}, "Try it here"),
    el("form", { class: "try", submit: run },
      fields.length > 0 && el("div", { class: "fields" }, fields.map(({ element }) => element)),
      examples.length > 1 && choice(examples, text, operationId),
      text && el("label", { for: text.id }, "Body", text),
      el("div", { class: "controls" },
        el("button", { type: "submit", class: "primary" }, "Send"), " ",
        copyButton(() => curl(method.toUpperCase(), target(), text?.value), "Copy as curl")),
      isStream && el("p", { class: "hint" }, "The stream itself is best read with curl."),
      outcome));
}

function field(parameter, operationId, schemas) {
  const { name, in: place, schema } = parameter;
  const { default: usual } = schemas.resolve(schema) ?? {};
  const input = el("input", { name, required: place === "path", autocomplete: "off", placeholder: usual ?? "" });
  return { parameter, input, element: el("label", {}, `${name} (${place})`, input) };
}

function choice(examples, text, operationId) {
  const select = el("select", { id: `${operationId}-example` }, examples.map(({ name, summary }) => el("option", { value: name }, summary ?? name)));
  select.addEventListener("change", () => (text.value = pretty(examples.find(({ name }) => name === select.value).value)));
  return el("label", { for: select.id }, "Example", select);
}

/** Short lists in a line, everything else one below the other. */
function pretty(value) {
  return JSON.stringify(value, null, 2).replace(/\[\s+((?:-?[\d.eE+-]+,?\s+)+)\]/g, (_, numbers) => `[${numbers.trim().split(/,\s+/).join(", ")}]`);
}

function shown({ headers, text }) {
  if (headers.get("Content-Type") === "application/pdf") return "(a PDF, best kept as a file with curl)";
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text || "(no body)";
  }
}

function words({ headers }) {
  return ["Content-Type", "ETag", "Location", "X-Request-Id"].filter((name) => headers.has(name)).map((name) => `· ${name}: ${headers.get(name)}`).join(" ");
}
