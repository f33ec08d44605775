// The dealer's school: question, answer, mark. Until you answer, only the server knows what is right.
import { ask, element, messageOf } from "../site/ask.js";
import { card, ruleCard } from "../site/cards.js";
import { keep, recall } from "../site/dom.js";
import { fill } from "../site/fill.js";
import { money } from "../site/money.js";
import { showChoice, showMistakes } from "./mistakes.js";
import { isPassed, levelOf, printed, untried } from "./progress.js";
import { put } from "./questions.js";


/** @param {HTMLElement} button */
const drillOf = (button) => button.dataset.drill ?? "";

class DealerSchool extends HTMLElement {
  /** @type {School.Words} */
  words = JSON.parse(this.dataset.words ?? "{}");
  /** @type {HTMLElement} */
  room = this.querySelector("[data-room]") ?? this;
  drill = "";
  /** @type {School.Question | null} */
  question = null;
  /** @type {import("./questions.js").Put | null} */
  kind = null;
  answered = false;
  unfolded = false;
  began = 0;
  ticking = 0;
  check = element("button", { type: "button", class: "button" });
  clock = element("span", { class: "clock", "aria-hidden": "true" });
  verdict = element("div", { class: "verdict", "aria-live": "assertive" });

  connectedCallback() {
    for (const button of this.drills) button.addEventListener("click", () => this.start(drillOf(button)));
    /** @type {HTMLElement | null} */
    const begin = this.querySelector("[data-begin]");
    begin?.addEventListener("click", () => this.start(begin.dataset.begin ?? ""));
    this.querySelector("[data-print]")?.addEventListener("click", () => printed(this));
    this.querySelector("[data-forget]")?.addEventListener("click", () => this.forget());
    this.check.addEventListener("click", () => (this.answered ? this.next() : this.mark()));
    this.addEventListener("keydown", (event) => this.key(event));
    this.scores();
    const wanted = location.hash.slice(1);
    if (this.querySelector(`[data-drill="${CSS.escape(wanted)}"]`)) this.start(wanted);
  }

  /** @returns {NodeListOf<HTMLElement>} */
  get drills() {
    return this.querySelectorAll("[data-drill]");
  }

  /** @param {string} drill */
  place(drill) {
    return `school.${this.dataset.game}.${drill}`;
  }

  /** @param {string} drill */
  kept(drill) {
    return recall(this.place(drill), untried()) ?? untried();
  }

  forget() {
    for (const button of this.drills) keep(this.place(drillOf(button)), null);
    this.scores();
  }

  scores() {
    for (const button of this.drills) {
      const score = this.kept(drillOf(button));
      const parts = [fill(this.words.score, score)];
      if (score.streak > 1) parts.push(fill(this.words.streak, score));
      if (score.best !== null) parts.push(fill(this.words.best, { seconds: score.best }));
      const said = button.querySelector("[data-score]");
      if (isPassed(score)) parts.unshift(this.words.passed);
      said?.classList.toggle("passed", isPassed(score));
      if (said) said.textContent = score.done ? parts.join(" · ") : this.words.untried;
    }
    this.standing();
  }

  // Your progress with this game, and the certificate once every drill is passed.
  standing() {
    const w = this.words;
    const { passed, drills, level } = levelOf(this.dataset.game ?? "", [...this.drills].map(drillOf));
    const said = this.querySelector("[data-level]");
    const told = `${fill(w.level, { level: w.levels[level] })} · ${fill(w.passes, { passed, drills })}`;
    if (said) said.textContent = told;
    /** @type {HTMLElement | null} */
    const certificate = this.querySelector("[data-certificate]");
    if (certificate) certificate.hidden = passed < drills;
  }

  /** @param {string} drill */
  async start(drill) {
    this.drill = drill;
    history.replaceState(null, "", `#${drill}`);
    for (const button of this.drills) button.setAttribute("aria-current", String(drillOf(button) === drill));
    await this.next();
  }

  async next() {
    /** @type {School.Question} */
    let question;
    try {
      const { game, table } = this.dataset;
      question = await ask(`/api/school/${game}/${this.drill}`, table ? { table } : {});
    } catch (error) {
      this.room.replaceChildren(element("p", { class: "message bad", role: "alert" }, messageOf(error)));
      return;
    }
    this.question = question;
    this.show(question);
  }

