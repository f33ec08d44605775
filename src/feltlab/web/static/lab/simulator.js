// Sessions and shifts: up to a second of work is answered at once; more is a job.
import { ask, decimal, element, percent } from "../site/ask.js";
import { figure } from "../site/figure.js";
import { asking, jobOf, onSubmit, resultOf } from "./asking.js";
import { run } from "./job.js";
import { pageOf } from "./page.js";

const AT_ONCE = 2_000_000;

/** @typedef {(said: any) => Record<string, string | null>} Read */
/** @type {Record<string, Read>} */
const READ = {
  sessions: (said) => ({
    mean: decimal(said.result.mean), expected: said.exact ? decimal(said.exact.without_ruin_float) : null,
    deviation: decimal(said.result.standard_deviation), ahead: percent(said.ahead.chance),
    ruin: said.ruin ? percent(said.ruin.chance) : null, median: decimal(said.result.percentiles["50"]),
    low: decimal(said.result.percentiles["5"]), high: decimal(said.result.percentiles["95"]),
  }),
  shift: (said) => ({
    mean: decimal(said.win.mean), theo: said.theo === null ? null : decimal(said.theo_float),
    deviation: decimal(said.win.standard_deviation), loses: percent(said.house_loses.chance),
    low: decimal(said.win.percentiles["5"]), high: decimal(said.win.percentiles["95"]),
  }),
};

class PlaySimulator extends HTMLElement {
  get kind() {
    return this.dataset.kind ?? "";
  }

  get result() {
    return resultOf(this);
  }

  connectedCallback() {
    onSubmit(this, () => void this.play());
    pageOf(this).addEventListener("terms-changed", () => this.age());
  }

  // Results from other terms say so.
  age() {
    if (!this.result.childElementCount || this.result.classList.contains("stale")) return;
    this.result.classList.add("stale");
    this.result.prepend(element("p", { class: "message" }, pageOf(this).dataset.stale ?? ""));
  }

  question() {
    /** @type {Record<string, string>} */
    const bets = {};
    /** @type {Record<string, any>} */
    const asked = { game: this.dataset.game, terms: pageOf(this).terms, bets };
    for (const field of this.querySelectorAll("[name]")) {
      const { type, name, value } = /** @type {HTMLInputElement} */ (field);
      if (type === "number") asked[name] = Number(value);
      else if (value.trim()) asked[name] = value.trim();
    }
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (this.querySelectorAll("[data-bet]"))) {
      if (Number(field.value) !== 0) bets[field.dataset.bet ?? ""] = field.value.trim();
    }
    return asked;
  }

  /** @param {Record<string, any>} asked */
  rounds(asked) {
    if (this.kind === "sessions") return asked.length * asked.sessions;
    return asked.seats * asked.rounds_per_hour * asked.hours * asked.shifts;
  }

  async play() {
    const asked = this.question();
    const host = jobOf(this);
    await asking(this, async () => {
      const short = this.rounds(asked) <= AT_ONCE;
      if (short) host.replaceChildren(element("p", { class: "muted", role: "status" }, this.dataset.busy ?? ""));
      const said = short
        ? /** @type {Record<string, any>} */ (await ask(`/api/lab/${this.kind}`, asked))
        : await run(host, { [this.kind]: asked }, JSON.parse(this.dataset.jobs ?? "{}"));
      if (short) host.replaceChildren();
      if (said) this.show(said);
    }, () => host.replaceChildren());
  }

  /** @param {Record<string, any>} said */
  show(said) {
    const names = JSON.parse(this.dataset.facts ?? "{}");
    const values = READ[this.kind](said.figures);
    const facts = element("dl", { class: "facts" });
    for (const [key, words] of Object.entries(names)) {
      const value = values[key];
      if (value !== null) facts.append(element("div", {}, element("dt", {}, words), element("dd", {}, value)));
    }
    const charts = said.charts.map((/** @type {Site.Chart} */ chart) => figure(chart, this.dataset.asTable ?? ""));
    this.result.classList.remove("stale");
    this.result.replaceChildren(facts, ...charts);
  }
}
customElements.define("play-simulator", PlaySimulator);
