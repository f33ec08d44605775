// Practice: one hard hand after another, chosen by the server, judged by the lab.
import "./cards.js";
import { h, keep, patch, recall } from "../site/dom.js";
import { bars, choiceName, lesson, practiceUnit, strategyBox, strategyOf } from "./coach.js";
import { spread } from "./hands.js";
import { betOf, setterOf } from "./plain.js";
import { mistakesOf } from "./results.js";
import { sheetOf } from "./sheet.js";
import { ask } from "../site/ask.js";
import { words } from "./text.js";

const MOST_FACES = 5; // in a row on a phone; of more cards the ranks are all one can read

/** @param {string} text */
const label = (text) => h("p", { class: "practice-label", "aria-hidden": "true" }, text);

class FeltPractice extends HTMLElement {
  game = "";
  score = { right: 0, all: 0, streak: 0, cost: 0 };
  /** @type {Wire.Felt | null} */
  felt = null;
  /** @type {Wire.Posed | null} */
  hand = null;
  /** @type {Wire.Verdict | null} */
  verdict = null;
  /** @type {Set<string>} */
  picks = new Set();
  failed = false;
  narrow = matchMedia("(max-width: 40rem)");
  /**
   * A hand from a link, and the choice made with it.
   * @type {{ cards: string, board: string, choice: string } | null}
   */
  given = null;
  /** @type {import("./sheet.js").Decision[]} */
  mistakes = [];
  own = false; // whether your own mistakes are practiced
  /** @type {string[] | null} */
  strategy = null;

  connectedCallback() {
    this.game = this.dataset.game ?? "";
    const asked = new URLSearchParams(location.search);
    const [cards, board, choice] = ["cards", "board", "choice"].map((name) => asked.get(name) ?? "");
    this.given = cards ? { cards, board, choice } : null;
    this.mistakes = mistakesOf(sheetOf(this.game).decisions);
    this.own = asked.has("mistakes") && this.mistakes.length > 0;
    this.score = recall(`practice.${this.game}`, this.score);
    document.addEventListener("keydown", (event) => this.pressed(event));
    this.narrow.onchange = () => this.draw();
    this.next();
  }

  get choices() {
    return Object.values(this.hand?.facts.options ?? {})[0] ?? [];
  }

  // With too many ways to trade for a button each, you choose the cards.
  get picking() {
    return !this.verdict && this.choices.length > 9;
  }

  get picked() {
    const cards = (this.hand?.cards ?? []).filter((code) => this.picks.has(code));
    return cards.length ? `trade ${cards.join(" ")}` : "keep";
  }

  /** @param {string} code */
  pick(code) {
    if (!this.picks.delete(code)) this.picks.add(code);
    this.draw();
  }

  async next() {
    Object.assign(this, { hand: null, verdict: null, failed: false, picks: new Set() });
    this.draw();
    try {
      this.felt ??= await ask(`/practice/${this.game}.json`);
      this.hand = await ask(`/practice/${this.game}/hand.json${this.wanted()}`);
    } catch {
      this.failed = true;
    }
    this.draw();
    const shown = this.given;
    this.given = null;
    if (!shown?.choice || !this.hand || await this.judge(shown.choice, this.hand)) return;
    this.failed = false; // a choice that this hand does not have: the viewer may choose
    this.draw();
  }

  // A hand from a link first; then, if wanted, the player's own mistakes, costliest first, until they are right.
  wanted() {
    const [mistake] = this.own ? this.mistakes : [];
    const hand = this.given ?? (mistake && { cards: mistake.cards.join(" "), board: mistake.board });
    if (!hand) return "";
    return `?${new URLSearchParams({ cards: hand.cards, ...(hand.board ? { board: hand.board } : {}) })}`;
  }

  /**
   * Chooses what to practice: generally hard hands, or the player's own mistakes.
   * @param {boolean} own
   */
  turnTo(own) {
    this.own = own && this.mistakes.length > 0;
    this.next();
  }

  /** @param {boolean} right */
  practiced(right) {
    const [first, ...rest] = this.mistakes;
    if (!this.own || !first) return;
    this.mistakes = right ? rest : [...rest, first];
    this.own = this.mistakes.length > 0;
  }

  /** @param {string} choice */
  async choose(choice) {
    if (!this.hand || this.verdict) return;
    const verdict = await this.judge(choice, this.hand);
    if (!verdict) return;
    const { score } = this;
    const { right } = verdict;
    this.practiced(right);
    this.score = {
      right: score.right + (right ? 1 : 0),
      all: score.all + 1,
      streak: right ? score.streak + 1 : 0,
      cost: score.cost + verdict.cost_float,
    };
    keep(`practice.${this.game}`, this.score);
    this.strategy ??= await strategyOf(`/play/${this.game}`);
    this.draw();
    /** @type {HTMLElement | null} */
    const next = this.querySelector(".practice-next");
    next?.focus({ preventScroll: true });
  }

  /**
   * The lab's verdict on a choice with this hand.
   * @param {string} choice
   * @param {Wire.Posed} hand
   */
  async judge(choice, { cards, board }) {
    const query = new URLSearchParams({
      choice,
      cards: cards.join(" "),
      ...(board.length ? { board: board.join(" ") } : {})
    });
    /** @type {Wire.Verdict} */
    let verdict;
    try {
      verdict = await ask(`/practice/${this.game}/judge.json?${query}`);
    } catch {
      this.failed = true;
      this.draw();
      return null;
    }
    this.verdict = verdict;
    this.draw();
    return verdict;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    const offered = this.hand && !this.verdict ? this.offered() : [];
    const choice = offered[Number(event.key) - 1];
    if (choice) this.choose(choice);
    else if (event.key.toLowerCase() === "n" && this.verdict) this.next();
  }

