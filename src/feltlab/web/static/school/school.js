// The dealer's school: ask, answer, be marked. What is right is known to the server alone until then.
import { ask, element } from "../site/ask.js";
import { card, ruleCard } from "../site/cards.js";
import { fill, KINDS, money } from "./questions.js";

class DealerSchool extends HTMLElement {
  connectedCallback() {
    this.words = JSON.parse(this.dataset.words);
    this.room = this.querySelector("[data-room]");
    for (const button of this.querySelectorAll("[data-drill]")) {
      button.addEventListener("click", () => this.start(button.dataset.drill));
    }
    const begin = this.querySelector("[data-begin]");
    begin.addEventListener("click", () => this.start(begin.dataset.begin));
    this.querySelector("[data-forget]").addEventListener("click", () => this.forget());
    this.addEventListener("keydown", (event) => this.key(event));
    this.scores();
    const wanted = location.hash.slice(1);
    if (this.querySelector(`[data-drill="${CSS.escape(wanted)}"]`)) this.start(wanted);
  }

  place(drill) {
    return `feltlab.school.${this.dataset.game}.${drill}`;
  }

  kept(drill) {
    try {
      return JSON.parse(localStorage.getItem(this.place(drill))) ?? { done: 0, right: 0, streak: 0, best: null };
    } catch {
      return { done: 0, right: 0, streak: 0, best: null };
    }
  }

  keep(drill, score) {
    try {
      localStorage.setItem(this.place(drill), JSON.stringify(score));
    } catch {
      // not kept, the drill goes on
    }
  }

  forget() {
    for (const button of this.querySelectorAll("[data-drill]")) {
      try {
        localStorage.removeItem(this.place(button.dataset.drill));
      } catch {
        return;
      }
    }
    this.scores();
  }

  scores() {
    for (const button of this.querySelectorAll("[data-drill]")) {
      const score = this.kept(button.dataset.drill);
      const parts = [fill(this.words.score, score)];
      if (score.streak > 1) parts.push(fill(this.words.streak, score));
      if (score.best !== null) parts.push(fill(this.words.best, { seconds: score.best }));
      button.querySelector("[data-score]").textContent = score.done ? parts.join(" · ") : this.words.untried;
    }
  }

  async start(drill) {
    this.drill = drill;
    history.replaceState(null, "", `#${drill}`);
    for (const button of this.querySelectorAll("[data-drill]")) {
      button.setAttribute("aria-current", String(button.dataset.drill === drill));
    }
    await this.next();
  }

  async next() {
    try {
      const { game, table } = this.dataset;
      this.question = await ask(`/api/school/${game}/${this.drill}`, table ? { table } : {});
    } catch (error) {
      this.room.replaceChildren(element("p", { class: "message bad", role: "alert" }, error.message));
      return;
    }
    this.show();
  }

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

