#include "CEmbedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char playground_html[] = {
#embed "../SpanWeb/Files/playground.html"
};
static const unsigned char docs_html[] = {
#embed "../SpanWeb/Files/docs.html"
};
static const unsigned char session_html[] = {
#embed "../SpanWeb/Files/session.html"
};
static const unsigned char augmented_js[] = {
#embed "../SpanWeb/Files/augmented.js"
};
static const unsigned char base_css[] = {
#embed "../SpanWeb/Files/base.css"
};
static const unsigned char client_js[] = {
#embed "../SpanWeb/Files/client.js"
};
static const unsigned char device_js[] = {
#embed "../SpanWeb/Files/device.js"
};
static const unsigned char docs_css[] = {
#embed "../SpanWeb/Files/docs.css"
};
static const unsigned char docs_js[] = {
#embed "../SpanWeb/Files/docs.js"
};
static const unsigned char dom_js[] = {
#embed "../SpanWeb/Files/dom.js"
};
static const unsigned char drift_js[] = {
#embed "../SpanWeb/Files/drift.js"
};
static const unsigned char figures_js[] = {
#embed "../SpanWeb/Files/figures.js"
};
static const unsigned char formats_js[] = {
#embed "../SpanWeb/Files/formats.js"
};
static const unsigned char frame_js[] = {
#embed "../SpanWeb/Files/frame.js"
};
static const unsigned char gestures_js[] = {
#embed "../SpanWeb/Files/gestures.js"
};
static const unsigned char history_js[] = {
#embed "../SpanWeb/Files/history.js"
};
static const unsigned char icon_svg[] = {
#embed "../SpanWeb/Files/icon.svg"
};
static const unsigned char lengths_js[] = {
#embed "../SpanWeb/Files/lengths.js"
};
static const unsigned char lens_js[] = {
#embed "../SpanWeb/Files/lens.js"
};
static const unsigned char live_js[] = {
#embed "../SpanWeb/Files/live.js"
};
static const unsigned char markdown_js[] = {
#embed "../SpanWeb/Files/markdown.js"
};
static const unsigned char orbit_js[] = {
#embed "../SpanWeb/Files/orbit.js"
};
static const unsigned char painter_js[] = {
#embed "../SpanWeb/Files/painter.js"
};
static const unsigned char picture_js[] = {
#embed "../SpanWeb/Files/picture.js"
};
static const unsigned char plan_js[] = {
#embed "../SpanWeb/Files/plan.js"
};
static const unsigned char playground_css[] = {
#embed "../SpanWeb/Files/playground.css"
};
static const unsigned char playground_js[] = {
#embed "../SpanWeb/Files/playground.js"
};
static const unsigned char report_js[] = {
#embed "../SpanWeb/Files/report.js"
};
static const unsigned char request_js[] = {
#embed "../SpanWeb/Files/request.js"
};
static const unsigned char rooms_js[] = {
#embed "../SpanWeb/Files/rooms.js"
};
static const unsigned char rooms_json[] = {
#embed "../SpanWeb/Files/rooms.json"
};
static const unsigned char schema_js[] = {
#embed "../SpanWeb/Files/schema.js"
};
static const unsigned char session_css[] = {
#embed "../SpanWeb/Files/session.css"
};
static const unsigned char session_js[] = {
#embed "../SpanWeb/Files/session.js"
};
static const unsigned char sessions_js[] = {
#embed "../SpanWeb/Files/sessions.js"
};
static const unsigned char surfaces_js[] = {
#embed "../SpanWeb/Files/surfaces.js"
};
static const unsigned char surveyor_js[] = {
#embed "../SpanWeb/Files/surveyor.js"
};
static const unsigned char try_js[] = {
#embed "../SpanWeb/Files/try.js"
};
static const unsigned char vectors_js[] = {
#embed "../SpanWeb/Files/vectors.js"
};
static const unsigned char walker_js[] = {
#embed "../SpanWeb/Files/walker.js"
};
static const unsigned char yaml_js[] = {
#embed "../SpanWeb/Files/yaml.js"
};

#define FILE_AT(address, type, bytes) {address, type, bytes, sizeof bytes}
#define SCRIPT(name) FILE_AT("/web/" #name ".js", "text/javascript; charset=utf-8", name##_js)
#define STYLE(name) FILE_AT("/web/" #name ".css", "text/css; charset=utf-8", name##_css)
#define PAGE(address, name) FILE_AT(address, "text/html; charset=utf-8", name##_html)

static const struct span_embedded_file files[] = {
    PAGE("/", playground),
    PAGE("/docs", docs),
    PAGE("/sessions/{id}", session),
    SCRIPT(augmented),
    STYLE(base),
    SCRIPT(client),
    SCRIPT(device),
    STYLE(docs),
    SCRIPT(docs),
    SCRIPT(dom),
    SCRIPT(drift),
    SCRIPT(figures),
    SCRIPT(formats),
    SCRIPT(frame),
    SCRIPT(gestures),
    SCRIPT(history),
    FILE_AT("/web/icon.svg", "image/svg+xml", icon_svg),
    SCRIPT(lengths),
    SCRIPT(lens),
    SCRIPT(live),
    SCRIPT(markdown),
    SCRIPT(orbit),
    SCRIPT(painter),
    SCRIPT(picture),
    SCRIPT(plan),
    STYLE(playground),
    SCRIPT(playground),
    SCRIPT(report),
    SCRIPT(request),
    SCRIPT(rooms),
    FILE_AT("/web/rooms.json", "application/json", rooms_json),
    SCRIPT(schema),
    STYLE(session),
    SCRIPT(session),
    SCRIPT(sessions),
    SCRIPT(surfaces),
    SCRIPT(surveyor),
    SCRIPT(try),
    SCRIPT(vectors),
    SCRIPT(walker),
    SCRIPT(yaml),
};

const struct span_embedded_file *span_embedded_web(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
