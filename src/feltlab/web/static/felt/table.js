// A table in the browser: what the server says is shown, what the player does is sent; nothing is decided here.
import "./cards.js";
import { actionsOf, dropped, pressed } from "./actions.js";
import { barOf, topOf } from "./bar.js";
import { Betting } from "./betting.js";
import { Calls } from "./calls.js";
import { Choices } from "./choices.js";
import { BUY_IN } from "./chips.js";
import { coachPanel } from "./coach.js";
import { Coaching } from "./coaching.js";
import { h, patch, recall } from "../site/dom.js";
import { dragging } from "./drag.js";
import { Drawers } from "./drawers.js";
import { Events } from "./events.js";
import { feltOf, paysBelow } from "./felt.js";
import { findTable, freeSeats } from "./finding.js";
import { Motion } from "./motion.js";
import { others } from "./seats.js";
import { shuffleOf } from "./shuffle.js";
import { Store } from "./store.js";
import { words } from "./text.js";
import { ask, key, Line } from "./wire.js";

// A phone, upright or on its side, and any low window: as in sizes.css.
const NARROW = "(max-width: 48rem), (orientation: landscape) and (max-height: 47rem)";

// Where one could look for a hand in other cards than those that count, the pay table says which.
function withNotes(felt) {
  for (const spot of felt.spots) spot.note = felt.words.notes?.[spot.wager];
  return felt;
}

class FeltTable extends HTMLElement {
  connectedCallback() {
    this.store = new Store(this.dataset.game, this.dataset.table, {
      show: () => this.draw(),
      event: (event, instant) => this.events.happened(event, instant),
      idle: () => this.events.settled(),
    });
    this.store.stage.speed = recall("speed", 2);
    Object.assign(this, {
      notice: null, seed: { draft: "", said: "", bad: false, round: 0 },
      sound: recall("sound", false), keys: recall("keys", true),
      betting: new Betting(this), calls: new Calls(this), choices: new Choices(this), coach: new Coaching(this),
      drawers: new Drawers(this), events: new Events(this), motion: new Motion(this),
    });
    this.act = actionsOf(this);
    this.narrow = matchMedia(NARROW);
    this.narrow.onchange = () => this.draw();
    dragging(this, { drop: (thing, on, y) => dropped(this, thing, on, y) });
    this.addEventListener("turned", (event) => this.motion.flip(event.target));
    document.addEventListener("keydown", (event) => pressed(this, event));
    addEventListener("pagehide", () => this.line?.end());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    this.start();
  }

  async start() {
    const { store } = this;
    try {
      store.me = await ask("/api/me");
      store.purse = store.me.purse;
      store.tokens = store.me.tokens;
    } catch {
      store.me = null; // watching only
    }
    try {
      if (!(await this.come())) {
        this.sorry(words.table.noneOpen);
        return;
      }
    } catch (error) {
      if (error.status === 401) this.logIn();
      else this.sorry(error.status === 404 ? words.table.noTable : error.message);
      return;
    }
    this.line = new Line(store.table, {
      frame: (frame) => this.events.heard(frame),
      lost: () => { store.lost = true; this.draw(); },
      gone: (code) => (code === 4401 ? this.logIn() : this.sorry(words.table.noTable)),
      closing: () => this.tell(words.table.closing),
      ready: (ready) => { store.unable = !ready; this.draw(); },
    });
    setInterval(() => store.view?.round?.deadline && this.draw(), 500);
  }

  // To the table of the address, or to one that is found, and to what its felt looks like.
  async come() {
    const { store } = this;
    if (!store.table) {
      store.table = await findTable(store, () => this.isConnected);
      if (!store.table) return false;
      history.replaceState(null, "", `/table/${store.table}`);
    }
    const [felt, info] = await Promise.all([ask(`/table/${store.table}/felt.json`), ask(`/api/tables/${store.table}`)]);
    store.felt = withNotes(felt);
    store.stage.table = felt.table;
    store.floor = info.floor;
    return true;
  }

  // The session is over: the way back in, and from there back to this table.
  logIn() {
    const back = encodeURIComponent(`${location.pathname}${location.search}`);
    this.sorry(words.table.login, { href: `/login?next=${back}`, name: words.buttons.logIn });
  }