  table(shown) {
    const w = this.words;
    const top = element("div", { class: "table-top" });
    const hidden = this.question.ask.from ?? [];
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

  // The rules and pay tables that the question needs, folded; open for the next question if it was for this one.
  needed() {
    const w = this.words;
    const { rules, pays } = this.question;
    const row = ({ event, pays: paid }) =>
      element("tr", {}, element("th", { scope: "row" }, event), element("td", { class: "number" }, paid));
    const tables = pays.map(({ name, lines }) => {
      const caption = element("caption", {}, fill(w.pays_needed, { wager: name }));
      return element("table", {}, caption, element("tbody", {}, ...lines.map(row)));
    });
    const fold = element(
      "details",
      { class: "needed", open: Boolean(this.unfolded) },
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

  show() {
    const w = this.words;
    const { question, hint, show, ask: asked } = this.question;
    this.answered = false;
    this.clock = element("span", { class: "clock", "aria-hidden": "true" }, "0 s");
    const heading = element("h2", { tabindex: "-1" }, question);
    const counted = element("strong", { class: "counted", role: "status" });
    const kind = KINDS[asked.kind](asked, w, (said) => {
      if (this.answered) return;
      counted.textContent = kind.counted?.() ?? "";
      this.say(said);
    });
    counted.textContent = kind.counted?.() ?? "";
    kind.part.querySelector?.("[role=group]")?.setAttribute("aria-label", question);
    if (kind.part.getAttribute("role") === "group") kind.part.setAttribute("aria-label", question);
    this.kind = kind;
    this.check = element("button", { type: "button", class: "button" }, w.check);
    this.check.addEventListener("click", () => (this.answered ? this.next() : this.mark()));
    this.verdict = element("div", { class: "verdict", "aria-live": "assertive" });
    const table = this.table(show);
    this.room.replaceChildren(
      element("div", { class: "room-head" }, heading, this.clock),
      element("p", { class: "hint" }, hint, " ", counted),
      ...(table ? [table] : []),
      this.needed(),
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

  // The question into view, where the list or a long question before it has left it outside.
  bring() {
    const { top } = this.room.getBoundingClientRect();
    if (top >= 0 && top < innerHeight / 2) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.room.scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  }

  say(words) {
    this.verdict.replaceChildren(...(words ? [element("p", { class: "message missing" }, words)] : []));
  }

  async mark() {
    const missing = this.kind.missing();
    this.say(missing);
    if (missing) return;
    const answer = this.kind.read();
    clearInterval(this.ticking);
    this.check.disabled = true;
    let said;
    try {
      said = await ask("/api/school/answer", { id: this.question.id, answer });
    } catch (error) {
      this.verdict.replaceChildren(element("p", { class: "message bad", role: "alert" }, error.message));
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
    if (said.right && (score.best === null || seconds < score.best)) score.best = seconds;
    this.keep(this.drill, score);
    this.scores();
    this.tell(said, answer);
  }

  tell(said, answer) {
    const w = this.words;
    const box = element(
      "div",
      { class: `message ${said.right ? "good" : "bad"}` },
      element("h3", {}, said.right ? w.right : w.wrong),
    );
    if (!said.right && !this.question.ask.fields) box.append(this.correct(said.correct));
    const lines = said.explain.map((words, place) => {
      const mark = said.marks[place];
      return mark
        ? element("li", { class: "marked" }, element("strong", {}, `${mark}.`), " ", words)
        : element("li", {}, words);
    });
    box.append(element("ul", {}, ...lines));
    this.showChoice(said.correct, answer);
    if (!said.right) box.append(element("p", { class: "label" }, w.manual), element("blockquote", {}, said.step));
    this.verdict.replaceChildren(box);
    this.answered = true;
    this.check.disabled = false;
    this.check.textContent = w.next;
    this.check.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  // In a list of choices, which was right and which was taken for it.
  showChoice(correct, answer) {
    for (const button of this.room.querySelectorAll(".answer-options button")) {
      button.disabled = true;
      const { value } = button.dataset;
      const right = value === correct;
      if (!right && value !== answer) continue;
      const words = right ? this.words.right_choice : this.words.your_choice;
      button.classList.add(right ? "right" : "wrong");
      button.append(element("span", { class: `tag ${right ? "good" : "bad"}` }, words));
    }
  }

  // The right answer; amounts are in the explanation, line by line.
  correct(value) {
    const w = this.words;
    const asked = this.question.ask;
    const part = element("div", { class: "correct" }, element("p", { class: "label" }, w.correct));
    if (asked.kind === "choice") {
      part.append(element("p", {}, asked.options.find((option) => option.value === value)?.words ?? value));
    } else if (asked.kind === "places" && !value.length) {
      part.append(element("p", {}, w.none_stays));
    } else {
      const codes = asked.kind === "places" ? value.map((place) => asked.options[Number(place)].card) : value;
      part.append(element("div", { class: "cards" }, ...codes.map(card)));
    }
    return part;
  }

  key(event) {
    if (event.key === "Enter" && !event.target.closest("button, a, summary") && this.question) {
      event.preventDefault();
      this.check.click();
    } else if (/^[1-9]$/.test(event.key) && event.target.tagName !== "INPUT" && !this.answered) {
      this.room.querySelector(`[data-key="${event.key}"]`)?.click();
    }
  }
}
customElements.define("dealer-school", DealerSchool);
