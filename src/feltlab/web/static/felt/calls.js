// The dealer's calls: printed on the cloth, and announced by one polite live region.
import { withSigns } from "../site/names.js";
import { inShort } from "./figures.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */
/** @typedef {Wire.Event & { call: string }} Called */

export class Calls {
  caption = "";
  last = "";
  /** @type {string[]} */
  waiting = [];
  spoken = "";

  /** @param {FeltTable} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * @param {Called} event
   * @param {boolean} mine
   */
  say(event, mine) {
    const { hands, store } = this.app;
    const seat = "seat" in event ? event.seat : 0;
    const own = store.several ? hands.nameOf(seat) : words.seats.you;
    const who = seat ? (mine ? own : store.view.seats[seat]?.name) : "";
    this.caption = inShort(withSigns(saidBy(store.felt, event, mine && !store.several, who ?? "")));
    this.waiting.push(this.caption);
  }

  /**
   * Words that follow a call without replacing it: right after the result, otherwise with the next call.
   * @param {string} said
   */
  add(said) {
    if (!this.app.store.holding) this.waiting.push(said);
    else this.announce(`${this.spoken} ${said}`);
  }

  // Calls and results; those of one moment are announced together.
  announce(extra = "") {
    const said = [...this.waiting.splice(0), extra].filter(Boolean).join(". ").replaceAll("..", ".");
    if (said) this.spoken = said;
    const region = this.app.querySelector(".live-region");
    if (region && said && region.textContent !== said) region.textContent = said;
  }
}

/**
 * A decision in the page's own words, from what was chosen; a payment with the words that came without the seat.
 * @param {Wire.Felt} felt
 * @param {Called} event
 * @param {boolean} mine
 * @param {string} who
 */
function saidBy(felt, event, mine, who) {
  if (event.kind === "Turned" && event.what === "dealer") return words.result.dealer(event.call);
  if (!who || event.kind === "Drawn") return event.call;
  if (event.kind === "Decided") return decidedBy(felt, event, mine, who);
  if (event.kind === "SeatSettled") return event.says ? words.hands.said(who, event.says) : event.call;
  return words.hands.said(who, event.call);
}

/**
 * @param {Wire.Felt} felt
 * @param {Wire.Of<"Decided">} event
 * @param {boolean} mine
 * @param {string} who
 */
function decidedBy(felt, { choice, stage }, mine, who) {
  const { name, trades } = felt.asks[stage];
  if (!trades) return words.seats.folds(who, mine);
  const traded = choice[name];
  if (traded === null) return words.seats.holds(who, mine);
  return words.seats.trades(who, mine, traded);
}
