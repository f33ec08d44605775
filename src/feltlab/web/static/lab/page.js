// The terms of a game's page: one set, in the address, that every section follows. The server writes them and sends
// what follows from them as pieces of the page.
import { ask, element, isOvertaken, latest, messageOf, Refusal } from "../site/ask.js";
import { fill } from "../site/fill.js";
import { readForm } from "./form.js";
import { replace } from "./replacing.js";

/** @typedef {{ what: string, printed: string, own: string }} Differs */
/** @typedef {{ terms: string, own: boolean, query: string, differs: Differs[] }} Terms */

const MOST_UNDONE = 50;
const LARGEST_FILE = 20_000;
const NEAR = "400px";

/**
 * The query of an address; leaves out null values.
 * @param {Record<string, string | null>} asked
 */
function query(asked) {
  const said = Object.entries(asked)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return said.length ? `?${said.join("&")}` : "";
}

export class LabPage extends HTMLElement {
  game = "";
  /** The text of a rule file; empty for the printed terms. */
  terms = "";
  strategy = "";
  /** @type {string | null} the terms to compare with, none: the printed ones */
  beside = null;
  /** @type {Record<string, string>} */
  words = {};
  /** @type {Set<string>} names of parts that are not of these terms yet */
  stale = new Set();
  /** The fields have something that cannot be read. */
  wrong = false;
  change = latest((signal) => this.written(signal));
  near = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: NEAR });

  connectedCallback() {
    this.game = this.dataset.game ?? "";
    this.terms = this.dataset.terms ?? "";
    this.strategy = this.dataset.strategy ?? "";
    this.beside = new URLSearchParams(location.search).get("beside");
    this.words = JSON.parse(this.dataset.words ?? "{}");
    this.form().addEventListener("submit", (event) => event.preventDefault());
    this.form().querySelector("[data-strategy]")?.addEventListener("change", (event) => this.play(event));
    for (const field of this.querySelectorAll("[data-number], [data-rule]")) {
      field.addEventListener("input", () => this.edited());
    }
    for (const box of this.querySelectorAll("[data-offer]")) box.addEventListener("change", () => this.offer());
    for (const editor of this.querySelectorAll("[data-editor]")) this.wire(/** @type {HTMLElement} */ (editor));
    this.piece("undo").addEventListener("click", () => this.undo());
    this.piece("back").addEventListener("click", () => this.remember());
    this.piece("load").addEventListener("change", () => this.load());
    this.piece("keep").addEventListener("click", () => this.compare(this.terms));
    this.piece("drop").addEventListener("click", () => this.compare(null));
    this.showUndo();
    const top = sessionStorage.getItem("lab-top");
    if (top) scrollTo(0, Number(top));
    sessionStorage.removeItem("lab-top");
  }

  disconnectedCallback() {
    this.near.disconnect();
  }

  /** @param {string} name */
  piece(name) {
    return /** @type {HTMLButtonElement} */ (this.querySelector(`[data-${name}]`));
  }

  form() {
    return /** @type {HTMLFormElement} */ (this.querySelector("form[data-form]"));
  }

  // ---- input

  /** @param {HTMLElement} editor */
  wire(editor) {
    const lines = /** @type {HTMLTextAreaElement} */ (editor.querySelector("textarea"));
    lines.addEventListener("input", () => {
      editor.dataset.by = "lines";
      this.edited();
    });
    editor.querySelector("[data-reset]")?.addEventListener("click", () => {
      editor.dataset.by = "id";
      editor.dataset.id = "";
      lines.value = lines.dataset.printed ?? "";
      this.edited();
    });
    editor.addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("[data-use]") : null;
      if (!(button instanceof HTMLElement)) return;
      editor.dataset.by = "id";
      editor.dataset.id = button.dataset.use;
      lines.value = button.dataset.lines ?? "";
      this.edited();
    });
  }

  /**
   * Lines from elsewhere, such as a table found by a search.
   * @param {string} wager
   * @param {string} lines
   */
  write(wager, lines) {
    const editor = this.querySelector(`[data-editor="${CSS.escape(wager)}"]`);
    const area = editor?.querySelector("textarea");
    if (!(editor instanceof HTMLElement) || !area) return;
    area.value = lines;
    editor.dataset.by = "lines";
    this.edited();
  }

  edited() {
    this.age();
    this.change();
  }

  edit() {
    return { game: this.game, terms: this.terms, ...readForm(this) };
  }

  /** @param {AbortSignal} signal */
  async written(signal) {
    try {
      const said = /** @type {Terms} */ (await ask("/api/lab/terms", this.edit(), signal));
      this.complain("", "");
      this.wrong = false;
      this.commit(said);
    } catch (error) {
      if (isOvertaken(error)) throw error;
      this.wrong = true;
      this.showUndo();
      this.complain(messageOf(error), error instanceof Refusal ? error.field : "");
    }
  }

  /**
   * Shows an error beside its field, or beside the terms if it has none.
   * @param {string} words
   * @param {string} field
   */
  complain(words, field) {
    const places = [...this.querySelectorAll("[data-error]")].filter((place) => place.getAttribute("data-error"));
    const own = places.find((place) => place.getAttribute("data-error") === field)
      ?? places.find((place) => place.getAttribute("data-error") === "terms");
    for (const place of places) {
      place.textContent = place === own ? words : "";
      if (place.getAttribute("data-error") === "terms") continue;
      const marked = place.parentElement?.querySelector("textarea, input[data-number]");
      marked?.setAttribute("aria-invalid", String(Boolean(words) && place === own));
    }
    this.say(words ? this.words.wrong : "");
  }

  /** @param {string} words */
  say(words) {
    this.piece("status").textContent = words;
  }

  // ---- output

  /** @param {Terms} said */
  commit(said) {
    if (said.terms !== this.terms) {
      this.remember();
      this.terms = said.terms;
      this.dataset.terms = said.terms;
      this.announce(said);
    }
    history.replaceState(null, "", location.pathname + this.query() + location.hash);
    this.refresh();
  }

  query() {
    return query({ terms: this.terms || null, strategy: this.strategy || null, beside: this.beside });
  }

  /** @param {Terms} said */
  announce(said) {
    const w = this.words;
    this.piece("bar").classList.toggle("own", said.own);
    const mark = this.piece("mark");
    mark.textContent = said.own ? w.yours : w.printed;
    mark.classList.toggle("brass", said.own);
    this.piece("differing").hidden = !said.differs.length;
    this.piece("count").textContent = said.differs.length === 1 ? w.one : fill(w.many, { count: said.differs.length });
    this.piece("differs").replaceChildren(...said.differs.map((row) => element(
      "tr",
      {},
      element("th", { scope: "row" }, row.what),
      element("td", { class: "number" }, row.printed),
      element("td", { class: "number" }, row.own),
    )));
    this.piece("same").hidden = said.own;
    this.piece("back").hidden = !said.own;
    this.piece("save").setAttribute("href", `/lab/${this.game}/terms.toml${said.query}`);
  }

  // Figures for the old terms are dimmed until they are up to date.
  age() {
    for (const part of this.querySelectorAll("[data-from]")) {
      part.classList.add("stale");
      part.setAttribute("aria-busy", "true");
      this.stale.add(part.getAttribute("data-from") ?? "");
    }
    this.say(this.dataset.busy ?? "");
    this.dispatchEvent(new CustomEvent("terms-changed"));
  }

  refresh() {
    this.near.disconnect();
    void this.renew("pays");
    for (const part of this.querySelectorAll('[data-from]:not([data-from="pays"])')) this.near.observe(part);
  }

  /** @param {IntersectionObserverEntry[]} seen */
  seen(seen) {
    for (const entry of seen) {
      const name = entry.target.getAttribute("data-from") ?? "";
      if (entry.isIntersecting && this.stale.has(name)) {
        this.stale.delete(name);
        void this.renew(name);
      }
    }
  }

  /** @param {string} name */
  async renew(name) {
    const asked = this.query();
    const again = () => asked === this.query() && setTimeout(() => void this.renew(name), 3000);
    try {
      const answer = await fetch(`/lab/${this.game}/part/${name}${asked}`);
      if (asked !== this.query()) return; // the terms have changed since
      if (answer.status === 503) {
        again();
        return;
      }
      if (!answer.ok) throw new Refusal(answer.statusText || `${answer.status}`);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (asked !== this.query()) return;
      this.stale.delete(name);
      for (const fresh of page.querySelectorAll("[data-part]")) {
        const old = this.querySelector(`[data-part="${CSS.escape(fresh.getAttribute("data-part") ?? "")}"]`);
        if (old) replace(old, document.importNode(fresh, true));
      }
      this.dispatchEvent(new CustomEvent("renewed"));
      if (name === "pays") this.say(this.dataset.done ?? "");
    } catch (error) {
      if (asked === this.query()) this.say(messageOf(error));
    }
  }

  /** @param {Event} event */
  play(event) {
    const chosen = /** @type {HTMLSelectElement} */ (event.currentTarget);
    this.strategy = chosen.selectedIndex ? chosen.value : "";
    for (const part of this.querySelectorAll('[data-from="pays"], [data-from="reports"]')) part.classList.add("stale");
    history.replaceState(null, "", location.pathname + this.query() + location.hash);
    void this.renew("pays");
    void this.renew("reports");
  }

  /** @param {string | null} terms */
  compare(terms) {
    this.beside = terms;
    history.replaceState(null, "", location.pathname + this.query() + location.hash);
    void this.renew("compare");
  }

  // ---- links to and from other pages of the same game

  /** @param {string} terms */
  open(terms) {
    sessionStorage.setItem("lab-top", String(scrollY));
    this.terms = terms;
    location.assign(`/lab/${this.game}${this.query()}`);
  }

  async offer() {
    try {
      const said = /** @type {Terms} */ (await ask("/api/lab/terms", this.edit()));
      this.remember();
      this.open(said.terms);
    } catch (error) {
      this.complain(messageOf(error), "terms");
    }
  }

  async load() {
    const chosen = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (this.piece("load")));
    const file = chosen.files?.[0];
    chosen.value = "";
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new Refusal(this.words.too_long);
      const body = { game: this.game, terms: await file.text() };
      const said = /** @type {Terms} */ (await ask("/api/lab/terms", body));
      this.remember();
      this.open(said.terms);
    } catch (error) {
      this.complain(messageOf(error), "terms");
    }
  }

  /** @returns {string[]} */
  past() {
    return JSON.parse(sessionStorage.getItem(`lab-undo-${this.game}`) ?? "[]");
  }

  remember() {
    const kept = [...this.past(), this.terms].slice(-MOST_UNDONE);
    sessionStorage.setItem(`lab-undo-${this.game}`, JSON.stringify(kept));
    this.showUndo();
  }

  showUndo() {
    this.piece("undo").disabled = !this.wrong && !this.past().length;
  }

  undo() {
    if (this.wrong) return this.open(this.terms); // what could not be read was never a step
    const kept = this.past();
    const before = kept.pop();
    if (before === undefined) return;
    sessionStorage.setItem(`lab-undo-${this.game}`, JSON.stringify(kept));
    this.open(before);
  }
}
customElements.define("lab-page", LabPage);

/**
 * The page that an element is on.
 * @param {Element} inside
 */
export const pageOf = (inside) => /** @type {LabPage} */ (/** @type {unknown} */ (inside.closest("lab-page")));
