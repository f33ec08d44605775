// The connection to the table: commands, each with a key; events and views; and resuming after a break.
import { key, Refusal } from "../site/ask.js";

/**
 * @typedef {{ ack: string, ok: boolean, v: number, words?: string, error?: string, refused?: string }} Ack
 * @typedef {{ closing: unknown } | { ready: boolean }} News
 */

const GONE_FOR_GOOD = new Set([4401, 4404]);

export class Line {
  /** @type {number | null} */
  v = null;
  /** @type {Map<string, { done: (said: Ack) => void, fail: (why: Refusal) => void, said?: Ack }>} */
  waiting = new Map();
  tries = 0;
  open = false;
  ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  again;

  /**
   * @param {string} table
   * @param {object} told
   * @param {(frame: Wire.Frame) => void} told.frame
   * @param {() => void} told.lost
   * @param {(code: number) => void} told.gone
   * @param {() => void} told.closing
   * @param {(ready: boolean) => void} told.ready
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.socket = this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = this.v === null ? "" : `?v=${this.v}`;
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}${after}`);
    this.socket = socket;
    socket.onmessage = (message) => {
      this.open = true;
      this.tries = 0;
      this.heard(JSON.parse(message.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.ended) return;
      this.open = false;
      for (const { fail } of this.waiting.values()) fail(new Refusal("lost", { lost: true }));
      this.waiting.clear();
      if (GONE_FOR_GOOD.has(event.code)) {
        this.ended = true;
        this.told.gone(event.code);
        return;
      }
      this.told.lost();
      this.again = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** this.tries++));
    };
    return socket;
  }

  /** @param {Ack | Wire.Frame | News} said */
  heard(said) {
    if ("ack" in said) {
      const waiting = this.waiting.get(said.ack);
      if (!waiting) return;
      if (said.ok && said.v > (this.v ?? 0)) {
        waiting.said = said; // done once its effect has arrived
        return;
      }
      this.waiting.delete(said.ack);
      if (said.ok) waiting.done(said);
      else waiting.fail(new Refusal(said.words ?? said.error, { reason: said.refused }));
    } else if ("view" in said) {
      const { v } = said;
      this.v = v;
      this.told.frame(said);
      for (const [name, waiting] of this.waiting) {
        if (!waiting.said || waiting.said.v > v) continue;
        this.waiting.delete(name);
        waiting.done(waiting.said);
      }
    } else if ("closing" in said) this.told.closing();
    else if ("ready" in said) this.told.ready(said.ready);
  }

  /**
   * @param {string} what
   * @returns {Promise<Ack>}
   */
  send(what, body = {}) {
    return new Promise((done, fail) => {
      if (!this.open) {
        fail(new Refusal("lost", { lost: true }));
        return;
      }
      const name = key();
      this.waiting.set(name, { done, fail });
      this.socket.send(JSON.stringify({ do: what, key: name, ...body }));
    });
  }

  end() {
    this.ended = true;
    clearTimeout(this.again);
    this.socket.close();
  }
}
