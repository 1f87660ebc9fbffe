// A length with its ±, drawn: the range, and where the doubt comes from.

import { el, fill } from "./dom.js";

/** What the sources of a budget are about (docs/measurement.md). */
const sources = {
  tap: "aiming",
  posePosition: "where the phone was",
  poseRotation: "where the phone looked",
  jitter: "trembling of the pose",
  drift: "drift of the tracker",
  intrinsics: "the lens",
  plane: "where the surface is",
  surface: "feature point",
  boundary: "where the edge runs",
  definition: "what exactly is meant",
  prior: "given points",
  anchorCorrection: "corrections of the tracker",
  scale: "scale of the AR world",
  independent: "each value alone",
  shared: "common to all values",
};
/** A colour each, the same wherever a source appears; those that rarely meet share the last. */
const coloured = ["tap", "scale", "plane", "poseRotation", "intrinsics", "jitter", "posePosition", "boundary", "definition"];
/** Lines of the budget that are shown, and how much they have to matter; the rest is summed up. */
const shown = 5;
const smallest = 0.005;

const units = { m: "m", m2: "m²", m3: "m³", deg: "°" };
/** Of kinds of measurements that are no lengths, the unit of their values. */
const dimensions = { area: units.m2, volume: units.m3, angle: units.deg };

/** Three significant digits, without an exponent. */
export function rounded(x) {
  if (x === 0) return "0";
  const digits = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(Math.abs(x)))));
  return x.toFixed(digits);
}

/** A small length in the unit one thinks of it in. */
export const small = (metres) => (Math.abs(metres) < 1 ? `${(metres * 100).toFixed(Math.abs(metres) < 0.01 ? 2 : 1)} cm` : `${metres.toFixed(2)} m`);

/** A value of a kind of measurement, to a tenth of a millimetre or what compares to it. */
export const exact = (kind, value) => `${value.toFixed(4)} ${dimensions[kind] ?? units.m}`;

/** By how much such a value has changed, with its sign. */
export const changed = (kind, change) =>
  `${change < 0 ? "−" : "+"}${kind in dimensions ? exact(kind, Math.abs(change)) : small(Math.abs(change))}`;

/**
 * Puts a result into an element.
 * @param result what has `value`, `unit`, `uncertainty` and `display`; @param title what was measured.
 */
export function showFigure(element, title, result) {
  const { uncertainty, display, value } = result;
  if (!uncertainty) return fill(element, el("p", { class: "hint" }, "There is no value: a tap that it needs met nothing."));
  const unit = units[result.unit] ?? "";
  const of100 = Math.round(uncertainty.coverage * 1000) / 10;
  const lies = uncertainty.high === null
    ? `is at least ${rounded(uncertainty.low)} ${unit}`
    : `lies between ${rounded(uncertainty.low)} and ${rounded(uncertainty.high)} ${unit}`;
  fill(element,
    el("h2", { class: "title" }, title),
    // Between a number and its unit no line ends.
    el("p", { class: "display" }, display.replace(/(\d) (?=[^\d±(…])/g, "$1\u00a0")),
    uncertainty.high !== null && strip(value, uncertainty),
    el("p", { class: "hint" }, `In ${of100} of 100 such cases the truth ${lies}.`),
    budget(uncertainty.budget, unit),
    uncertainty.flags.length > 0 && el("p", { class: "flags" }, uncertainty.flags.map((flag) => el("span", {}, words(flag)))),
    result.advice && el("p", { class: "advice" }, result.advice.message));
}

/** `assumedIndependent` → assumed independent */
const words = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The range as a band around the value, on a scale that begins at nothing. */
function strip(value, { low, high }) {
  const end = high * 1.12 || 1;
  const band = el("i", { class: "band" });
  band.style.left = `${(low / end) * 100}%`;
  band.style.width = `max(2px, ${((high - low) / end) * 100}%)`;
  const mark = el("i", { class: "mark" });
  mark.style.left = `${(value / end) * 100}%`;
  return el("div", { class: "strip", "aria-hidden": "true" }, band, mark);
}

function budget(lines, unit) {
  const sorted = lines.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  if (sorted.length === 0) return null;
  const bar = sorted.map(({ source, share }) => {
    const part = el("i", { class: swatch(source), title: sources[source] });
    part.style.flexGrow = share;
    return part;
  });
  const lead = sorted.filter(({ share }) => share >= smallest).slice(0, shown);
  const rest = sorted.slice(lead.length).reduce((sum, { share }) => sum + share, 0);
  return el("div", { class: "budget" },
    el("h3", {}, "Where the ± comes from"),
    el("div", { class: "bar", "aria-hidden": "true" }, bar),
    el("table", {},
      el("thead", { class: "unseen" }, el("tr", {}, ["source", "share of the variance", "alone"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {},
        lead.map(({ source, share, standard }) => el("tr", {},
          el("th", { scope: "row" }, el("i", { class: swatch(source) }), sources[source] ?? source),
          el("td", {}, percent(share)),
          el("td", {}, `σ ${unit === "m" ? small(standard) : `${rounded(standard)} ${unit}`}`))),
        rest > 0 && el("tr", {}, el("th", { scope: "row" }, el("i", {}), "the rest"), el("td", {}, percent(rest)), el("td", {})))));
}

const swatch = (source) => `swatch s${coloured.includes(source) ? coloured.indexOf(source) : coloured.length}`;
const percent = (share) => (share < 0.01 ? "< 1 %" : `${Math.round(share * 100)} %`);
