// The dealer's calls: printed on the cloth, and announced by one polite live region.
import { withSigns } from "../site/names.js";
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
    this.caption = withSigns(saidBy(event, mine && !store.several, who ?? ""));
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
 * @param {Called} event
 * @param {boolean} mine
 * @param {string} who
 */
function saidBy(event, mine, who) {
  if (event.kind === "Turned" && event.what === "dealer") return words.result.dealer(event.call);
  if (who && event.kind !== "Drawn" && !event.call.startsWith("Seat ")) return `${who}: ${event.call}`;
  return mine
    ? event.call.replace(/^Seat \d+( [a-z]+?)s\b/, `${who}$1`).replace(/^Seat \d+/, who) // you stay, you trade
    : event.call.replace(/^Seat \d+/, who || "$&");
}
