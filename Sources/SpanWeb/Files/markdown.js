// The part of CommonMark that descriptions use: paragraphs, headings, lists, code, emphasis, links. Built as elements, so that
// nothing in a text can be markup.

import { el } from "./dom.js";

/** @returns a list of elements. */
export function markdown(text) {
  return text.trim().split(/\n\s*\n/).flatMap(block);
}

function block(text) {
  if (text.startsWith("#")) return [el("h4", {}, inline(text.replace(/^#+\s*/, "")))];
  // A list may follow its paragraph without a blank line.
  const start = text.search(/^\* /m);
  if (start < 0) return [el("p", {}, inline(joined(text)))];
  const lead = text.slice(0, start).trim();
  const items = text.slice(start).split(/^\* /m).filter((item) => item.trim() !== "");
  return [
    ...(lead ? [el("p", {}, inline(joined(lead)))] : []),
    el("ul", {}, items.map((item) => el("li", {}, inline(joined(item))))),
  ];
}

const joined = (text) => text.trim().replace(/\s*\n\s*/g, " ");

/** Code, strong, emphasis and links in a line. */
export function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)\s]+\))/);
  return parts.filter(Boolean).map((part) => {
    const link = /^\[([^\]]+)\]\((https?:[^)\s]+|[/#][^)\s]*)\)$/.exec(part);
    if (link) return el("a", { href: link[2] }, link[1]);
    if (/^`[^`]+`$/.test(part)) return el("code", {}, part.slice(1, -1));
    if (/^\*\*[^*]+\*\*$/.test(part)) return el("strong", {}, part.slice(2, -2));
    return /^\*[^*\s][^*]*\*$/.test(part) ? el("em", {}, part.slice(1, -1)) : part;
  });
}
