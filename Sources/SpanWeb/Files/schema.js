// Shows the shape of a value: what `components/schemas` of an OpenAPI description say.

import { el } from "./dom.js";
import { inline, markdown } from "./markdown.js";

/** Beyond so many levels one has to ask for more (schemas may hold themselves). */
const opened = 1;

export class Schemas {
  constructor(description) {
    this.description = description;
  }

  /** What a `$ref` stands for, with what stands beside it. */
  resolve(node) {
    if (!node?.$ref) return node;
    const { $ref, ...beside } = node;
    const found = $ref.slice(2).split("/")
      .reduce((place, key) => place?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], this.description);
    return { ...this.resolve(found), ...beside };
  }

  /** The name behind a `$ref`. */
  static nameOf(node) {
    return node?.$ref?.split("/").at(-1);
  }

  /** A value's members, one below the other. */
  show(node, depth = 0) {
    const schema = this.resolve(node) ?? {};
    const members = this.members(schema);
    if (members.length === 0) return el("div", { class: "schema" }, this.facts(schema));
    return el("ul", { class: "schema" }, members.map(([name, member, isRequired]) => this.row(name, member, isRequired, depth)));
  }

  row(name, node, isRequired, depth) {
    const schema = this.resolve(node) ?? {};
    const head = [
      el("code", { class: "name" }, name), " ",
      el("span", { class: "type" }, this.typeOf(node)), " ",
      isRequired && el("span", { class: "required" }, "required"),
    ];
    const inner = this.innerOf(schema);
    if (!inner) return el("li", {}, head, this.facts(schema));
    const details = el("details", {}, el("summary", {}, head), this.facts(schema));
    // Made when it is looked at: schemas may hold themselves.
    details.addEventListener("toggle", () => details.open && details.append(this.show(inner, depth + 1)), { once: true });
    if (depth < opened && this.members(this.resolve(inner)).length <= 4) details.open = true;
    return el("li", {}, details);
  }

  /** What one has to open to see: members, or those of the items. */
  innerOf(schema) {
    if (this.members(schema).length > 0) return schema;
    const items = schema.items && this.resolve(schema.items);
    return items && this.innerOf(items);
  }

  /** Name, schema and whether it has to be there; alternatives count as members. */
  members(schema) {
    const own = Object.entries(schema?.properties ?? {}).map(([name, member]) => [name, member, schema.required?.includes(name)]);
    const parts = (schema?.allOf ?? []).flatMap((part) => this.members(this.resolve(part)));
    const ways = (schema?.oneOf ?? schema?.anyOf ?? []).filter((way) => this.resolve(way)?.type !== "null");
    if (own.length + parts.length > 0) return [...own, ...parts];
    if (ways.length === 1) return this.members(this.resolve(ways[0]));
    return ways.some((way) => this.innerOf(this.resolve(way))) ? ways.map((way, i) => [i === 0 ? "either" : "or", way, false]) : [];
  }

  typeOf(node) {
    const name = Schemas.nameOf(node);
    const schema = this.resolve(node) ?? {};
    if (schema.type === "array" || schema.items) return `list of ${schema.items ? this.typeOf(schema.items) : "anything"}`;
    const ways = schema.oneOf ?? schema.anyOf;
    if (ways && !name) return ways.map((way) => this.typeOf(way)).join(" or ");
    const type = [schema.type ?? []].flat().join(" or ");
    return name && (type === "object" || ways) ? name : type || "any";
  }

  /** What is said about a value, and its limits. */
  facts(schema) {
    const limits = [
      schema.enum && `one of ${schema.enum.filter((value) => value !== null).join(", ")}`,
      "const" in schema && `always ${JSON.stringify(schema.const)}`,
      "default" in schema && `default ${JSON.stringify(schema.default)}`,
      range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum, ""),
      range(schema.minItems, schema.maxItems, " items"),
      range(schema.minLength, schema.maxLength, " characters"),
      schema.pattern && `matches ${schema.pattern}`,
    ].filter(Boolean);
    return [
      schema.description && el("div", { class: "said" }, markdown(schema.description)),
      limits.length > 0 && el("p", { class: "limits" }, inline(limits.join(" · "))),
    ].filter(Boolean);
  }
}

function range(low, high, what) {
  if (low === undefined && high === undefined) return null;
  if (low === high) return `${low}${what}`;
  if (high === undefined) return `from ${low}${what}`;
  return low === undefined ? `up to ${high}${what}` : `${low} to ${high}${what}`;
}
