// What the dealer says: printed on the cloth, and spoken by one polite region.
import { withSigns } from "../site/names.js";
import { words } from "./text.js";

export class Calls {
  constructor(app) {
    Object.assign(this, { app, caption: "", last: "", waiting: [], spoken: "" });
  }

  say(event, mine) {
    const { felt, stage } = this.app.store;
    const who = event.seat ? (mine ? words.seats.you : stage.view.seats[event.seat]?.name) : "";
    const said = saidBy(event, mine, who);
    // The dealer calls bets as the documents do; here they have the names on the felt.
    const plain = felt.spots.reduce((text, { name, book }) => (book ? text.replaceAll(book, name) : text), said);
    this.caption = withSigns(plain);
    this.waiting.push(this.caption);
  }

  // Calls and results, what happened at once in one go.
  announce(extra = "") {
    const said = [...this.waiting.splice(0), extra].filter(Boolean).join(". ").replaceAll("..", ".");
    if (said) this.spoken = said;
    const region = this.app.querySelector(".live-region");
    if (region && said && region.textContent !== said) region.textContent = said;
  }
}

function saidBy(event, mine, who) {
  if (event.what === "dealer") return words.result.dealer(event.call);
  if (who && event.kind !== "Drawn" && !event.call.startsWith("Seat ")) return `${who}: ${event.call}`;
  return mine
    ? event.call.replace(/^Seat \d+( [a-z]+?)s\b/, `${who}$1`).replace(/^Seat \d+/, who) // you stay, you trade
    : event.call.replace(/^Seat \d+/, who || "$&");
}
