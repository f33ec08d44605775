// The dealer's school: ask, answer, be marked. What is right is known to the server alone until then.
import { ask, element } from "./ask.js";
import { card, cardButton, cardName, ruleCard } from "./cards.js";

const money = (cents) => `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: cents % 100 ? 2 : 0, maximumFractionDigits: 2 })}`;
const cents = (text) => {
  const found = /^\$?\s*([\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found || !text.trim()) return null;
  return Number((found[1] || "0").replaceAll(",", "")) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
};
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// Each kind of question: builds its part of the page and gives a function that reads the answer.
const KINDS = {
  choice(asked) {
    let chosen = null;
    const list = element("div", { class: "answer-options", role: "group" });
    asked.options.forEach((option, place) => {
      const button = element("button", { type: "button", "aria-pressed": "false", "data-key": String(place + 1) }, element("kbd", { "aria-hidden": "true" }, String(place + 1)), option.words);
      button.addEventListener("click", () => {
        chosen = option.value;
        for (const other of list.children) other.setAttribute("aria-pressed", String(other === button));
      });
      list.append(button);
    });
    return { part: list, read: () => chosen };
  },
  cards(asked) {
    const picked = new Set();
    const list = element("div", { class: "cards answer-cards", role: "group" });
    asked.from.forEach((code, place) => {
      const button = cardButton(code, false, () => {
        if (!picked.delete(code)) picked.add(code);
        button.setAttribute("aria-pressed", String(picked.has(code)));
      });
      button.dataset.key = String(place + 1);
      list.append(button);
    });
    return { part: list, read: () => (picked.size ? [...picked] : null) };
  },
  places(asked) {
    const picked = new Set();
    const list = element("div", { class: "cards answer-cards", role: "group" });
    asked.options.forEach((option, place) => {
      const button = cardButton(option.card, false, () => {
        if (!picked.delete(option.value)) picked.add(option.value);
        button.setAttribute("aria-pressed", String(picked.has(option.value)));
      });
      button.dataset.key = String(place + 1);
      list.append(button);
    });
    return { part: list, read: () => [...picked] };
  },
  money(asked, words) {
    const list = element("div", { class: "money" });
    asked.fields.forEach((field, place) => {
      const id = `money-${place}`;
      const input = element("input", { id, inputmode: "decimal", autocomplete: "off", "data-name": field.name, placeholder: words.back });
      list.append(element("div", { class: "field" }, element("label", { for: id }, field.label, element("small", {}, `${words.staked} ${money(field.staked)}, ${words.back}`)), input));
    });
    const part = element("div", {}, element("p", { class: "small muted" }, words.back_hint), list);
    const read = () => {
      const amounts = {};
      for (const input of list.querySelectorAll("input")) {
        const value = cents(input.value);
        input.setAttribute("aria-invalid", String(value === null));
        if (value === null) return null;
        amounts[input.dataset.name] = value;
      }
      return amounts;
    };
    return { part, read };
  },
  round(asked, words) {
    const order = [];
    const row = element("div", { class: "order", role: "group", "aria-label": words.order_pick });
    const show = () => {
      for (const button of row.querySelectorAll("button")) {
        const place = order.indexOf(Number(button.dataset.seat));
        button.setAttribute("aria-pressed", String(place >= 0));
        button.classList.toggle("quiet", place < 0);
        button.querySelector(".place").textContent = place < 0 ? "" : `${place + 1}.`;
      }
    };
    row.append(element("span", { class: "small muted" }, words.dealers_left));
    for (const seat of asked.seats) {
      const button = element("button", { type: "button", class: "button small quiet", "data-seat": String(seat), "aria-pressed": "false" }, element("span", { class: "place" }), fill(words.seat, { seat }));
      button.addEventListener("click", () => {
        const place = order.indexOf(seat);
        if (place < 0) order.push(seat);
        else order.splice(place, 1);
        show();
      });
      row.append(button);
    }
    row.append(element("span", { class: "small muted" }, words.dealers_right));
    const paid = KINDS.money(asked, words);
    const part = element("div", {}, element("p", { class: "label" }, words.order_pick), row, paid.part);
    const read = () => {
      const amounts = paid.read();
      return amounts && order.length === asked.seats.length ? { order: [...order], amounts } : null;
    };
    return { part, read };
  },
};

class DealerSchool extends HTMLElement {
  connectedCallback() {
    this.words = JSON.parse(this.dataset.words);
    this.room = this.querySelector("[data-room]");
    for (const button of this.querySelectorAll("[data-drill]")) button.addEventListener("click", () => this.start(button.dataset.drill));
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
    for (const button of this.querySelectorAll("[data-drill]")) button.setAttribute("aria-current", String(button.dataset.drill === drill));
    await this.next();
  }

  async next() {
    try {
      this.question = await ask(`/api/school/${this.dataset.game}/${this.drill}`, {});
    } catch (error) {
      this.room.replaceChildren(element("p", { class: "message bad", role: "alert" }, error.message));
      return;
    }
    this.show();
  }

  hand(name, cards, did) {
    const part = element("div", {}, element("p", { class: "label" }, name), element("div", { class: "cards" }, ...cards));
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
    if (shown.meter) top.append(element("div", {}, element("p", { class: "label" }, shown.meter.name), element("p", { class: "meter-shown" }, money(shown.meter.cents))));
    if (shown.seats) top.append(element("div", { class: "table-seats" }, ...shown.seats.map((seat) => this.hand(seat.name, seat.cards.map(card), seat.did))));
    return top.children.length ? top : null;
  }

  show() {
    const w = this.words;
    const { question, show, ask: asked } = this.question;
    this.answered = false;
    this.clock = element("span", { class: "clock", "aria-hidden": "true" }, "0 s");
    const heading = element("h2", { tabindex: "-1" }, question);
    const kind = KINDS[asked.kind](asked, w);
    kind.part.querySelector?.("[role=group]")?.setAttribute("aria-label", question);
    if (kind.part.getAttribute("role") === "group") kind.part.setAttribute("aria-label", question);
    this.read = kind.read;
    this.check = element("button", { type: "button", class: "button" }, w.check);
    this.check.addEventListener("click", () => (this.answered ? this.next() : this.mark()));
    this.verdict = element("div", { class: "verdict", "aria-live": "assertive" });
    const table = this.table(show);
    this.room.replaceChildren(element("div", { class: "room-head" }, heading, this.clock), ...(table ? [table] : []), kind.part, element("p", { class: "row" }, this.check), this.verdict);
    heading.focus({ preventScroll: true });
    this.began = performance.now();
    clearInterval(this.ticking);
    this.ticking = setInterval(() => {
      if (!this.isConnected) clearInterval(this.ticking);
      this.clock.textContent = `${Math.floor((performance.now() - this.began) / 1000)} s`;
    }, 1000);
  }

  async mark() {
    const answer = this.read();
    if (answer === null) return;
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
    this.tell(said);
  }

  tell(said) {
    const w = this.words;
    const box = element("div", { class: `message ${said.right ? "good" : "bad"}` }, element("h3", {}, said.right ? w.right : w.wrong));
    if (!said.right) box.append(this.correct(said.correct));
    box.append(element("ul", {}, ...said.explain.map((words) => element("li", {}, words))));
    if (!said.right) box.append(element("p", { class: "label" }, w.manual), element("blockquote", {}, said.step));
    this.verdict.replaceChildren(box);
    this.answered = true;
    this.check.disabled = false;
    this.check.textContent = w.next;
    this.check.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }

  correct(value) {
    const w = this.words;
    const asked = this.question.ask;
    const part = element("div", {}, element("p", { class: "label" }, w.correct));
    if (asked.kind === "choice") part.append(element("p", {}, asked.options.find((option) => option.value === value)?.words ?? value));
    else if (asked.kind === "cards") part.append(element("div", { class: "cards" }, ...value.map(card)));
    else if (asked.kind === "places") part.append(element("div", { class: "cards" }, ...value.map((place) => card(asked.options[Number(place)].card))), element("span", { class: "hidden-words" }, value.map((place) => cardName(asked.options[Number(place)].card)).join(", ") || w.no_pay));
    else {
      const amounts = value.amounts ?? value;
      const lines = asked.fields.map((field) => element("li", {}, `${field.label}: ${money(amounts[field.name])}`));
      if (value.order) lines.unshift(element("li", {}, fill(w.order, { order: value.order.join(", ") })));
      part.append(element("ul", {}, ...lines));
    }
    return part;
  }

  key(event) {
    if (event.key === "Enter" && event.target.tagName !== "BUTTON" && this.question) {
      event.preventDefault();
      this.check.click();
    } else if (/^[1-9]$/.test(event.key) && event.target.tagName !== "INPUT" && !this.answered) {
      this.room.querySelector(`[data-key="${event.key}"]`)?.click();
    }
  }
}
customElements.define("dealer-school", DealerSchool);
