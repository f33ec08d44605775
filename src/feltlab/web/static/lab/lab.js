// The lab's page: each part is a custom element of its own.
import { ask, decimal, element, latest, percent } from "../site/ask.js";
import { figure } from "../site/figure.js";
import "./bench.js";
import "./explorer.js";

class StrategyCharts extends HTMLElement {
  connectedCallback() {
    // Counting every hand takes a moment: ask when the reader comes near.
    const near = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      near.disconnect();
      this.load();
    }, { rootMargin: "600px" });
    near.observe(this);
  }

  async load() {
    try {
      const said = await ask(`/api/lab/strategy/${this.dataset.game}`);
      this.replaceChildren(
        ...said.charts.map(
          (chart) => element("div", { class: "panel chart-place" }, figure(chart, this.dataset.asTable)),
        ),
      );
    } catch (error) {
      this.replaceChildren(element("p", { class: "message bad", role: "alert" }, error.message));
    }
  }
}
customElements.define("strategy-charts", StrategyCharts);

class MeterLab extends HTMLElement {
  connectedCallback() {
    const slide = this.querySelector("[data-slide]");
    const written = this.querySelector("[data-meter]");
    const look = latest((signal) => this.look(signal, written.value), 120);
    slide.addEventListener("input", () => {
      written.value = slide.value;
      look();
    });
    written.addEventListener("input", () => {
      slide.value = written.value.replaceAll(",", "");
      look();
    });
  }

  async look(signal, meter) {
    const wrong = this.querySelector("[data-error]");
    try {
      const said = await ask("/api/lab/progressive", { game: this.dataset.game, meter }, signal);
      wrong.textContent = "";
      for (const place of this.querySelectorAll("[data-of]")) {
        const path = `${place.dataset.of}_float`.split(".");
        const value = path.reduce((found, key) => found[key], said.figures);
        place.textContent = place.dataset.of.endsWith("rtp") ? percent(value) : decimal(value, 0);
        if (place.dataset.of === "at_meter.rtp") place.classList.toggle("good", value > 1);
      }
      this.querySelector('[data-chart="meter"]').replaceChildren(figure(said.chart, this.dataset.asTable));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      wrong.textContent = error.message;
    }
  }
}
customElements.define("meter-lab", MeterLab);

const READ = {
  "/api/lab/sessions": (said) => ({
    mean: decimal(said.result.mean), expected: said.exact ? decimal(said.exact.without_ruin_float) : null,
    deviation: decimal(said.result.standard_deviation), ahead: percent(said.ahead.chance),
    ruin: said.ruin ? percent(said.ruin.chance) : null, median: decimal(said.result.percentiles["50"]),
    low: decimal(said.result.percentiles["5"]), high: decimal(said.result.percentiles["95"]),
  }),
  "/api/lab/shift": (said) => ({
    mean: decimal(said.win.mean), theo: said.theo === null ? null : decimal(said.theo_float),
    deviation: decimal(said.win.standard_deviation), loses: percent(said.house_loses.chance),
    low: decimal(said.win.percentiles["5"]), high: decimal(said.win.percentiles["95"]),
  }),
};

class PlaySimulator extends HTMLElement {
  connectedCallback() {
    this.form = this.querySelector("form");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
  }

  question() {
    const asked = { game: this.dataset.game, bets: {} };
    for (const input of this.form.querySelectorAll("[name]")) {
      if (input.type === "number") asked[input.name] = Number(input.value);
      else if (input.value.trim()) asked[input.name] = input.value.trim();
    }
    for (const input of this.form.querySelectorAll("[data-bet]")) {
      if (Number(input.value) !== 0) asked.bets[input.dataset.bet] = input.value.trim();
    }
    return asked;
  }

  async run() {
    const button = this.querySelector("button");
    const wrong = this.querySelector("[data-error]");
    const result = this.querySelector("[data-result]");
    button.disabled = true;
    wrong.textContent = "";
    result.replaceChildren(element("p", { class: "muted" }, this.dataset.busy));
    try {
      const said = await ask(this.dataset.to, this.question());
      const names = JSON.parse(this.dataset.facts);
      const values = READ[this.dataset.to](said.figures);
      const facts = element("dl", { class: "facts" });
      for (const [key, words] of Object.entries(names)) {
        if (values[key] !== null) facts.append(
          element("div", {}, element("dt", {}, words), element("dd", {}, values[key])),
        );
      }
      result.replaceChildren(facts, ...said.charts.map((chart) => figure(chart, this.dataset.asTable)));
    } catch (error) {
      wrong.textContent = error.message;
      result.replaceChildren();
    }
    button.disabled = false;
  }
}
customElements.define("play-simulator", PlaySimulator);

class ProtectionFigures extends HTMLElement {
  connectedCallback() {
    this.words = JSON.parse(this.dataset.words);
    this.querySelector("[data-start]")?.addEventListener("click", () => this.follow(true));
    if (this.dataset.state === "working") this.follow(false);
  }

  async follow(start) {
    const url = `/api/lab/protection/${this.dataset.game}`;
    const button = this.querySelector("[data-start]");
    button.disabled = true;
    const progress = this.querySelector("[data-progress]");
    try {
      let said = await ask(url, start ? {} : undefined);
      while (said.state === "working") {
        progress.textContent = `${this.words.protection_working}: ${said.what}, ${percent(said.done, 0)}`;
        await new Promise((done) => setTimeout(done, 1500));
        said = await ask(url);
      }
      if (said.state === "ready") this.show(said);
      else progress.textContent = `${this.words.protection_failed} ${said.failed ?? ""}`;
    } catch (error) {
      progress.textContent = error.message;
    }
    button.disabled = false;
  }

  show(said) {
    const w = this.words;
    const panels = said.charts.map((chart) => element("div", { class: "panel" }, figure(chart, w.as_table)));
    const verdict = said.figures.verdict.map((entry) =>
      element(
        "div",
        {},
        element(
          "p",
          {},
          element(
            "span",
            { class: `tag ${entry.safe ? "good" : "bad"}` },
            entry.safe ? w.safe : entry.decided === false ? w.undecided : w.unsafe,
          ),
          " ",
          element("strong", {}, entry.threat),
        ),
        element("p", { class: "small" }, entry.finding),
        element("p", { class: "small muted" }, `${w.prevented}: ${entry.procedure}.`),
      ),
    );
    this.replaceChildren(
      element("div", { class: "grid-2" }, ...panels, element("div", { class: "panel piled" }, ...verdict)),
    );
  }
}
customElements.define("protection-figures", ProtectionFigures);

