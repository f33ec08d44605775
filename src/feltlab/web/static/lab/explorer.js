// Look up a hand: pick cards, see what each choice is worth.
import { ask, decimal, element, fraction, isOvertaken, latest, messageOf } from "../site/ask.js";
import { card, cardButton, RANK_ORDER } from "../site/cards.js";
import { cardName, withSigns } from "../site/names.js";
import { drawing } from "../site/figure.js";
import { fill } from "../site/fill.js";
import { parts } from "../site/part.js";

/**
 * A bar to the left or right of zero, on one scale for all choices.
 * @param {number} value
 * @param {number} spread
 */
function valueBar(value, spread) {
  const wide = (50 * Math.abs(value)) / spread;
  return drawing(
    '<svg class="chart value-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
    + `<rect class="${value < 0 ? "c3" : "c1"}" x="${value < 0 ? 50 - wide : 50}" y="1" width="${wide}" height="8"/>`
    + '<line class="axis" x1="50" x2="50" y1="0" y2="10"/></svg>',
  );
}

/**
 * A sampled value has an interval instead of a fraction.
 * @param {Lab.Option} option
 */
function worth(option) {
  return option.ev ? fraction(option.ev) : [`± ${decimal(2.576 * (option.standard_error ?? 0), 4)}`];
}

/**
 * A choice with its value and bar.
 * @param {Lab.Option} option
 * @param {boolean} best
 * @param {number} spread
 */
function rowOf(option, best, spread) {
  return element(
    "tr",
    { class: best ? "best" : undefined },
    element("th", { scope: "row" }, withSigns(option.choice), best ? element("span", { class: "tag good" }, "✓") : ""),
    element("td", { class: "number" }, `${option.ev_float > 0 ? "+" : ""}${decimal(option.ev_float, 4)}`),
    element("td", {}, valueBar(option.ev_float, spread)),
    element("td", { class: "mono small fraction" }, ...worth(option)),
  );
}

/** @param {string} words */
const smallButton = (words) => element("button", { type: "button", class: "button small quiet" }, words);

class HandExplorer extends HTMLElement {
  /** @type {Lab.Hand[]} */
  hands = JSON.parse(this.dataset.hands ?? "[]");
  /** @type {Lab.Words} */
  words = JSON.parse(this.dataset.words ?? "{}");
  /** @type {{ slug: string, name: string }[]} */
  bets = JSON.parse(this.dataset.bets ?? "[]");
  /** @type {Lab.Explorer} */
  terms = JSON.parse(this.dataset.terms ?? "{}");
  decks = this.terms.decks ?? 0; // none: one deck, each card once
  /** @type {string[]} */
  picked = [];
  /** @type {HTMLButtonElement[]} */
  buttons = [];
  chosen = element("div", { class: "chosen" });
  result = element("div", { class: "advice", "aria-live": "polite" });
  extras = element("fieldset", { class: "extras" });
  look = latest((signal) => this.value(signal), 60);

  connectedCallback() {
    this.picked = this.dataset.picked?.split(" ").filter(Boolean) ?? [];
    this.build();
    this.show();
    if (this.picked.length >= this.least) this.look(); // the last lookup used other terms
  }

  get most() {
    return this.hands.reduce((sum, hand) => sum + hand.cards, 0);
  }

  get least() {
    return this.hands.reduce((sum, hand) => sum + (hand.optional ? 0 : hand.cards), 0);
  }

  /** @param {string} code */
  copies(code) {
    if (!this.decks) return 1;
    return code === "Jo" ? this.terms.jokers * this.decks : this.decks;
  }

  build() {
    const w = this.words;
    const deck = element("div", { class: "deck", role: "group", "aria-label": w.deck });
    for (const suit of "shdc") {
      const row = element("div", { class: "deck-row" });
      for (const rank of RANK_ORDER) row.append(this.button(rank + suit));
      deck.append(row);
    }
    if (this.decks) deck.append(element("div", { class: "deck-row" }, this.button("Jo")));
    const random = smallButton(w.random);
    const clear = smallButton(w.clear);
    random.addEventListener("click", () => this.deal());
    clear.addEventListener("click", () => this.set([]));
    const { extras } = this;
    extras.append(element("legend", { class: "label" }, w.bets_too));
    for (const bet of this.bets) {
      const box = element("input", { type: "checkbox", value: bet.slug, id: `also-${bet.slug}` });
      box.addEventListener("change", () => this.look());
      extras.append(element("label", { for: `also-${bet.slug}` }, box, ` ${bet.name}`));
    }
    const tools = element("p", { class: "row" }, random, clear);
    const right = element("div", { class: "explorer-side" }, this.chosen, this.result, extras);
    this.replaceChildren(element("div", { class: "explorer-columns" }, element("div", {}, deck, tools), right));
  }

