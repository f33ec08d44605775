// A table in the browser: it shows what the server says and sends what the player does; it decides nothing.
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
import { sentence } from "./figures.js";
import { findTable, freeSeats } from "./finding.js";
import { OwnHands } from "./own.js";
import { Motion } from "./motion.js";
import { others } from "./seats.js";
import { shuffleOf } from "./shuffle.js";
import { Store } from "./store.js";
import { meaningBox } from "./terms.js";
import { words } from "./text.js";
import { ask, key, messageOf, Refusal } from "../site/ask.js";
import { Line } from "./wire.js";

// A phone or a tablet, and any low window: as in sizes.css.
const NARROW = "(max-width: 76rem), (max-height: 47rem)";

export class FeltTable extends HTMLElement {
  store = new Store({
    show: () => this.draw(),
    event: (event, instant) => this.events.happened(event, instant),
    idle: () => this.events.settled(),
  });

  /**
   * The table's answer to an action, shown at a bet or in the bar.
   * @type {{ wager: string, words: string, good: boolean } | null}
   */
  notice = null;
  /** @type {{ draft: string, said: string, bad: boolean, round: number | undefined }} */
  seed = { draft: "", said: "", bad: false, round: 0 };
  sound = recall("sound", false);
  keys = recall("keys", true);
  stopping = recall("stopping", false); // before a mistake
  betting = new Betting(this);
  calls = new Calls(this);
  choices = new Choices(this);
  coach = new Coaching(this);
  drawers = new Drawers(this);
  hands = new OwnHands(this);
  events = new Events(this);
  motion = new Motion(this);
  act = actionsOf(this);
  narrow = matchMedia(NARROW);
  /** @type {Line | null} */
  line = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  forget;

  connectedCallback() {
    const { game = "", table = "" } = this.dataset;
    Object.assign(this.store, { game, table });
    this.store.stage.speed = recall("speed", 2);
    this.betting.recall();
    // The live regions for calls and hands: there before the first call.
    for (const face of ["italic", "bold"]) document.fonts.load(`${face} 1em "Feltlab Serif"`);
    this.narrow.onchange = () => this.draw();
    dragging(this, { drop: (thing, on, y) => dropped(this, thing, on, y) });
    this.addEventListener("turned", ({ target }) => {
      if (target instanceof Element) this.motion.flip(target);
    });
    document.addEventListener("keydown", (event) => pressed(this, event));
    addEventListener("pagehide", () => this.line?.end());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    this.start();
  }

  async start() {
    const { store } = this;
    try {
      /** @type {Live.Me} */
      const me = await ask("/api/me");
      Object.assign(store, { me, purse: me.purse, tokens: me.tokens });
    } catch {
      store.me = null; // watching only
    }
    try {
      if (!(await this.come())) {
        this.sorry(words.table.noneOpen);
        return;
      }
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 0;
      if (status === 401) this.logIn();
      else this.sorry(status === 404 ? words.table.noTable : sentence(messageOf(error)));
      return;
    }
    this.line = new Line(store.table, {
      frame: (frame) => this.events.heard(frame),
      lost: () => { store.lost = true; this.draw(); },
      gone: (code) => (code === 4401 ? this.logIn() : this.sorry(words.table.noTable)),
      closing: () => this.tell(words.table.closing),
      ready: (ready) => { store.unable = !ready; this.draw(); },
    });
    setInterval(() => store.view.round?.deadline && this.draw(), 500);
  }

  // Goes to the table in the address, or finds one, and fetches its felt.
  async come() {
    const { store } = this;
    if (!store.table) {
      store.table = (await findTable(store, () => this.isConnected)) ?? "";
      if (!store.table) return false;
      history.replaceState(null, "", `/table/${store.table}`);
    }
    /** @type {Promise<Live.TablePage>} */
    const info = ask(`/api/tables/${store.table}`);
    const [felt, { floor }] = await Promise.all([this.feltThere(), info]);
    store.felt = felt;
    store.stage.table = felt.table;
    store.floor = floor;
    return true;
  }

  // The session has ended: leads back through the login to this table.
  logIn() {
    const back = encodeURIComponent(`${location.pathname}${location.search}`);
    this.sorry(words.table.login, { href: `/login?next=${back}`, name: words.buttons.logIn });
  }

  /** @param {string} said */
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

  async feltThere() {
    /** @type {Wire.Felt} */
    const felt = await ask(`/table/${this.store.table}/felt.json`);
    return felt;
  }

  // The terms differ from the printed ones: the felt changes.
  async readFelt() {
    const { coach, store } = this;
    store.felt = await this.feltThere().catch(() => store.felt);
    if (coach.strategy) coach.readStrategy();
    this.draw();
  }

