// The rooms one can walk through.

import { surfaceOf } from "./surfaces.js";
import { dot, middle, subtract } from "./vectors.js";

/** @returns where the rooms come from, and each with its planes, surfaces, bounds and centre. */
export async function loadRooms() {
  const { source, rooms } = await (await fetch("/web/rooms.json")).json();
  return { source, rooms: rooms.map(furnished) };
}

function furnished(room) {
  const surfaces = standing(room.planes.map(surfaceOf));
  const corners = surfaces.flatMap((surface) => surface.corners);
  const bounds = [Math.min, Math.max].map((end) => [0, 1, 2].map((axis) => end(...corners.map((corner) => corner[axis]))));
  const centre = middle(bounds);
  return { ...room, surfaces, bounds, centre, fromOutside: surfaces.map((surface) => opened(surface, centre)) };
}

/** Tables know how far down the floor is. */
export function standing(surfaces) {
  const floor = surfaces.find(({ kind }) => kind === "floor")?.centre[1];
  return surfaces.map((surface) => (surface.kind === "table" ? { ...surface, floor } : surface));
}

/** A surface that one looks past when it is between the eye and the room. */
export function opened(surface, centre) {
  if (surface.kind === "table" || surface.kind === "floor") return surface;
  const side = (place) => Math.sign(dot(surface.normal, subtract(place, surface.centre)));
  return { ...surface, isOpen: (eye) => side(eye) !== side(centre) };
}
