// POST /v1/measure, the plain part of it, on Node's own server.    node main.js PORT
"use strict";

const http = require("node:http");
const { measure } = require("./measure.js");

function respond(response, status, value) {
  const body = JSON.stringify(value);
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

http.createServer((request, response) => {
  if (request.url === "/healthz") return respond(response, 200, {});
  if (request.url !== "/v1/measure" || request.method !== "POST") return respond(response, 404, {});
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    try {
      respond(response, 200, measure(JSON.parse(Buffer.concat(parts))));
    } catch (error) {
      respond(response, 400, { title: String(error) });
    }
  });
}).listen(Number(process.argv[2]), "127.0.0.1");