  /**
   * @param {string} name
   * @param {HTMLElement[]} cards
   * @param {string} [did]
   */
  hand(name, cards, did) {
    const part = element(
      "div",
      {},
      element("p", { class: "label" }, name),
      element("div", { class: "cards" }, ...cards),
    );
    if (did) part.append(element("p", { class: "did" }, did));
    return part;
  }

  /** @param {School.Question} question */
  table({ ask: asked, show: shown }) {
    const w = this.words;
    const top = element("div", { class: "table-top" });
    const hidden = asked.kind === "cards" ? asked.from : [];
    if (shown.dealer && hidden.length !== shown.dealer.length) top.append(this.hand(w.dealer, shown.dealer.map(card)));
    if (shown.board) top.append(this.hand(w.board, shown.board.map(card)));
    if (shown.rules) top.append(this.hand(w.rules, shown.rules.map(ruleCard)));
    if (shown.meter) top.append(
      element(
        "div",
        {},
        element("p", { class: "label" }, shown.meter.name),
        element("p", { class: "meter-shown" }, money(shown.meter.cents)),
      ),
    );
    if (shown.seats) top.append(
      element(
        "div",
        { class: "table-seats" },
        ...shown.seats.map((seat) => this.hand(seat.name, seat.cards.map(card), seat.did)),
      ),
    );
    return top.children.length ? top : null;
  }

  /**
   * The rules and pay tables for the question, folded; left open for the next question if you opened them for this one.
   * @param {School.Question} question
   */
  needed({ rules, pays }) {
    const w = this.words;
    const row = (/** @type {{ event: string, pays: string }} */ { event, pays: paid }) =>
      element("tr", {}, element("th", { scope: "row" }, event), element("td", { class: "number" }, paid));
    const tables = pays.map(({ name, lines }) => {
      const caption = element("caption", {}, fill(w.pays_needed, { wager: name }));
      return element("table", {}, caption, element("tbody", {}, ...lines.map(row)));
    });
    const fold = element(
      "details",
      { class: "needed", open: this.unfolded },
      element("summary", {}, pays.length ? w.open_pays : w.open_rules),
      ...(tables.length ? [element("div", { class: "needed-pays" }, ...tables)] : []),
      element("ul", { class: "plain-list" }, ...rules.map((rule) => element("li", {}, rule.words))),
      element("p", {}, element("a", { href: this.dataset.rules, target: "_blank" }, w.rules_link)),
    );
    fold.addEventListener("toggle", () => {
      this.unfolded = fold.open;
    });
    return fold;
  }

  /** @param {School.Question} asked */
  show(asked) {
    const w = this.words;
    const { question, hint } = asked;
    this.answered = false;
    this.clock.textContent = "0 s";
    const heading = element("h2", { tabindex: "-1" }, question);
    const counted = element("strong", { class: "counted", role: "status" });
    const kind = put(asked.ask, w, (said) => {
      if (this.answered) return;
      counted.textContent = kind.counted?.() ?? "";
      this.say(said);
    });
    counted.textContent = kind.counted?.() ?? "";
    kind.part.querySelector("[role=group]")?.setAttribute("aria-label", question);
    if (kind.part.getAttribute("role") === "group") kind.part.setAttribute("aria-label", question);
    this.kind = kind;
    this.check.textContent = w.check;
    this.check.disabled = false;
    this.say("");
    const table = this.table(asked);
    this.room.replaceChildren(
      element("div", { class: "room-head" }, heading, this.clock),
      element("p", { class: "hint" }, hint, " ", counted),
      ...(table ? [table] : []),
      this.needed(asked),
      kind.part,
      element("p", { class: "row" }, this.check),
      this.verdict,
    );
    heading.focus({ preventScroll: true });
    this.bring();
    this.began = performance.now();
    clearInterval(this.ticking);
    this.ticking = setInterval(() => {
      if (!this.isConnected) clearInterval(this.ticking);
      this.clock.textContent = `${Math.floor((performance.now() - this.began) / 1000)} s`;
    }, 1000);
  }

