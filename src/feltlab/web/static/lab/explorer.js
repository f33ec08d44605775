// Look up a hand: pick cards, see what each choice is worth.
import { ask, decimal, element, fraction, latest } from "../site/ask.js";
import { card, cardButton, RANK_ORDER } from "../site/cards.js";
import { cardName, withSigns } from "../site/names.js";
import { drawing } from "../site/figure.js";

// A value to the left or to the right of nothing, to one scale for all choices.
function valueBar(value, spread) {
  const wide = (50 * Math.abs(value)) / spread;
  return drawing(
    '<svg class="chart value-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
    + `<rect class="${value < 0 ? "c3" : "c1"}" x="${value < 0 ? 50 - wide : 50}" y="1" width="${wide}" height="8"/>`
    + '<line class="axis" x1="50" x2="50" y1="0" y2="10"/></svg>',
  );
}

// A sampled value has an interval in place of a fraction.
function worth(option) {
  return option.ev ? fraction(option.ev) : [`± ${decimal(2.576 * option.standard_error, 4)}`];
}

class HandExplorer extends HTMLElement {
  connectedCallback() {
    this.hands = JSON.parse(this.dataset.hands);
    this.words = JSON.parse(this.dataset.words);
    this.bets = JSON.parse(this.dataset.bets);
    this.terms = JSON.parse(this.dataset.terms);
    this.decks = this.terms.decks ?? 0; // none: one deck, each card once
    this.picked = [];
    this.look = latest((signal) => this.value(signal), 60);
    this.build();
    this.show();
  }

  get most() {
    return this.hands.reduce((sum, hand) => sum + hand.cards, 0);
  }

  get least() {
    return this.hands.reduce((sum, hand) => sum + (hand.optional ? 0 : hand.cards), 0);
  }

  copies(code) {
    if (!this.decks) return 1;
    return code === "Jo" ? this.terms.jokers * this.decks : this.decks;
  }

  build() {
    const w = this.words;
    this.chosen = element("div", { class: "chosen" });
    this.result = element("div", { class: "advice", "aria-live": "polite" });
    const deck = element("div", { class: "deck", role: "group", "aria-label": w.deck });
    this.buttons = [];
    for (const suit of "shdc") {
      const row = element("div", { class: "deck-row" });
      for (const rank of RANK_ORDER) row.append(this.button(rank + suit));
      deck.append(row);
    }
    if (this.decks) deck.append(element("div", { class: "deck-row" }, this.button("Jo")));
    const random = element("button", { type: "button", class: "button small quiet" }, w.random);
    const clear = element("button", { type: "button", class: "button small quiet" }, w.clear);
    random.addEventListener("click", () => this.deal());
    clear.addEventListener("click", () => this.set([]));
    const extras = element("fieldset", { class: "extras" }, element("legend", { class: "label" }, w.bets_too));
    for (const bet of this.bets) {
      const box = element("input", { type: "checkbox", value: bet.slug, id: `also-${bet.slug}` });
      box.addEventListener("change", () => this.look());
      extras.append(element("label", { for: `also-${bet.slug}` }, box, ` ${bet.name}`));
    }
    this.extras = extras;
    const tools = element("p", { class: "row" }, random, clear);
    if (this.decks) {
      const most = this.terms.most_decks;
      this.deckInput = element(
        "input",
        { type: "number", min: "1", max: String(most), value: String(this.decks), id: "explore-decks" },
      );
      this.deckInput.addEventListener("input", () => {
        this.decks = Math.min(most, Math.max(1, Number(this.deckInput.value) || 1));
        this.set([]);
      });
      tools.append(element("label", { for: "explore-decks", class: "label" }, w.decks), this.deckInput);
    }
    const right = element("div", { class: "explorer-side" }, this.chosen, this.result, extras);
    this.replaceChildren(element("div", { class: "explorer-columns" }, element("div", {}, deck, tools), right));
  }

  button(code) {
    const made = cardButton(code, false, () => this.toggle(code));
    this.buttons.push(made);
    return made;
  }

  toggle(code) {
    const held = this.picked.filter((other) => other === code).length;
    const enough = held >= this.copies(code) || this.picked.length >= this.most;
    if (held && enough) this.set(this.picked.filter((other) => other !== code));
    else if (this.picked.length < this.most) this.set([...this.picked, code]);
  }

  deal() {
    const shoe = [];
    const put = (code) => shoe.push(...Array(this.copies(code)).fill(code));
    for (const suit of "shdc") for (const rank of RANK_ORDER) put(rank + suit);
    if (this.decks) put("Jo");
    const cards = [];
    const goal = Math.random() < 0.5 ? this.least : this.most;
    while (cards.length < goal) cards.push(...shoe.splice(Math.floor(Math.random() * shoe.length), 1));
    this.set(cards);
  }

  set(cards) {
    this.picked = cards;
    this.show();
    this.look();
  }

  show() {
    const full = this.picked.length >= this.most;
    for (const button of this.buttons) {
      const held = this.picked.includes(button.dataset.card);
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
          this.words.explore_pick.replace("{count}", String(-left)).replace("{field}", this.words.fields[next.field]),
        ),
      );
    }
  }

  line() {
    const { initial, stake, meters } = this.terms;
    const asked = { game: this.dataset.game, wagers: { [initial]: stake } };
    for (const box of this.extras.querySelectorAll("input:checked")) {
      asked.wagers[box.value] = stake;
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

  async value(signal) {
    if (this.picked.length < this.least) return;
    try {
      const said = await ask("/api/lab/advise", this.line(), signal);
      this.advise(said);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      this.result.replaceChildren(element("p", { class: "message bad", role: "alert" }, error.message));
    }
  }

  advise(said) {
    const w = this.words;
    const spread = Math.max(...said.options.map((option) => Math.abs(option.ev_float)), 1e-9);
    const rows = said.options.map((option) => {
      const best = option.choice === said.best;
      const drawn = valueBar(option.ev_float, spread);
      return element(
        "tr",
        { class: best ? "best" : undefined },
        element(
          "th",
          { scope: "row" },
          withSigns(option.choice),
          best ? element("span", { class: "tag good" }, "✓") : "",
        ),
        element("td", { class: "number" }, `${option.ev_float > 0 ? "+" : ""}${decimal(option.ev_float, 4)}`),
        element("td", {}, drawn),
        element("td", { class: "mono small fraction" }, ...worth(option)),
      );
    });
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
