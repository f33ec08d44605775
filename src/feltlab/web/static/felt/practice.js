// Practice: one hard hand after another, chosen by the server, judged by the lab.
import "./cards.js";
import { h, keep, patch, recall } from "../site/dom.js";
import { bars, choiceName, lesson, practiceUnit, strategyBox, strategyOf } from "./coach.js";
import { spread } from "./hands.js";
import { betOf, setterOf } from "./plain.js";
import { ask } from "./wire.js";
import { words } from "./text.js";

const label = (text) => h("p", { class: "practice-label", "aria-hidden": "true" }, text);

class FeltPractice extends HTMLElement {
  connectedCallback() {
    Object.assign(
      this,
      { game: this.dataset.game, hand: null, verdict: null, failed: false, showStrategy: false, strategy: null },
    );
    this.score = recall(`practice.${this.game}`, { right: 0, all: 0, streak: 0, cost: 0 });
    document.addEventListener("keydown", (event) => this.pressed(event));
    this.next();
  }

  get choices() {
    return Object.values(this.hand.facts.options)[0] ?? [];
  }

  // Where there are too many ways to trade for a button each, the cards are chosen.
  get picking() {
    return !this.verdict && this.choices.length > 9;
  }

  get picked() {
    const cards = this.hand.cards.filter((code) => this.picks.has(code));
    return cards.length ? `trade ${cards.join(" ")}` : "keep";
  }

  pick(code) {
    if (!this.picks.delete(code)) this.picks.add(code);
    this.draw();
  }

  async next() {
    Object.assign(this, { hand: null, verdict: null, failed: false, picks: new Set() });
    this.draw();
    try {
      this.felt ??= await ask(`/practice/${this.game}.json`);
      this.hand = await ask(`/practice/${this.game}/hand.json`);
    } catch {
      this.failed = true;
    }
    this.draw();
  }

  async choose(choice) {
    if (!this.hand || this.verdict) return;
    const { cards, board } = this.hand;
    const query = new URLSearchParams({
      choice,
      cards: cards.join(" "),
      ...(board.length ? { board: board.join(" ") } : {})
    });
    try {
      this.verdict = await ask(`/practice/${this.game}/judge.json?${query}`);
    } catch {
      this.failed = true;
      this.draw();
      return;
    }
    const { score } = this;
    const right = this.verdict.right;
    this.score = {
      right: score.right + (right ? 1 : 0),
      all: score.all + 1,
      streak: right ? score.streak + 1 : 0,
      cost: score.cost + this.verdict.cost_float,
    };
    keep(`practice.${this.game}`, this.score);
    this.strategy ??= await strategyOf(`/play/${this.game}`);
    this.draw();
    this.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
    const offered = this.hand && !this.verdict ? this.offered() : [];
    const choice = offered[Number(event.key) - 1];
    if (choice) this.choose(choice);
    else if (event.key.toLowerCase() === "n" && this.verdict) this.next();
  }

  offered() {
    return this.picking ? [this.picked] : this.choices;
  }

  cardRow() {
    const { cards } = this.hand;
    const best = this.verdict?.best ?? "";
    return h("div", {
      class: "practice-cards",
      role: "group",
      "aria-label": words.practice.hand,
    }, spread(this.felt, cards).map(({ code, at }) => {
      const used = best.startsWith("play ")
        ? setterOf(this.felt).set.sides[best.slice(5)].includes(code)
        : best === "play"
        ? (this.hand.facts.best ?? this.hand.cards).includes(code)
        : best.split(" ").slice(1).includes(code);
      const card = h(
        "playing-card",
        {
          key: at,
          code,
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

  facts() {
    return this.hand.facts.shown ?? "";
  }

  // What lies on the cloth: the board, the hand, what is known of it.
  cloth() {
    const { hand } = this;
    if (!hand) return h("p", { class: "practice-wait" }, this.failed ? words.practice.failed : words.practice.loading);
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
      hand.cards.length ? this.cardRow() : null,
      h("p", { class: "practice-facts" }, this.facts() || " "),
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

  // The score, and once a choice is made what each was worth.
  beside() {
    const { score, verdict, hand } = this;
    return h("section", { class: "panel practice-side", "aria-live": "polite" },
      h(
        "p",
        { class: "practice-score" },
        h("strong", {}, words.practice.score(score.right, score.all)),
        score.streak > 1 && h("span", { class: "tag good" }, words.practice.streak(score.streak)),
      ),
      h("p", { class: "small muted" }, this.felt && words.practice.price(score.cost, betOf(this.felt))),
      verdict ? [
        h(
          "p",
          { class: `verdict ${verdict.right ? "good" : "bad"}` },
          lesson(this.felt, verdict, verdict.choice, hand.facts),
        ),
        bars(verdict, verdict.choice),
        h("p", { class: "small muted" }, practiceUnit(this.felt)),
        strategyBox(this.strategy, "h2", hand.facts.rule),
      ] : hand && h("p", { class: "muted keys-hint" }, words.practice.keys(this.picking ? 1 : this.choices.length)),
      h("p", {}, h("a", { class: "button small quiet", href: `/play/${this.game}` }, words.practice.play)));
  }

  draw() {
    patch(this, [
      h(
        "div",
        { class: "practice-head" },
        h("h1", {}, words.practice.title(this.dataset.title)),
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
