// Pay tables under the hand: every change is priced by the server, the last one wins.
import { ask, count, decimal, element, fraction, latest, percent, signedPercent } from "../site/ask.js";
import { figure } from "../site/figure.js";

// The house edge as a fraction, or of a sample its 99 % interval.
function certainty(figures) {
  if (figures.method !== "sampled") return fraction(figures.house_edge);
  return [figures.house_edge_interval.map((edge) => percent(edge, 4)).join(" … ")];
}

// Of a sample half of its 99 % interval, as the page is made with it; nothing of what is exact.
function within(margin, shown) {
  return margin === undefined ? [] : [" ", element("small", { class: "muted" }, `± ${shown(margin)}`)];
}

function half(figures, key) {
  const interval = figures[`${key}_interval`];
  return interval && (interval[1] - interval[0]) / 2;
}

class LabBench extends HTMLElement {
  connectedCallback() {
    this.terms = this.querySelector("[data-terms]");
    this.status = this.closest("section").querySelector("[data-status]");
    this.asTable = this.querySelector("details > summary")?.textContent ?? "";
    this.price = latest((signal) => this.compute(signal));
    this.terms.addEventListener("submit", (event) => event.preventDefault());
    this.terms.addEventListener("input", () => this.price());
    for (const editor of this.querySelectorAll("[data-editor]")) this.wire(editor);
  }

  wire(editor) {
    const pick = editor.querySelector("[data-pick]");
    const lines = editor.querySelector("textarea");
    const written = () => [...pick.options].find((option) => option.value && option.dataset.lines === lines.value);
    lines.addEventListener("input", () => {
      pick.value = written()?.value ?? "";
      this.price();
    });
    const choose = (id) => {
      pick.value = id;
      lines.value = pick.selectedOptions[0].dataset.lines;
      this.price();
    };
    pick.addEventListener("change", () => choose(pick.value));
    editor.querySelector("[data-reset]").addEventListener("click", () => choose(lines.dataset.felt));
  }

  question() {
    const asked = {
      game: this.dataset.game,
      strategy: this.terms.elements.strategy.value,
      tables: {},
      pay_tables: {},
      numbers: {},
    };
    const decks = this.terms.elements.decks;
    if (decks) asked.decks = Number(decks.value);
    const otherDecks = decks && decks.value !== decks.defaultValue;
    for (const input of this.terms.querySelectorAll("[data-number]")) {
      if (input.value === input.dataset.value) continue;
      const whole = input.dataset.number === "whole" && /^\d+$/.test(input.value);
      asked.numbers[input.name] = whole ? Number(input.value) : input.value;
    }
    for (const editor of this.querySelectorAll("[data-editor]")) {
      const pick = editor.querySelector("[data-pick]");
      const lines = editor.querySelector("textarea");
      if (!pick.value) asked.tables[editor.dataset.editor] = lines.value;
      else if (pick.value !== lines.dataset.felt || !otherDecks) asked.pay_tables[editor.dataset.editor] = pick.value;
    }
    return asked;
  }

  async compute(signal) {
    this.status.textContent = this.dataset.busy;
    this.setAttribute("aria-busy", "true");
    try {
      const said = await ask("/api/lab/analyze", this.question(), signal);
      this.complain("");
      this.show(said);
      this.status.textContent = this.dataset.done;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      this.complain(error.message);
      this.status.textContent = "";
    }
    this.removeAttribute("aria-busy");
  }

  // A wrong line is named beside its table, anything else beside the terms.
  complain(words) {
    let placed = false;
    for (const editor of this.querySelectorAll("[data-editor]")) {
      const own = !placed && words.startsWith(editor.dataset.editor);
      editor.querySelector("[data-error]").textContent = own ? words : "";
      editor.querySelector("textarea").setAttribute("aria-invalid", String(own));
      placed ||= own;
    }
    this.querySelector("[data-terms-error]").textContent = placed ? "" : words;
  }

  show({ analysis, charts }) {
    const found = { main: analysis.main, ...analysis.wagers };
    for (const item of this.querySelectorAll("[data-wager]")) {
      const figures = found[item.dataset.wager];
      if (!figures) continue;
      for (const place of item.querySelectorAll("[data-fact]")) {
        const key = place.dataset.fact;
        const value = figures[`${key}_float`];
        const shown = key === "standard_deviation" || key === "average_wager"
          ? (number) => decimal(number, 3)
          : (number) => percent(number, key === "house_edge" ? 4 : 2);
        place.replaceChildren(shown(value), ...within(half(figures, key), shown));
        if (key === "house_edge") place.classList.toggle("bad", value < 0);
      }
      item.querySelector("[data-exact]").replaceChildren(...certainty(figures));
      const rows = (figures.outcomes ?? figures.events).map((row) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, row.event),
          element("td", {}, row.pays),
          element("td", { class: "number wide-only" }, count(row.combinations)),
          element(
            "td",
            { class: "number" },
            percent(row.probability_float, 5),
            ...within(row.probability_margin, (number) => percent(number, 5)),
          ),
          element(
            "td",
            { class: "number" },
            signedPercent(row.return_float),
            ...within(row.return_margin, (number) => percent(number, 4)),
          ),
        ),
      );
      item.querySelector("[data-returns]").replaceChildren(...rows);
    }
    for (const [name, chart] of Object.entries(charts)) {
      this.querySelector(`[data-chart="${name}"]`)?.replaceChildren(figure(chart, this.asTable));
    }
    this.querySelector("[data-notes]")
      .replaceChildren(...analysis.notes.map((note) => element("p", { class: "message" }, note)));
  }
}
customElements.define("lab-bench", LabBench);