  next() {
    this.store.stage.hurry();
    this.store.stage.quick = false;
    this.store.goOn();
    this.calls.caption = "";
    this.coach.said.clear();
    this.store.chosen = null;
    this.notice = null;
    this.coach.leave();
    this.events.settled();
  }

  /**
   * @param {string} what
   * @param {object} body
   */
  async send(what, body) {
    if (!this.line) throw new Refusal("lost", { lost: true });
    return this.line.send(what, body);
  }

  /** @param {string} what */
  async command(what, body = {}) {
    this.notice = null;
    try {
      await this.send(what, { seat: this.store.seat ?? undefined, ...body });
      return true;
    } catch (error) {
      this.tell(this.why(error));
      return false;
    }
  }

  // A round in progress is finished first; a seat is free when the table says so.
  async leave() {
    const { store } = this;
    store.leaving = true;
    for (const seat of store.seats) if (!(await this.command("leave", { seat }))) store.leaving = false;
  }

  // Makes each of your hands ready that is not.
  async ready() {
    const { store } = this;
    const { round } = store.server;
    for (const seat of store.seats) {
      if (!round?.seats[seat]?.ready && !(await this.command("ready", { seat, round: round?.number }))) return;
    }
  }

  /** @param {number} [seat] */
  async sit(seat) {
    const { store } = this;
    const [free] = freeSeats(store.felt.places, store.view.seats);
    Object.assign(store, { holding: false, left: false });
    await this.command("sit", { seat: seat ?? free });
  }

  share() {
    return this.copy(`${location.origin}/table/${this.store.table}`, words.table.shared);
  }

  /**
   * A link to share; if the page cannot copy it, you copy it by hand.
   * @param {string} link
   * @param {string} done the message afterwards
   */
  async copy(link, done) {
    try {
      await navigator.clipboard.writeText(link);
      this.tell(done, "", true);
    } catch {
      this.tell(words.table.shareHere(link), "", true);
    }
  }

  async buy() {
    const { store } = this;
    try {
      /** @type {Live.Purse} */
      const { purse } = await ask("/api/purse", { key: key(), do: "buy-in", cents: BUY_IN });
      store.purseThen = store.purse = purse;
      this.notice = null;
      this.draw();
    } catch (error) {
      this.tell(sentence(messageOf(error)));
    }
  }

  /** @param {unknown} error */
  why(error) {
    if (!(error instanceof Refusal)) return sentence(messageOf(error));
    if (error.lost) return words.refused.lost;
    if (error.reason === "insufficient-funds" && !this.store.opensTables) return words.refused.askFloor;
    const said = new Map(Object.entries(words.refused)).get(error.reason);
    return typeof said === "string" ? said : sentence(error.message);
  }

  /** @param {string} said */
  tell(said, wager = "", good = false) {
    this.notice = { wager, words: said, good };
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.notice = null; this.draw(); }, 6000);
    this.draw();
  }

  draw() {
    const { calls, choices, store } = this;
    if (!store.ready || !store.stage.view) return;
    store.view = store.stage.view;
    if (choices.factsFor !== store.decisionName && store.deciding && !store.busy) choices.readHand();
    const before = this.dataset.phase;
    const inside = this.contains(document.activeElement) && !document.activeElement?.closest("dialog");
    const { left, right } = others(this);
    patch(this, [
      topOf(this),
      h("div", { key: "main", class: "table-main" },
        h("div", { class: "table-felt" }, feltOf(this, left, right), barOf(this)),
        coachPanel(this)),
      paysBelow(this),
      shuffleOf(this),
      h("div", { key: "live", class: "live-region hidden-words", role: "status", "aria-live": "polite", opaque: true }),
      this.drawers.draw(),
      meaningBox(),
    ]);
    this.dataset.ready ??= "";
    this.dataset.phase = store.deciding ? "decide" : store.phase;
    this.dataset.line = store.lost ? "lost" : store.unable ? "unable" : "open";
    const region = this.querySelector(".live-region");
    if (region && calls.spoken && region.textContent !== calls.spoken) region.textContent = calls.spoken;
    if (inside) this.focusOn(store.deciding && before !== "decide");
  }

  /**
   * When the focused element is gone, or is a bet and cards are out, moves the focus to the next button or question.
   * @param {boolean} asked
   */
  focusOn(asked) {
    const there = document.activeElement;
    if (there !== document.body && !(asked && there?.matches(".spot"))) return;
    /** @type {HTMLElement | null} */
    const first = this.querySelector(".bar-actions .button:not(.quiet):not([aria-disabled])");
    /** @type {HTMLElement | null} */
    const now = this.querySelector(".now");
    (first ?? now)?.focus({ preventScroll: true });
  }
}
customElements.define("felt-table", FeltTable);
