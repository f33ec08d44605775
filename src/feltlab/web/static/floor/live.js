// A live part of the page: every few seconds it asks for the JSON twin; if that has changed, it fetches the page and
// replaces what differs. Focus and open details stay. A hidden page asks nothing.
import { words } from "./words.js";

const UNTOUCHED = new Set(["open", "aria-busy"]);

/** @param {Node} node is it the scripts' to write? */
const own = (node) => node instanceof HTMLElement && ["said", "pulse", "rows"].some((name) => name in node.dataset);

/** @param {Node} node */
const idOf = (node) => (node instanceof Element ? node.id : "");

/**
 * @param {ChildNode} old
 * @param {ChildNode} now
 */
export function match(old, now) {
  if (old.nodeName !== now.nodeName || idOf(old) !== idOf(now) || own(old) !== own(now)) {
    old.replaceWith(now.cloneNode(true));
    return;
  }
  if (!(old instanceof Element) || !(now instanceof Element)) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  if (own(old)) return;
  matchAttributes(old, now);
  if (drawsItself(old)) return;
  const rows = [...now.children];
  if (rows.length && rows.every((row) => row.id)) matchRows(old, rows);
  else matchKids(old, [...now.childNodes]);
}

/** @param {Element} element it names itself too */
const drawsItself = (element) => element.localName.includes("-");

/**
 * @param {Element} old
 * @param {Element} now
 */
function matchAttributes(old, now) {
  const drawn = drawsItself(old);
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !UNTOUCHED.has(name) && !drawn) old.removeAttribute(name);
  }
  if (drawn && old.hasAttribute("code") && !now.hasAttribute("code")) old.removeAttribute("code");
  for (const { name, value } of now.attributes) {
    if (!UNTOUCHED.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

/**
 * @param {Element} old
 * @param {ChildNode[]} news
 */
function matchKids(old, news) {
  const kids = [...old.childNodes];
  news.forEach((kid, at) => (at < kids.length ? match(kids[at], kid) : old.append(kid.cloneNode(true))));
  kids.slice(news.length).forEach((kid) => kid.remove());
}

/**
 * Moves named rows to their places unchanged, so that selection and focus survive.
 * @param {Element} old
 * @param {Element[]} rows
 */
function matchRows(old, rows) {
  const known = new Map([...old.children].map((row) => [row.id, row]));
  /** @type {Element | null} */
  let before = null;
  for (const row of rows.toReversed()) {
    const own = known.get(row.id) ?? /** @type {Element} */ (row.cloneNode(true));
    if (known.delete(row.id)) match(own, row);
    if (own.nextElementSibling !== before || own.parentNode !== old) old.insertBefore(own, before);
    before = own;
  }
  for (const row of known.values()) row.remove();
}

export class Live {
  /** @type {Floor.Board | null} */
  data = null;
  text = "";
  /** @type {Promise<void> | null} */
  asking = null;
  timer = 0;
  leaving = false;

  /**
   * @param {HTMLElement} region
   * @param {Promise<unknown>} ready
   */
  constructor(region, ready) {
    this.region = region;
    this.ready = ready;
    this.wait = Number(region.dataset.live) * 1000;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.look()));
    document.addEventListener("leaving", () => (this.leaving = true));
    this.look();
  }

  rest() {
    clearTimeout(this.timer);
    this.pulse(words.asleep);
  }

  // Now; a request made while an answer is on its way waits for the answer after it.
  async look() {
    clearTimeout(this.timer);
    while (this.asking) await this.asking;
    this.asking = this.ask();
    await this.asking;
    this.asking = null;
    if (!document.hidden) this.timer = setTimeout(() => this.look(), this.wait);
  }

  async ask() {
    try {
      await this.ready;
      await this.renew();
      document.dispatchEvent(new Event("looked")); // an open dialog shows the current state
      this.pulse(document.hidden ? words.asleep : words.live); // it may have been hidden in the meantime
    } catch {
      this.pulse(words.lost);
    }
  }

  /** @param {string} address */
  async fetched(address) {
    const answer = await fetch(address);
    if (answer.status === 401 || answer.status === 403) location.reload();
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.text();
  }

  async renew() {
    const text = await this.fetched(`${location.pathname}.json${location.search}`);
    this.data = JSON.parse(text);
    if (this.text !== text) this.show(await this.fetched(location.pathname + location.search));
    this.text = text; // the first time too: it may have changed since the page was made
  }

  /** @param {string} page or the region of it */
  show(page) {
    const now = new DOMParser().parseFromString(page, "text/html").querySelector("[data-live]");
    if (now) match(this.region, now);
  }

  /** @param {string} text */
  pulse(text) {
    /** @type {HTMLElement | null} */
    const place = this.region.querySelector("[data-pulse]");
    if (!place) return;
    place.hidden = false;
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("bad", text === words.lost);
  }
}
