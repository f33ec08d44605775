// The line to the table: commands with a key each, events and views as they come, and coming back where one left.
export async function ask(path, body) {
  const answer = await fetch(
    path,
    body === undefined ? {} : {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    },
  );
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(
    new Error(said.words ?? said.error ?? answer.statusText),
    { status: answer.status, reason: said.refused },
  );
  return said;
}

export function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const GONE_FOR_GOOD = new Set([4401, 4404]);

export class Line {
  constructor(table, told) {
    Object.assign(this, { table, told, v: null, waiting: new Map(), tries: 0, open: false, ended: false });
    this.connect();
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
      for (const { fail } of this.waiting.values()) fail(Object.assign(new Error("lost"), { lost: true }));
      this.waiting.clear();
      if (GONE_FOR_GOOD.has(event.code)) {
        this.ended = true;
        this.told.gone(event.code);
        return;
      }
      this.told.lost();
      this.again = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** this.tries++));
    };
  }

  heard(said) {
    if ("ack" in said) {
      const waiting = this.waiting.get(said.ack);
      if (!waiting) return;
      if (said.ok && said.v > this.v) {
        waiting.said = said; // done when what it did has been heard
        return;
      }
      this.waiting.delete(said.ack);
      if (said.ok) waiting.done(said);
      else waiting.fail(Object.assign(new Error(said.words ?? said.error), { reason: said.refused }));
    } else if (said.view) {
      this.v = said.v;
      this.told.frame(said);
      for (const [name, waiting] of this.waiting) {
        if (waiting.said?.v > this.v || !waiting.said) continue;
        this.waiting.delete(name);
        waiting.done(waiting.said);
      }
    } else if (said.closing) this.told.closing();
    else if ("ready" in said) this.told.ready(said.ready);
  }

  send(what, body = {}) {
    return new Promise((done, fail) => {
      if (!this.open) {
        fail(Object.assign(new Error("lost"), { lost: true }));
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