  /** @param {string} code */
  button(code) {
    const made = cardButton(code, false, () => this.toggle(code));
    this.buttons.push(made);
    return made;
  }

  /** @param {string} code */
  toggle(code) {
    const held = this.picked.filter((other) => other === code).length;
    const enough = held >= this.copies(code) || this.picked.length >= this.most;
    if (held && enough) this.set(this.picked.filter((other) => other !== code));
    else if (this.picked.length < this.most) this.set([...this.picked, code]);
  }

  deal() {
    /** @type {string[]} */
    const shoe = [];
    const put = (/** @type {string} */ code) => shoe.push(...Array(this.copies(code)).fill(code));
    for (const suit of "shdc") for (const rank of RANK_ORDER) put(rank + suit);
    if (this.decks) put("Jo");
    /** @type {string[]} */
    const cards = [];
    const goal = Math.random() < 0.5 ? this.least : this.most;
    while (cards.length < goal) cards.push(...shoe.splice(Math.floor(Math.random() * shoe.length), 1));
    this.set(cards);
  }

  /** @param {string[]} cards */
  set(cards) {
    this.picked = cards;
    this.show();
    this.look();
  }

  show() {
    const full = this.picked.length >= this.most;
    for (const button of this.buttons) {
      const held = this.picked.includes(button.dataset.card ?? "");
      button.setAttribute("aria-pressed", String(held));
      button.disabled = full && !held;
    }
    let start = 0;
    const rows = this.hands.map((hand) => {
      const cards = this.picked.slice(start, (start += hand.cards));
      const places = element("div", { class: "cards" }, ...cards.map(card));
      for (let empty = cards.length; empty < hand.cards; empty += 1) {
        places.append(element("span", { class: "card empty", "aria-hidden": "true" }));
      }
      return element(
        "div",
        {},
        element(
          "p",
          { class: "label" },
          this.words.fields[hand.field],
          hand.optional
            ? element(
              "small",
              { class: "muted" },
              ` · ${this.words.optional.replace("{field}", this.words.fields[hand.field])}`,
            )
            : "",
        ),
        places,
      );
    });
    this.chosen.replaceChildren(...rows);
    if (this.picked.length < this.least) {
      let left = this.picked.length;
      const next = this.hands.find((hand) => (left -= hand.cards) < 0);
      this.result.replaceChildren(
        element(
          "p",
          { class: "muted" },
          fill(this.words.explore_pick, { count: -left, field: this.words.fields[next?.field ?? ""] }),
        ),
      );
    }
  }

  line() {
    const { initial, stake, stakes, meters } = this.terms;
    /** @type {Record<string, number>} */
    const wagers = { [initial]: stake };
    /** @type {Record<string, unknown>} */
    const asked = { game: this.dataset.game, terms: this.terms.rules, wagers };
    for (const box of parts(this.extras, "input:checked", HTMLInputElement)) {
      wagers[box.value] = stakes[box.value] ?? stake;
      if (box.value in meters) asked.meters = { [box.value]: meters[box.value] };
    }
    let start = 0;
    for (const hand of this.hands) {
      const cards = this.picked.slice(start, (start += hand.cards));
      if (cards.length === hand.cards) asked[hand.field] = hand.cards === 1 ? cards[0] : cards.join(" ");
    }
    if (this.decks) asked.decks = this.decks;
    return asked;
  }

  /** @param {AbortSignal} signal */
  async value(signal) {
    if (this.picked.length < this.least) return;
    try {
      /** @type {Lab.Advised} */
      const said = await ask("/api/lab/advise", this.line(), signal);
      this.advise(said);
    } catch (error) {
      if (isOvertaken(error)) throw error;
      this.result.replaceChildren(element("p", { class: "message bad", role: "alert" }, messageOf(error)));
    }
  }

  /** @param {Lab.Advised} said */
  advise(said) {
    const w = this.words;
    const spread = Math.max(...said.options.map((option) => Math.abs(option.ev_float)), 1e-9);
    const rows = said.options.map((option) => rowOf(option, option.choice === said.best, spread));
    const head = element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...[w.choice, w.value, "", w.exactly].map(
          (words, place) => (
            words
              ? element("th", { scope: "col", class: place === 1 ? "number" : undefined }, words)
              : element("td", {})
          ),
        ),
      ),
    );
    const best = said.strategy ? w.explore_named.replace("{name}", said.strategy) : w.explore_best;
    this.result.replaceChildren(
      element("p", { class: "display best-choice" }, best.replace("{choice}", withSigns(said.best))),
      element(
        "div",
        { class: "table-wrap", tabindex: "0", role: "group", "aria-label": w.value },
        element("table", {}, head, element("tbody", {}, ...rows)),
      ),
      element("p", { class: "small muted" }, w.value_unit),
    );
    this.dataset.asked = this.picked.map(cardName).join(", ");
  }
}
customElements.define("hand-explorer", HandExplorer);
