// The events of a session: those that were, then those that happen.
//
// All tabs of a browser that watch the same session share one stream: whoever holds the lock reads it and tells the others.
// When that tab closes, the lock and with it the stream goes to the next.

import { call, credentials, isKeyless, Patience, Refusal, words } from "./client.js";

const pageSize = 1000;

export class Live {
  #last;
  #isLoading = false;
  #waiting = [];
  #patience = new Patience();

  /**
   * @param from the number of an event; those up to it are not asked for
   * @param took called with each run of events, in order and without gaps
   * @param told called with what state the watch is in: "live", "shared", "broken", "keyless", "gone"; and with
   *   what to say of it, nothing when all is well again
   */
  constructor(id, { from, took, told }) {
    this.#last = from;
    this.address = `/v1/sessions/${encodeURIComponent(id)}/events`;
    this.name = `span-session-${id}`;
    this.took = took;
    this.told = told;
  }

  /** Reads what there is, then follows. @throws Refusal when there is nothing to read */
  async start() {
    this.channel = new BroadcastChannel(this.name);
    this.channel.addEventListener("message", ({ data }) => (data === "gone" ? this.told("gone") : this.#hear(data)));
    try {
      await this.#load();
    } catch (fault) {
      this.channel.close();
      throw fault;
    }
    // Without locks (pages that came over plain HTTP from another machine) each tab has a stream of its own.
    if (!navigator.locks) return void this.#follow();
    this.told("shared");
    navigator.locks.request(this.name, () => this.#follow());
  }

  /** All pages behind the last event. */
  async #load() {
    this.#isLoading = true;
    try {
      for (let cursor = String(this.#last); cursor !== null;) {
        const page = await call("GET", `${this.address}?after=${cursor}&limit=${pageSize}`);
        this.#take(page.items);
        cursor = page.nextCursor;
      }
    } catch (fault) {
      // The first events are not kept; the stream begins with what they came to.
      if (!(fault instanceof Refusal) || fault.status !== 410) throw fault;
    } finally {
      this.#isLoading = false;
    }
    this.#waiting.splice(0).forEach((event) => this.#hear(event));
  }

  #take(events) {
    const news = events.filter(({ seq }) => seq > this.#last);
    if (news.length === 0) return;
    this.#last = news.at(-1).seq;
    this.took(news);
  }

  /** An event from another tab. */
  #hear(event) {
    if (this.#isLoading) this.#waiting.push(event);
    else if (event.seq === this.#last + 1 || event.type === "snapshot") this.#take([event]);
    else if (event.seq > this.#last) this.#load().catch(() => this.told("broken"));
  }

  /** Reads the stream as long as the session and the page are there. */
  async #follow() {
    for (;;) {
      let fault;
      try {
        if (!(await this.#stream())) return;
      } catch (caught) {
        fault = caught;
        this.told(isKeyless(fault) ? "keyless" : "broken", fault instanceof Refusal ? fault.message : undefined);
      }
      await this.#patience.wait(fault);
    }
  }

  /** @returns whether it makes sense to come back */
  async #stream() {
    const headers = { Accept: "text/event-stream", ...credentials() };
    if (this.#last > 0) headers["Last-Event-ID"] = String(this.#last);
    const answer = await fetch(this.address, { headers });
    if (answer.status === 404) {
      this.channel.postMessage("gone");
      this.told("gone");
      return false;
    }
    if (!answer.ok) {
      const problem = await answer.json().catch(() => null);
      throw new Refusal(words(answer.status, problem), answer.status, problem, answer.headers);
    }
    this.#patience.reset();
    this.told("live", "");
    for await (const event of messages(answer.body)) {
      this.#take([event]);
      this.channel.postMessage(event);
    }
    return true;
  }
}

/** The data of Server-Sent Events (WHATWG HTML §9.2.6), read as JSON. */
export async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, ""));
      if (data.length > 0) yield JSON.parse(data.join("\n"));
    }
  }
}
