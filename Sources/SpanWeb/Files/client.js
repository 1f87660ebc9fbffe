// Talks to the service this page came from.

/** Kept here and nowhere else: gone when the page is. */
let key = "";
/** Those who go on when there is another one. */
const keyless = [];
export function useKey(text) {
  key = text.trim();
  for (const goOn of keyless.splice(0)) goOn();
}

/** What goes with every request. @throws Refusal when the key cannot be one: no header would take it */
export function credentials() {
  const odd = key.match(/[^ -~]/u)?.[0];
  if (odd) throw new Refusal(`No key has the letter “${odd}”; check it under “Access key”.`, 401);
  return key ? { Authorization: `Bearer ${key}` } : {};
}

/** An answer that is no success, or none at all; the message can be shown as it is. */
export class Refusal extends Error {
  /** @param headers of the answer, where there is one */
  constructor(message, status, problem, headers) {
    super(message);
    this.status = status;
    this.problem = problem;
    this.seconds = Number(headers?.get("Retry-After")) || 0;
  }
}

/** From one attempt to the next (ms): the first pause, each twice the one before, and the longest. */
const pauses = { first: 1000, longest: 30_000 };
/** Nothing is waited for longer, whatever a service says (ms). */
const farthest = 3_600_000;

/** How somebody waits who asks again for what was refused. */
export class Patience {
  #pause = pauses.first;

  /** It worked. */
  reset() {
    this.#pause = pauses.first;
  }

  /** Until it makes sense to ask again: without the right key, when another was entered. @param fault if there was one */
  wait(fault) {
    if (isKeyless(fault)) return new Promise((resolve) => keyless.push(resolve));
    const asked = Math.min((fault?.seconds ?? 0) * 1000, farthest);
    const pause = Math.max(this.#pause, asked);
    this.#pause = Math.min(2 * this.#pause, pauses.longest);
    return new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Only another key helps. */
export const isKeyless = (fault) => fault?.status === 401 || fault?.status === 403;

const watchers = new Set();
let waiting = 0;
/** Calls `watcher` with how many requests are under way, now and whenever that changes. */
export function watchRequests(watcher) {
  watchers.add(watcher);
  watcher(waiting);
}
function count(change) {
  waiting += change;
  for (const watcher of watchers) watcher(waiting);
}

/** Sends a request; `read` takes what is wanted from the answer, whatever its status. */
async function send(method, path, text, fields, read) {
  const body = text == null ? {} : { body: text };
  const type = text == null ? {} : { "Content-Type": "application/json" };
  const headers = { ...type, ...credentials(), ...fields };
  count(1);
  try {
    return await read(await fetch(path, { method, headers, ...body }));
  } catch {
    throw new Refusal("The service cannot be reached. Is it running, and is this device still connected?", 0);
  } finally {
    count(-1);
  }
}

/** Sends a request and reads the answer, whatever its status. */
export const exchange = (method, path, text, fields) =>
  send(method, path, text, fields, async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }));

/** What lies at an address as a file, with the name that the service gives it. */
export async function file(path) {
  const { status, headers, blob } = await send("GET", path, null, {}, async (answer) => ({ status: answer.status, headers: answer.headers, blob: await answer.blob() }));
  if (status === 200) return { name: headers.get("Content-Disposition")?.match(/filename="([^"]+)"/)?.[1] ?? "", blob };
  const content = parsed(await blob.text());
  throw new Refusal(words(status, content), status, content, headers);
}

/** Sends JSON, and gives what a success brings. */
export async function call(method, path, value, fields) {
  const answer = await exchange(method, path, value === undefined ? undefined : JSON.stringify(value), fields);
  const content = parsed(answer.text);
  if (answer.status >= 200 && answer.status < 300) return content;
  throw new Refusal(words(answer.status, content), answer.status, content, answer.headers);
}

/** What to say about an answer that is no success. */
export function words(status, problem) {
  const detail = problem?.detail ?? `The service answered with status ${status}.`;
  const advice = {
    401: key
      ? "The key was not accepted; check it under “Access key”."
      : "This service asks for a key: enter one under “Access key”, at the top of the page.",
    403: "The key is known, but not for this.",
    429: "Too many requests at once; wait a moment.",
    503: "The service is busy or stopping; try again in a few seconds.",
  }[status];
  return advice ? `${detail} ${advice}` : detail;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The same request for a terminal; the key is named, never shown. */
export function curl(method, path, text) {
  const quoted = (words) => `'${words.replaceAll("'", "'\\''")}'`;
  return [
    "curl -s",
    // With data it is a POST.
    (method !== "POST" || text === undefined) && `-X ${method}`,
    key && '-H "Authorization: Bearer $SPAN_KEY"',
    text !== undefined && `-H 'Content-Type: application/json' --data ${quoted(text)}`,
    quoted(location.origin + path),
  ].filter(Boolean).join(" ");
}
