// Watches a session that anybody writes: in space, from above, now, and at any moment of its history.

import { call, Patience, Refusal } from "./client.js";
import { byId, el, fill } from "./dom.js";
import { rounded, showFigure } from "./figures.js";
import { showFormats } from "./formats.js";
import { frame, say } from "./frame.js";
import { describe, stateAfter } from "./history.js";
import { pastRows, presentRows, resultsOf, showTable } from "./lengths.js";
import { Live } from "./live.js";
import { Orbit } from "./orbit.js";
import { Stage } from "./painter.js";
import { extentOf, picture } from "./picture.js";
import { Plan } from "./plan.js";
import { showReport } from "./report.js";

/** While a history is replayed, each event is shown for so long (ms). */
const beat = 600;
const enlargement = 10;
/** Sessions of more events are shown as they are, without their history. */
const longest = 20_000;
/** What the watch is called in words. */
const watches = { live: "live", shared: "live", broken: "connection lost, trying again", keyless: "waiting for a key", gone: "this session was deleted" };

const id = decodeURIComponent(location.pathname.split("/")[2]);
const address = `/v1/sessions/${encodeURIComponent(id)}`;

const events = [];
/** What the service says about the present. */
let present = null;
let chosen = null;
let isFramed = false;

const stretch = () => (byId("enlarge").checked ? enlargement : 1);
const space = new Stage(byId("space"), (width, height) => ({ lens: orbit.lens(width, height), ...picture(scene(), true, stretch()) }));
const above = new Stage(byId("plan"), (width, height) => ({ lens: plan.lens(width, height), ...picture(scene(), false, stretch()) }));
const orbit = new Orbit(byId("space"), () => space.redraw());
const plan = new Plan(byId("plan"), () => {
  byId("scale").textContent = `${(byId("plan").clientWidth / plan.pixels).toFixed(1)} m across`;
  above.redraw();
});
const redraw = () => [space, above].forEach((stage) => stage.redraw());

let isBegun = false;
/** Also once more, with a key, when it did not work without. */
async function begin() {
  if (isBegun) return;
  isBegun = true;
  try {
    const { version } = await call("GET", address);
    const isReplayable = version <= longest;
    byId("history").hidden = !isReplayable;
    await new Live(id, { from: isReplayable ? 0 : version, took, told }).start();
    if (!isReplayable) refresh();
    say("");
  } catch (fault) {
    isBegun = false;
    if (!(fault instanceof Refusal)) throw fault;
    say(fault.status === 404 ? "There is no such session. It may have been deleted, or its address has a typing error." : fault.message);
    told("broken");
    byId("watch").textContent = "not watching";
  }
}

// MARK: What happens

function took(news) {
  const wasPresent = isPresent();
  events.push(...news);
  const slider = byId("moment");
  slider.max = events.length;
  if (wasPresent) slider.value = events.length;
  refresh();
  showMoment();
}

function told(state, message) {
  byId("watch").className = `watch ${state}`;
  byId("watch").textContent = watches[state];
  if (message !== undefined) say(message);
}

let isRefreshing = false;
let isStale = false;
/** Asks for the present; once more when something has happened meanwhile. */
async function refresh() {
  isStale = true;
  if (isRefreshing) return;
  isRefreshing = true;
  let isRefused = false;
  const patience = new Patience();
  while (isStale) {
    isStale = false;
    try {
      present = await ask();
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      // It has been deleted in between, which the stream tells.
      if (fault.status === 404) break;
      say(fault.message);
      isStale = isRefused = true;
      await patience.wait(fault);
      continue;
    }
    if (isRefused) say("");
    isRefused = false;
    showPresent();
  }
  isRefreshing = false;
}

async function ask() {
  const parts = ["", "/planes", "/anchors", "/path", "/measurements", "/drift"];
  const [session, planes, anchors, path, measurements, drift] = await Promise.all(parts.map((part) => call("GET", address + part)));
  return { session, planes: planes.items, anchors: anchors.items, path, measurements: measurements.items, drift };
}

function showPresent() {
  const { session, drift } = present;
  byId("name").textContent = session.name ?? "Session";
  document.title = `Span · ${session.name ?? "session"}`;
  const { mode, profile, unit, confidence, counts } = session;
  byId("settings").textContent = `${profile}, ${mode}, ${unit}, ${Math.round(confidence * 1000) / 10} of 100 · ${Object.entries(counts).map(([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`).join(", ")} · ${id}`;
  if (drift.anchors.length > 0) showReport(drift, byId("report"));
  else fill(byId("report"), el("p", { class: "hint" }, "Nothing has moved."));
  showLengths();
  look();
  redraw();
}

/** Once there is something to look at. */
function look() {
  const places = extentOf(scene());
  if (isFramed || places.length === 0) return;
  isFramed = true;
  orbit.frame(places);
  plan.frame(places);
}

// MARK: Moments

const isPresent = () => Number(byId("moment").value) >= Number(byId("moment").max);

/** What is drawn: the present as the service says, or a moment of the past. */
function scene() {
  if (isPresent() && present) {
    return {
      planes: present.planes,
      anchors: present.anchors.map(({ id, placed, current, warning }) => ({ id, placed: placed.position, current: current.position, warning })),
      path: present.path.anchors,
      isClosed: present.path.closed,
      lengths: present.path.segments.map(({ points: [from, to], display }) => ({ from, to, text: display })),
      measurements: present.measurements.filter(({ kind, points }) => kind === "distance" && points.length === 2),
    };
  }
  const state = pastState();
  return {
    ...state,
    lengths: state.segments.map(({ from, to, value }) => ({ from, to, text: `${rounded(value)} m` })),
    measurements: [],
  };
}

const pastState = () => stateAfter(events.slice(0, Number(byId("moment").value)));

let replaying;
function stopReplay() {
  clearInterval(replaying);
  replaying = undefined;
  byId("replay").textContent = "Replay";
}

byId("replay").addEventListener("click", () => {
  if (replaying) return stopReplay();
  if (isPresent()) byId("moment").value = 1;
  byId("replay").textContent = "Stop";
  showMoment();
  replaying = setInterval(() => {
    byId("moment").value = Number(byId("moment").value) + 1;
    showMoment();
    if (isPresent()) stopReplay();
  }, beat);
});
byId("present").addEventListener("click", () => {
  stopReplay();
  byId("moment").value = byId("moment").max;
  showMoment();
});
byId("moment").addEventListener("input", () => {
  stopReplay();
  showMoment();
});
byId("enlarge").addEventListener("change", redraw);

function showMoment() {
  const event = events[Number(byId("moment").value) - 1];
  byId("present").disabled = isPresent();
  byId("moment").setAttribute("aria-valuetext", event ? `event ${event.seq}: ${describe(event)}` : "");
  fill(byId("event"), event && [
    el("strong", {}, `${event.seq} of ${events.at(-1).seq}`), ` ${describe(event)}`,
    el("time", { datetime: event.at }, new Date(event.at).toLocaleString()),
  ]);
  showLengths();
  redraw();
}

// MARK: Lengths

function showLengths() {
  const isNow = isPresent() && present;
  showTable(byId("lengths"), isNow ? presentRows(present, chosen, choose) : pastRows(pastState()));
  const result = isNow && resultsOf(present).find(({ key }) => key === chosen);
  if (result) showFigure(byId("figure"), result.title, result.measurement);
  else fill(byId("figure"));
}

function choose(key) {
  chosen = chosen === key ? null : key;
  showLengths();
}

frame(begin);
showFormats(address, byId("formats"));
begin();
