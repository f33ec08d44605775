// The lab's page: each part is a custom element of its own.
import { ask, decimal, element, isOvertaken, latest, messageOf, percent } from "../site/ask.js";
import { figure } from "../site/figure.js";
import { run } from "./job.js";
import { pageOf } from "./page.js";
import "./design.js";
import "./explorer.js";
import "./simulator.js";

/** @param {unknown} error */
const wrong = (error) => element("p", { class: "message bad", role: "alert" }, messageOf(error));

class StrategyCharts extends HTMLElement {
  connectedCallback() {
    // Counting every hand takes a moment: ask when the reader gets near.
    this.near = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      this.near?.disconnect();
      void this.load();
    }, { rootMargin: "600px" });
    this.near.observe(this);
  }

  disconnectedCallback() {
    this.near?.disconnect();
  }

  async load() {
    try {
      const address = `/api/lab/strategy/${this.dataset.game}${this.dataset.query ?? ""}`;
      const said = /** @type {{ charts: Site.Chart[] }} */ (await ask(address));
      this.replaceChildren(...said.charts.map(
        (chart) => element("div", { class: "panel chart-place" }, figure(chart, this.dataset.asTable ?? "")),
      ));
    } catch (error) {
      this.replaceChildren(wrong(error));
    }
  }
}
customElements.define("strategy-charts", StrategyCharts);

class MeterLab extends HTMLElement {
  connectedCallback() {
    const slide = /** @type {HTMLInputElement} */ (this.querySelector("[data-slide]"));
    const written = /** @type {HTMLInputElement} */ (this.querySelector("[data-meter]"));
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

  /**
   * @param {AbortSignal} signal
   * @param {string} meter
   */
  async look(signal, meter) {
    const error = /** @type {HTMLElement} */ (this.querySelector("[data-error]"));
    const asked = { game: this.dataset.game, terms: this.dataset.terms ?? "", meter };
    try {
      const found = await ask("/api/lab/progressive", asked, signal);
      const said = /** @type {{ figures: any, chart: Site.Chart }} */ (found);
      error.textContent = "";
      for (const place of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("[data-of]"))) {
        const of = place.dataset.of ?? "";
        const value = `${of}_float`.split(".").reduce((found, key) => found[key], said.figures);
        place.textContent = of.endsWith("rtp") ? percent(value) : decimal(value, 0);
        if (of === "at_meter.rtp") place.classList.toggle("good", value > 1);
      }
      this.querySelector('[data-chart="meter"]')?.replaceChildren(figure(said.chart, this.dataset.asTable ?? ""));
    } catch (failed) {
      if (isOvertaken(failed)) throw failed;
      error.textContent = messageOf(failed);
    }
  }
}
customElements.define("meter-lab", MeterLab);

class ProtectionFigures extends HTMLElement {
  connectedCallback() {
    this.querySelector("[data-start]")?.addEventListener("click", () => void this.sample());
  }

  async sample() {
    const button = /** @type {HTMLButtonElement} */ (this.querySelector("[data-start]"));
    const host = /** @type {HTMLElement} */ (this.querySelector("[data-job]"));
    const asked = { game: this.dataset.game, terms: this.dataset.terms ?? "" };
    button.disabled = true;
    try {
      const found = await run(host, { protection: asked }, JSON.parse(this.dataset.jobs ?? "{}"));
      if (found) void pageOf(this).renew("protection"); // as the server shows it
    } catch (error) {
      host.replaceChildren(wrong(error));
    }
    button.disabled = false;
  }
}
customElements.define("protection-figures", ProtectionFigures);

class ReportLinks extends HTMLElement {
  connectedCallback() {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (this.querySelectorAll("[data-form]"))) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        void this.ask(link);
      });
    }
  }

  /**
   * Follows the new link, not the one for the old terms.
   * @param {HTMLAnchorElement} link
   */
  async ask(link) {
    const page = pageOf(this);
    const from = `[data-from="${this.closest("[data-from]")?.getAttribute("data-from")}"]`;
    if (!page.querySelector(`${from}.stale`)) return this.make(link);
    while (page.querySelector(`${from}.stale`)) {
      await new Promise((renewed) => page.addEventListener("renewed", renewed, { once: true }));
    }
    /** @type {HTMLAnchorElement | null} */
    const now = page.querySelector(`${from} [data-form="${link.dataset.form}"]`);
    now?.click();
  }

  /** @param {HTMLAnchorElement} link */
  async make(link) {
    const host = /** @type {HTMLElement} */ (this.querySelector("[data-job]"));
    const words = JSON.parse(this.dataset.jobs ?? "{}");
    const { game, terms = "", strategy = "", beside } = this.dataset;
    const asked = { game, terms, strategy, form: link.dataset.form, beside: beside ?? null };
    try {
      if (!await run(host, { report: asked }, words)) return;
      const again = element("a", { href: link.href }, link.textContent ?? "");
      host.replaceChildren(element("p", { class: "message good", role: "status" }, words.ready, " ", again));
      location.assign(link.href); // a file: the page stays
    } catch (error) {
      host.replaceChildren(wrong(error));
    }
  }
}
customElements.define("report-links", ReportLinks);
