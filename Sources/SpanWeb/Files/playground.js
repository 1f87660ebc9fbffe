// The playground: a virtual phone in a captured room, and what the service makes of its taps.

import { offerCamera } from "./augmented.js";
import { call, curl } from "./client.js";
import { byId, copyButton, el, fill } from "./dom.js";
import { DriftBench } from "./drift.js";
import { showFigure } from "./figures.js";
import { attempt, frame } from "./frame.js";
import { Orbit } from "./orbit.js";
import { Stage } from "./painter.js";
import { measureRequest } from "./request.js";
import { loadRooms } from "./rooms.js";
import { listSessions } from "./sessions.js";
import { add, mix } from "./vectors.js";
import { cameraOf, Walker } from "./walker.js";

/** So long the phone has to be held still before the crosshair is measured (ms). */
const stillness = 120;
/** Standard deviations to the surface within which a place lies, in three dimensions (χ² with 3 degrees of freedom). */
const reach = { 0.68: 1.87, 0.95: 2.8, 0.99: 3.37 };
const enlargement = 5;

/** @type {{room, taps: import("./request.js").Tap[], lenses, answer, chosen, aim}} */
const state = { room: null, taps: [], lenses: [], answer: null, chosen: null, aim: null };

frame(() => {
  whenMoved();
  listSessions(byId("sessions"));
});
const { source, rooms } = await loadRooms();
byId("source").textContent = source;
fill(byId("room"), rooms.map(({ id, name }) => el("option", { value: id }, name)));

const options = () => Object.fromEntries(["kind", "profile", "targets", "snap", "unit", "confidence"].map((id) => [id, byId(id).value]));
const pointing = () => byId("pointing").value;

const phone = new Stage(byId("phone"), insideScene);
const outside = new Stage(byId("outside"), outsideScene);
const redraw = () => [phone, outside].forEach((stage) => stage.redraw());
const orbit = new Orbit(byId("outside"), () => outside.redraw());
const walker = new Walker(byId("phone"), { whenMoved, tap: (x, y) => tapAt([x, y]) });
const bench = new DriftBench({ whenMoved: redraw });

// MARK: Taps

function tapOf(id, screenPoint) {
  return { id, camera: cameraOf(walker.lens()), screenPoint, pointing: pointing() };
}

const centre = () => [byId("phone").clientWidth / 2, byId("phone").clientHeight / 2];

/** What is shown, or will be when its answer is there. */
let wanted = state;

async function tapAt(point) {
  const name = `tap-${wanted.taps.length + 1}`;
  await take([...wanted.taps, tapOf(name, point)], [...wanted.lenses, walker.lens()]);
}

/** Measures these taps instead of those before. */
async function take(taps, lenses) {
  const mine = (wanted = { taps, lenses });
  bench.forget();
  if (taps.length === 0) return show([], [], null);
  const body = measureRequest(state.room.planes, taps, options());
  const answer = await attempt(() => call("POST", "/v1/measure", body));
  // Meanwhile something else was asked for.
  if (mine !== wanted) return;
  if (answer) show(taps, lenses, answer, body);
  else wanted = state;
}

function show(taps, lenses, answer, body) {
  Object.assign(state, { taps, lenses, answer, chosen: mainOf(answer)?.id ?? null });
  for (const id of ["undo", "clear"]) byId(id).disabled = taps.length === 0;
  const command = () => curl("POST", "/v1/measure", JSON.stringify(body));
  fill(byId("curl"), el("code", {}, body ? command() : "Tap first."));
  fill(byId("answer"), el("code", {}, answer ? JSON.stringify(answer, null, 2) : ""));
  fill(byId("copy"), body && copyButton(command));
  showTaps(answer?.taps ?? []);
  showMeasurements();
  byId("told").textContent = answer ? told(answer) : "Cleared.";
  bench.offer(answer && { room: state.room, taps: taps.filter((_, i) => answer.taps[i].hit), options: options() });
  redraw();
}

/** What was asked for, else the length of the last step. */
const mainOf = (answer) => answer?.measurements.find(({ id }) => id === byId("kind").value) ?? answer?.measurements.at(-1);

