// The lengths of a session as a table, now and as they were.

import { el, fill } from "./dom.js";
import { rounded } from "./figures.js";

/** Everything a session has measured, the path first. */
export function resultsOf({ path, measurements }) {
  const whole = [["Perimeter", path.perimeter], ["Area", path.area], ["Length", path.closed ? null : path.length]]
    .filter(([, measurement]) => measurement);
  return [
    ...path.segments.map((measurement, i) => ({ key: `segment-${i}`, title: `Segment ${i + 1}`, measurement })),
    ...whole.map(([title, measurement]) => ({ key: title, title: `${title} of the path`, measurement })),
    ...measurements.map((measurement) => ({ key: `m ${measurement.id}`, title: measurement.name ?? measurement.id, measurement })),
  ];
}

/** @param choose called with the key of the one that was asked about */
export const presentRows = (present, chosen, choose) =>
  resultsOf(present).map(({ key, title, measurement: { points, display } }) => el("tr", {},
    el("th", { scope: "row" }, el("button", { type: "button", "aria-pressed": String(key === chosen), click: () => choose(key) }, title)),
    el("td", {}, points.join(" – ")),
    el("td", { class: "figure" }, display ?? "no value")));

/** As they were when they were tapped. */
export const pastRows = ({ segments }) =>
  segments.map(({ from, to, value, low, high }, i) => el("tr", {},
    el("th", { scope: "row" }, `Segment ${i + 1}`),
    el("td", {}, `${from} – ${to}`),
    el("td", { class: "figure" }, high === null ? `at least ${rounded(low)} m` : `${rounded(value)} m (${rounded(low)} … ${rounded(high)})`)));

export function showTable(element, rows) {
  fill(element, rows.length === 0
    ? el("p", { class: "hint" }, "None yet.")
    : el("table", { class: "data" },
      el("thead", {}, el("tr", {}, ["What", "Points", "Length ±"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows)));
}