  sorry(said, { href, name } = { href: "/play", name: words.table.lobby }) {
    this.line?.end();
    patch(
      this,
      [h(
        "div",
        { class: "panel sorry" },
        h("h1", {}, this.dataset.title),
        h("p", {}, said),
        h("p", {}, h("a", { class: "button", href }, name)),
      )],
    );
  }

  // Other terms than those that are printed: the felt is changed.
  async readFelt() {
    const { coach, store } = this;
    store.felt = await ask(`/table/${store.table}/felt.json`).then(withNotes).catch(() => store.felt);
    if (coach.strategy) coach.readStrategy();
    this.draw();
  }

  next() {
    this.store.stage.hurry();
    this.store.holding = false;
    this.calls.caption = "";
    this.coach.lesson = null;
    this.notice = null;
    this.coach.leave();
    this.events.settled();
  }

  async command(what, body = {}) {
    this.notice = null;
    try {
      await this.line.send(what, { seat: this.store.seat ?? undefined, ...body });
      return true;
    } catch (error) {
      this.tell(this.why(error));
      return false;
    }
  }

  // A round that is out is finished first; the seat is free when the table says so.
  async leave() {
    this.store.leftSeat = this.store.seat;
    if (!(await this.command("leave"))) this.store.leftSeat = null;
  }

  async sit(seat) {
    const { store } = this;
    const [free] = freeSeats(store.felt.places, store.view.seats);
    Object.assign(store, { holding: false, left: false });
    await this.command("sit", { seat: seat ?? free });
  }

  async share() {
    const link = `${location.origin}/table/${this.store.table}`;
    try {
      await navigator.clipboard.writeText(link);
      this.tell(words.table.shared, "", true);
    } catch {
      this.tell(words.table.shareHere(link), "", true);
    }
  }

  async buy() {
    const { store } = this;
    try {
      store.purseThen = store.purse = (await ask("/api/purse", { key: key(), do: "buy-in", cents: BUY_IN })).purse;
      this.notice = null;
      this.draw();
    } catch (error) {
      this.tell(error.message);
    }
  }

  why(error) {
    if (error.lost) return words.refused.lost;
    if (error.reason === "insufficient-funds" && !this.store.opensTables) return words.refused.askFloor;
    return words.refused[error.reason] ?? error.message;
  }

  tell(said, wager = "", good = false) {
    this.notice = { wager, words: said, good };
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.notice = null; this.draw(); }, 6000);
    this.draw();
  }

  draw() {
    const { calls, choices, coach, store } = this;
    if (!store.felt || !store.stage.view) return;
    store.view = store.stage.view;
    if (choices.factsFor !== store.decisionName && store.deciding && !store.busy) choices.readHand();
    const inside = document.activeElement?.closest?.(".bar") && this.contains(document.activeElement);
    const { left, right } = others(this);
    patch(this, [
      topOf(this),
      h("div", { key: "main", class: `table-main${coach.open ? " with-coach" : ""}` },
        h("div", { class: "table-felt" }, feltOf(this, left, right), barOf(this)),
        coachPanel(this)),
      paysBelow(this),
      shuffleOf(this),
      h("div", { key: "live", class: "live-region hidden-words", role: "status", "aria-live": "polite", opaque: true }),
      this.drawers.draw(),
    ]);
    if (!this.isReady) {
      this.isReady = true;
      this.dataset.ready = "";
    }
    this.dataset.phase = store.deciding ? "decide" : store.phase;
    this.dataset.line = store.lost ? "lost" : store.unable ? "unable" : "open";
    if (this.dataset.spoken !== calls.spoken && calls.spoken) {
      this.querySelector(".live-region").textContent = calls.spoken;
    }
    if (inside && document.activeElement === document.body) this.focusOn();
  }

  // What had the focus in the bar is gone: the next thing to press has it.
  focusOn() {
    const first = this.querySelector(".bar-actions .button:not(.quiet):not([aria-disabled])");
    (first ?? this.querySelector(".now"))?.focus({ preventScroll: true });
  }
}
customElements.define("felt-table", FeltTable);
