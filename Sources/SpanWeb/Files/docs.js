// The API reference: openapi.yaml as this service serves it, with examples that run against it.

import { byId, el, fill } from "./dom.js";
import { exchange } from "./client.js";
import { attempt, frame } from "./frame.js";
import { inline, markdown } from "./markdown.js";
import { Schemas } from "./schema.js";
import { tryOut } from "./try.js";
import { parseYAML } from "./yaml.js";

/** In the order of a life: read, make, change, remove. */
const methods = ["get", "put", "post", "patch", "delete"];

function show(description) {
  const schemas = new Schemas(description);
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })));
  const groups = description.tags.map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }));
  fill(byId("contents"), groups.map(({ name, operations }) => [
    el("p", {}, name),
    el("ul", {}, operations.map((operation) => el("li", {}, el("a", { href: `#${operation.operationId}` }, verb(operation.method), shortened(operation.path))))),
  ]).flat());
  const { info } = description;
  fill(byId("content"),
    el("section", { class: "intro" },
      el("h1", {}, `${info.title} ${info.version}`),
      el("p", {}, inline(info.summary)),
      el("p", { class: "hint" }, "The document itself: ", el("a", { href: "/openapi.yaml" }, "/openapi.yaml")),
      el("details", { class: "card" }, el("summary", {}, "World, units, limits, faults, sessions, HTTP"), markdown(info.description))),
    groups.flatMap((group) => [
      el("h2", {}, group.name),
      el("p", { class: "hint" }, inline(group.description)),
      ...group.operations.map((operation) => section(operation, schemas)),
    ]));
  // The browser looked for the place before it was there.
  if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

/** Most addresses lie within a session. */
const shortened = (path) => path.replace("/v1/sessions/{sid}/", "…/");

const verb = (method) => el("span", { class: `method ${method}` }, method.toUpperCase());

function section(operation, schemas) {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const named = parameters.map((parameter) => schemas.resolve(parameter));
  const body = schemas.resolve(requestBody)?.content?.["application/json"];
  return el("section", { class: "card", id: operationId, "aria-labelledby": `${operationId}-title` },
    el("h3", { id: `${operationId}-title` }, verb(method), " ", path),
    el("p", {}, inline(summary)),
    description && el("div", { class: "said" }, markdown(description)),
    named.length > 0 && [el("h4", {}, "Parameters"), parameterList(named, schemas)],
    body && [el("h4", {}, "Body"), schemas.show(body.schema)],
    el("h4", {}, "Answers"),
    answers(responses, schemas),
    tryOut(operation, named, body, schemas));
}

function parameterList(parameters, schemas) {
  return el("ul", { class: "schema" }, parameters.map(({ name, in: place, required, description, schema }) => el("li", {},
    el("code", { class: "name" }, name), " ", el("span", { class: "type" }, `${schemas.typeOf(schema)} in the ${place}`), " ",
    required && el("span", { class: "required" }, "required"),
    description && el("div", { class: "said" }, markdown(description)),
    schemas.facts({ ...schemas.resolve(schema), description: undefined }))));
}

function answers(responses, schemas) {
  return el("table", { class: "responses" }, el("tbody", {}, Object.entries(responses).map(([status, node]) => {
    const response = schemas.resolve(node);
    const content = Object.values(response.content ?? {})[0];
    return el("tr", {}, el("th", { scope: "row" }, status), el("td", {},
      el("div", { class: "said" }, markdown(response.description)),
      status < 300 && content?.schema && shape(content.schema, schemas)));
  })));
}

/** The shape of an answer, made when it is asked for. */
function shape(schema, schemas) {
  const details = el("details", {}, el("summary", {}, `Shape: ${schemas.typeOf(schema)}`));
  details.addEventListener("toggle", () => details.append(schemas.show(schema)), { once: true });
  return details;
}

frame();
const answer = await attempt(() => exchange("GET", "/openapi.yaml"));
if (answer) show(parseYAML(answer.text));
