// A part of the page that stays up to date: the twin is asked every few seconds, and when it has changed the page is
// fetched and what differs is put in its place. Focus and opened details stay. Nobody asks while nobody looks.
import { words } from "./words.js";

const UNTOUCHED = new Set(["open", "aria-busy"]);

const own = (node) => node.dataset && ("said" in node.dataset || "pulse" in node.dataset); // the scripts' to write

export function match(old, now) {
  if (old.nodeName !== now.nodeName || old.id !== now.id || own(old) !== own(now)) {
    old.replaceWith(now.cloneNode(true));
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== now.data) old.data = now.data;
    return;
  }
  if (own(old)) return;
  const drawn = old.nodeName.includes("-"); // it draws itself and names itself
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !UNTOUCHED.has(name) && !drawn) old.removeAttribute(name);
  }
  if (drawn && old.hasAttribute("code") && !now.hasAttribute("code")) old.removeAttribute("code");
  for (const { name, value } of now.attributes) {
    if (!UNTOUCHED.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (drawn) return;
  const kids = [...old.childNodes];
  const news = [...now.childNodes];
  news.forEach((kid, at) => (at < kids.length ? match(kids[at], kid) : old.append(kid.cloneNode(true))));
  kids.slice(news.length).forEach((kid) => kid.remove());
}

export class Live {
  constructor(region, ready) {
    Object.assign(this, { region, ready, data: null, text: "", asking: null, timer: 0, leaving: false });
    this.wait = Number(region.dataset.live) * 1000;
    this.twin = location.pathname + ".json" + location.search;
    document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.look()));
    document.addEventListener("leaving", () => (this.leaving = true));
    this.look();
  }

  rest() {
    clearTimeout(this.timer);
    this.pulse(words.asleep);
  }

  // Now; who asks while an answer is under way waits for one that was asked for afterwards.
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
      const answer = await fetch(this.twin);
      if (this.leaving) return; // the page that comes next is on its way
      if (answer.status === 401 || answer.status === 403) location.reload();
      if (!answer.ok) throw new Error(`${answer.status}`);
      const text = await answer.text();
      this.data = JSON.parse(text);
      if (this.text !== text) await this.show(); // the first time too: it may have changed since the page was made
      this.text = text;
      document.dispatchEvent(new Event("looked")); // a dialog that is open says what is so now
      this.pulse(document.hidden ? words.asleep : words.live); // it may have been hidden meanwhile
    } catch {
      this.pulse(words.lost);
    }
  }

  async show() {
    const answer = await fetch(location.pathname + location.search);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector("[data-live]");
    if (now) match(this.region, now);
  }

  pulse(text) {
    const place = this.region.querySelector("[data-pulse]");
    if (!place) return;
    place.hidden = false;
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("bad", text === words.lost);
  }
}