/** What somebody who does not look at the page wants to hear after a tap. */
function told(answer) {
  const tap = answer.taps.at(-1);
  if (!tap.hit) return `Missed. ${tap.miss.message}`;
  const snap = tap.snap ? ` ${tap.snap.label}.` : "";
  const main = mainOf(answer);
  return `Hit ${nameOf(tap.hit.planeId)}, ${tap.range.display} away.${snap}${main?.display ? ` Measured ${main.display}.` : ""}`;
}

const nameOf = (planeId) => state.room.surfaces.find(({ id }) => id === planeId)?.name ?? "a surface";

function showTaps(taps) {
  if (taps.length === 0) return fill(byId("taps"), el("p", { class: "hint" }, "None yet."));
  const columns = ["Tap", "Surface", "Snap", "From the phone", "Position (m)"];
  fill(byId("taps"), el("table", { class: "data" },
    el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, taps.map((tap) => el("tr", {},
      el("th", { scope: "row" }, tap.id.replace("tap-", "")),
      tap.hit
        ? [nameOf(tap.hit.planeId), tap.snap?.label ?? "–", tap.range.display, tap.position.map((x) => x.toFixed(3)).join(", ")].map((text) => el("td", {}, text))
        : el("td", { colspan: 4 }, tap.miss.message))))));
}

const kinds = { distance: "Distance", polyline: "The whole way", area: "Area", perimeter: "Perimeter", angle: "Angle", height: "Height" };
const titleOf = ({ kind, points }) => `${kinds[kind]} ${points.map((id) => id.replace("tap-", "")).join(" – ")}`;

function showMeasurements() {
  const { answer } = state;
  const list = answer?.measurements ?? [];
  fill(byId("measurements"), list.length === 0
    ? el("p", { class: "hint" }, "None yet.")
    : el("ul", { class: "choices" }, list.map((measurement) => el("li", {},
      el("button", { type: "button", "aria-pressed": String(measurement.id === state.chosen), click: () => choose(measurement.id) },
        el("span", {}, titleOf(measurement)), el("strong", {}, measurement.display ?? "no value"))))));
  showChosen();
}

function choose(id) {
  state.chosen = id;
  showMeasurements();
  redraw();
}

function showChosen() {
  const chosen = state.answer?.measurements.find(({ id }) => id === state.chosen);
  const tap = state.answer?.taps.at(-1);
  if (chosen) showFigure(byId("figure"), titleOf(chosen), chosen);
  else if (tap?.hit) showFigure(byId("figure"), `From the phone to the ${nameOf(tap.hit.planeId)}`, tap.range);
  else {
    fill(byId("figure"),
      el("h2", { class: "title" }, tap ? "Missed" : "Nothing measured yet"),
      el("p", { class: "display faint" }, "– ± –"),
      el("p", { class: "hint" }, tap ? tap.miss.message : "One tap tells how far away something is. Two tell how long it is."));
  }
}

// MARK: The crosshair, measured while the phone is held still

let still;
let isAiming = false;

function whenMoved() {
  state.aim = null;
  byId("aim").textContent = "";
  redraw();
  clearTimeout(still);
  still = setTimeout(aim, stillness);
}

async function aim() {
  if (isAiming) return void (still = setTimeout(aim, stillness));
  isAiming = true;
  const before = walker.lens();
  const request = measureRequest(state.room.planes, [tapOf("crosshair", centre())], { ...options(), kind: "distance" });
  // Without it one can tap all the same, and hears then what is wrong.
  const answer = await call("POST", "/v1/measure", request).catch(() => null);
  isAiming = false;
  const now = walker.lens();
  if (!answer || before.position !== now.position || before.back.some((x, i) => x !== now.back[i])) return;
  [state.aim] = answer.taps;
  const { hit, snap, range } = state.aim;
  byId("aim").textContent = hit ? [nameOf(hit.planeId), range.display, snap?.label].filter(Boolean).join(" · ") : "nothing here";
  byId("aim").classList.toggle("snapped", Boolean(snap));
  phone.redraw();
}

// MARK: Scenes

function insideScene(width, height) {
  const chosen = state.aim?.hit?.planeId;
  return {
    lens: walker.lens(width, height),
    surfaces: state.room.surfaces.map((surface) => ({ ...surface, isChosen: surface.id === chosen })),
    marks: [...edgeMarks(state.aim), ...resultMarks(false), { mark: "crosshair", colour: state.aim?.snap ? "snapped" : "ink" }],
  };
}