  offered() {
    return this.picking ? [this.picked] : this.choices;
  }

  /**
   * The cards that the best choice uses.
   * @param {string} best
   * @param {Wire.Felt} felt
   * @param {Wire.Posed} hand
   */
  usedBy(best, felt, { cards, facts }) {
    if (best.startsWith("play ")) return setterOf(felt)?.set?.sides[best.slice(5)] ?? [];
    return best === "play" ? (facts.best ?? cards) : best.split(" ").slice(1);
  }

  /**
   * @param {Wire.Felt} felt
   * @param {Wire.Posed} hand
   */
  cardRow(felt, hand) {
    const best = this.verdict?.best ?? "";
    const uses = this.usedBy(best, felt, hand);
    return h("div", {
      class: "practice-cards",
      role: "group",
      "aria-label": words.practice.hand,
    }, spread(felt, hand.cards).map(({ code, at }) => {
      const used = uses.includes(code);
      const card = h(
        "playing-card",
        {
          key: at,
          code,
          small: hand.cards.length > MOST_FACES && this.narrow.matches,
          class: this.verdict && /^(play|trade)/.test(best) ? (used ? "used" : "unused") : "",
        },
      );
      return this.picking ? h("button", {
        key: `pick-${at}`,
        type: "button",
        class: `my-card${this.picks.has(code) ? " picked" : ""}`,
        "aria-pressed": String(this.picks.has(code)),
        "aria-label": words.felt.card(code),
        onclick: () => this.pick(code),
      }, card) : card;
    }));
  }

  // The cloth: the board, the hand, and its facts.
  cloth() {
    const { felt, hand } = this;
    const waits = this.failed ? words.practice.failed : words.practice.loading;
    if (!felt || !hand) return h("p", { class: "practice-wait" }, waits);
    return [
      hand.board.length ? [
        label(words.practice.board),
        h(
          "div",
          { class: "practice-cards board", role: "group", "aria-label": words.practice.board },
          hand.board.map((code) => h("playing-card", { key: code, code })),
        ),
        hand.cards.length ? label(words.practice.hand) : null,
      ] : null,
      hand.cards.length ? this.cardRow(felt, hand) : null,
      h("p", { class: "practice-facts" }, hand.facts.shown || " "),
    ];
  }

  buttons() {
    if (this.hand && !this.verdict) return this.offered().map((choice, at) =>
      h(
        "button",
        {
          key: choice,
          type: "button",
          class: "button strong",
          "data-choice": choice,
          disabled: !this.choices.includes(choice),
          onclick: () => this.choose(choice),
        },
        h("kbd", { class: "keys-hint", "aria-hidden": "true" }, at + 1),
        choiceName(choice),
      ));
    if (!this.verdict && !this.failed) return null;
    return h(
      "button",
      { key: "next", type: "button", class: "button practice-next", onclick: () => this.next() },
      words.practice.next,
    );
  }

  // The score and, once a choice is made, the value of each.
  beside() {
    const { felt, score, verdict, hand } = this;
    return h("section", { class: "panel practice-side", "aria-live": "polite" },
      h(
        "p",
        { class: "practice-score" },
        h("strong", {}, words.practice.score(score.right, score.all)),
        score.streak > 1 && h("span", { class: "tag good" }, words.practice.streak(score.streak)),
      ),
      h("p", { class: "small muted" }, felt && words.practice.price(score.cost, betOf(felt))),
      felt && hand && verdict ? [
        h(
          "p",
          { class: `verdict ${verdict.right ? "good" : "bad"}` },
          lesson(felt, verdict, verdict.choice, hand.facts),
        ),
        bars(verdict, verdict.choice),
        h("p", { class: "small muted" }, practiceUnit(felt)),
        strategyBox(this.strategy, "h2", hand.facts.rule),
      ] : hand && h("p", { class: "muted keys-hint" }, words.practice.keys(this.picking ? 1 : this.choices.length)),
      this.mistakes.length > 0 && h(
        "label",
        { key: "own", class: "switch" },
        h("input", {
          type: "checkbox",
          checked: this.own,
          onchange: (event) => this.turnTo(event.currentTarget.checked),
        }),
        words.practice.own(this.mistakes.length),
      ),
      h("p", {}, h("a", { class: "button small quiet", href: `/play/${this.game}` }, words.practice.play)));
  }

  draw() {
    patch(this, [
      h(
        "div",
        { class: "practice-head" },
        h("h1", {}, words.practice.title(this.dataset.title ?? "")),
        h(
          "p",
          { class: "muted" },
          `${words.practice.lead} ${words.practice.beginner}`,
          h("a", { href: `/rules/${this.game}#how` }, words.practice.how),
        ),
      ),
      h("div", { class: "practice-grid" },
        h("section", { class: `felt practice-felt felt-${this.game}`, "aria-label": words.practice.ask },
          h("div", { class: "cloth" }, this.cloth(), h("div", { class: "practice-choices" }, this.buttons()))),
        this.beside()),
    ]);
    this.dataset.ready = "";
  }
}
customElements.define("felt-practice", FeltPractice);
