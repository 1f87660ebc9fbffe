// Reports on a session as files: fetched, since a key goes into a header and no link has one, then kept by the browser.

import { file } from "./client.js";
import { el, fill } from "./dom.js";
import { attempt } from "./frame.js";

const formats = {
  pdf: "PDF: drawing and table, to print",
  svg: "SVG: the same as a picture",
  dxf: "DXF: the drawing for CAD, in metres",
  csv: "CSV: the table for a spreadsheet",
  json: "JSON: everything for programs",
};

/** @param address of the session */
export function showFormats(address, element) {
  fill(element, "Report ", Object.entries(formats).map(([format, title]) =>
    el("button", { type: "button", class: "quiet", title, click: () => attempt(() => keep(`${address}/report.${format}`)) }, format.toUpperCase())));
}

async function keep(path) {
  const { name, blob } = await file(path);
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