function outsideScene(width, height) {
  const surfaces = state.room.fromOutside.map((surface) =>
    ({ ...surface, isChosen: state.answer?.taps.at(-1)?.hit?.planeId === surface.id }));
  const rays = (state.answer?.taps ?? []).filter(({ hit }) => hit).map(({ ray, hit }) =>
    ({ mark: "line", points: [ray.origin, hit.position], colour: "ray", width: 1.5, dash: [5, 4] }));
  const phones = [...state.lenses, walker.lens()].map((lens, i) =>
    ({ mark: "device", lens, colour: i === state.lenses.length ? "accent" : "faint" }));
  return { lens: orbit.lens(width, height), surfaces, marks: [...rays, ...phones, ...resultMarks(true)] };
}

/** The edge that a tap snapped to. */
function edgeMarks(tap) {
  if (tap?.snap?.kind !== "edge") return [];
  const { corners } = state.room.surfaces.find(({ id }) => id === tap.snap.planeId);
  const { edgeIndex } = tap.snap;
  return [{ mark: "line", points: [corners[edgeIndex], corners[(edgeIndex + 1) % corners.length]], colour: "snapped", width: 4 }];
}

function resultMarks(isOutside) {
  const { answer } = state;
  if (!answer) return [];
  const places = new Map(answer.taps.filter(({ hit }) => hit).map((tap) => [tap.id, tap.position]));
  const factor = reach[byId("confidence").value] * (byId("enlarge").checked ? enlargement : 1);
  const marks = [];
  const labels = [];
  for (const { id, kind, points, display } of answer.measurements) {
    const line = points.map((point) => places.get(point));
    if (line.includes(undefined)) continue;
    const isClosed = kind === "area" || kind === "perimeter";
    if (kind === "area") marks.push({ mark: "area", points: line, colour: "accent" });
    marks.push({ mark: "line", points: line, colour: id === state.chosen ? "accent" : "ink", width: id === state.chosen ? 3 : 2, isClosed });
    if (id === state.chosen || (kind === "distance" && !isOutside)) {
      labels.push({ mark: "label", at: kind === "distance" ? mix(line[0], line[1], 0.5) : line.at(-1), text: display });
    }
  }
  for (const tap of answer.taps.filter(({ hit }) => hit)) {
    if (isOutside) marks.push({ mark: "ellipsoid", at: tap.position, covariance: tap.covariance, factor, colour: "doubt" });
    else marks.push(...edgeMarks(tap).map((edge) => ({ ...edge, width: 2 })));
    if (tap.snap) marks.push({ mark: "dot", at: tap.hit.position, colour: "ink", radius: 3 });
    marks.push({ mark: "dot", at: tap.position, colour: tap.snap ? "snapped" : "accent" });
  }
  const last = answer.taps.at(-1);
  if (last.snap) labels.push({ mark: "label", at: last.position, text: last.snap.label, colour: "snapped", lift: -20 });
  return [...marks, ...bench.arrows(), ...labels];
}

// MARK: Controls

function enter(id) {
  state.room = rooms.find((room) => room.id === id);
  take([], []);
  walker.enter(state.room);
  orbit.frame(state.room.bounds.map((corner) => add(corner, [0, -0.6, 0])));
}

byId("room").addEventListener("change", (event) => enter(event.target.value));
byId("tap").addEventListener("click", () => tapAt(centre()));
byId("undo").addEventListener("click", () => take(wanted.taps.slice(0, -1), wanted.lenses.slice(0, -1)));
byId("clear").addEventListener("click", () => take([], []));
byId("phone").addEventListener("keydown", (event) => {
  if (event.code !== "Space" && event.code !== "Enter") return;
  event.preventDefault();
  if (!event.repeat) tapAt(centre());
});
byId("enlarge").addEventListener("change", redraw);
byId("options").addEventListener("submit", (event) => event.preventDefault());
byId("options").addEventListener("change", (event) => {
  if (event.target.id === "room") return;
  take(wanted.taps.map((tap) => ({ ...tap, pointing: pointing() })), wanted.lenses);
  whenMoved();
});

offerCamera(() => ({
  name: `Measured by phone, ${new Date().toLocaleString()}`, profile: "webxr", unit: byId("unit").value, confidence: Number(byId("confidence").value),
}));
enter(rooms[0].id);
listSessions(byId("sessions"));
