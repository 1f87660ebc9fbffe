// Which sessions there are.

import { call } from "./client.js";
import { el, fill } from "./dom.js";

/** Those in the list. */
const shown = 8;

export async function listSessions(element) {
  const page = await call("GET", `/v1/sessions?limit=${shown}`).catch((fault) => {
    fill(element, el("p", { class: "hint" }, fault.message));
    return null;
  });
  if (!page) return;
  fill(element, page.items.length === 0
    ? el("p", { class: "hint" }, "None yet: pull one of the sliders above, or let a phone measure.")
    : el("ul", { class: "choices" }, page.items.map(row)));
}

function row({ id, name, counts, updatedAt, drift }) {
  return el("li", {}, el("a", { href: addressOf(id) },
    el("span", {}, name ?? id),
    el("span", { class: "hint" }, `${counts.anchors} anchors${drift.warning ? ", drifted" : ""} · ${new Date(updatedAt).toLocaleString()}`)));
}

export const addressOf = (id) => `/sessions/${encodeURIComponent(id)}`;