  // Scrolls the question into view if the list or a long question has pushed it out.
  bring() {
    const { top } = this.room.getBoundingClientRect();
    if (top >= 0 && top < innerHeight / 2) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.room.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  }

  /** @param {string} words */
  say(words) {
    this.verdict.replaceChildren(...(words ? [element("p", { class: "message missing" }, words)] : []));
  }

  async mark() {
    const { kind, question } = this;
    if (!kind || !question) return;
    const missing = kind.missing();
    this.say(missing);
    if (missing) return;
    const answer = kind.read();
    clearInterval(this.ticking);
    this.check.disabled = true;
    /** @type {School.Marked} */
    let said;
    try {
      said = await ask("/api/school/answer", { id: question.id, answer });
    } catch (error) {
      this.verdict.replaceChildren(element("p", { class: "message bad", role: "alert" }, messageOf(error)));
      this.check.disabled = false;
      this.answered = true;
      this.check.textContent = this.words.next;
      return;
    }
    const seconds = Math.max(1, Math.round((performance.now() - this.began) / 1000));
    const score = this.kept(this.drill);
    score.done += 1;
    score.right += said.right ? 1 : 0;
    score.streak = said.right ? score.streak + 1 : 0;
    score.top = Math.max(score.top ?? 0, score.streak);
    if (said.right && (score.best === null || seconds < score.best)) score.best = seconds;
    keep(this.place(this.drill), score);
    this.scores();
    this.tell(question, said, answer);
  }

  /**
   * @param {School.Question} question
   * @param {School.Marked} said
   * @param {School.Answer} answer
   */
  tell(question, said, answer) {
    const w = this.words;
    const box = element(
      "div",
      { class: `message ${said.right ? "good" : "bad"}` },
      element("h3", {}, said.right ? w.right : w.wrong),
    );
    if (!said.right && !("fields" in question.ask)) box.append(this.correct(question.ask, said.correct));
    const lines = said.explain.map((words, place) => {
      const mark = said.marks[place];
      return mark
        ? element("li", { class: "marked" }, element("strong", {}, `${mark}.`), " ", words)
        : element("li", {}, words);
    });
    const atFields = "fields" in question.ask;
    if (atFields) showMistakes(this.room, said);
    // A message at a field is not repeated below, except the order, which has no field.
    const below = atFields ? lines.filter((_, at) => !said.marks[at] || said.about[at] === "order") : lines;
    if (below.length) box.append(element("ul", {}, ...below));
    showChoice(this.room, said.correct, answer, w);
    if (!said.right) box.append(element("p", { class: "label" }, w.manual), element("blockquote", {}, said.step));
    this.verdict.replaceChildren(box);
    this.answered = true;
    this.check.disabled = false;
    this.check.textContent = w.next;
    this.check.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  /**
   * The right answer; amounts are in the explanation, line by line.
   * @param {School.Asked} asked
   * @param {School.Marked["correct"]} correct
   */
  correct(asked, correct) {
    const w = this.words;
    const values = [correct].flat();
    const part = element("div", { class: "correct" }, element("p", { class: "label" }, w.correct));
    if (asked.kind === "choice") {
      part.append(element("p", {}, asked.options.find(({ value }) => value === correct)?.words ?? values.join(" ")));
    } else if (asked.kind === "places" && !values.length) {
      part.append(element("p", {}, w.none_stays));
    } else {
      const codes = asked.kind === "places" ? values.map((place) => asked.options[Number(place)].card) : values;
      part.append(element("div", { class: "cards" }, ...codes.map(card)));
    }
    return part;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const on = event.target instanceof Element ? event.target : this;
    if (event.key === "Enter" && !on.closest("button, a, summary") && this.question) {
      event.preventDefault();
      this.check.click();
    } else if (/^[1-9]$/.test(event.key) && on.tagName !== "INPUT" && !this.answered) {
      /** @type {HTMLElement | null} */
      const answer = this.room.querySelector(`[data-key="${event.key}"]`);
      answer?.click();
    }
  }
}
customElements.define("dealer-school", DealerSchool);
