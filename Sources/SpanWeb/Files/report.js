// What a drift report says.

import { el, fill } from "./dom.js";
import { changed, exact, small } from "./figures.js";

/** What the service says about the motion, in its words and figures. */
export function showReport({ threshold, warning, message, maximum, rigid, measurements }, element) {
  const spoilt = measurements.filter((measurement) => measurement.warning).length;
  fill(element,
    el("p", { class: warning ? "verdict warned" : "verdict" }, warning ? message : `The largest drift is ${small(maximum)}, below the threshold of ${small(threshold)}.`),
    rigid && el("dl", { class: "facts" },
      fact("moved together by", small(Math.hypot(...rigid.translation))),
      fact("turned together by", `${rigid.rotationDegrees.toFixed(1)}°`),
      fact("left over (rms)", small(rigid.residual)),
      fact("largest drift", small(maximum)),
      fact("lengths spoilt", `${spoilt} of ${measurements.length}`)),
    measurements.length > 0 && el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Lengths before and after" }, el("table", { class: "data" },
      el("thead", {}, el("tr", {}, ["Measurement", "As placed", "Now", "Change"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, measurements.map(({ id, kind, placedValue, value, change, warning }) => el("tr", { class: warning && "warned" },
        el("th", { scope: "row" }, id),
        [placedValue, value].map((x) => el("td", {}, x === null ? "–" : exact(kind, x))),
        el("td", {}, change === null ? "–" : changed(kind, change))))))));
}

const fact = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
