// Questions to the server: JSON out, JSON back, a refusal with the server's own words where something is wrong.
import { MINUS } from "./money.js";

/** What the server says when it refuses: its reason and the status of its answer; or that it was not heard. */
export class Refusal extends Error {
  /**
   * @param {string} [words]
   * @param {{ status?: number, reason?: string, field?: string, lost?: boolean }} [more] `field` is what is at fault
   */
  constructor(words, { status = 0, reason = "", field = "", lost = false } = {}) {
    super(words);
    this.status = status;
    this.reason = reason;
    this.field = field;
    this.lost = lost;
  }
}

/**
 * The answer is taken for what the asker declares it to be.
 * @template T
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function ask(path, body, signal) {
  const options = body === undefined
    ? {}
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { ...options, signal });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(
    said.words ?? said.error ?? (answer.statusText || `${answer.status}`),
    { status: answer.status, reason: said.refused, field: said.field },
  );
  return said;
}

// A key for each command: one that is sent again takes effect once.
export function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error a later question has taken the place of this one */
export const isOvertaken = (error) => error instanceof Error && error.name === "AbortError";

/**
 * Waits until the hand rests, then asks; only the last question is answered.
 * @param {(signal: AbortSignal) => Promise<void>} work
 */
export function latest(work, wait = 250) {
  let timer = 0;
  /** @type {AbortController | null} */
  let running = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      running?.abort();
      const own = new AbortController();
      running = own;
      try {
        await work(own.signal);
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
    }, wait);
  };
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, string | boolean | undefined>} attributes
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

/**
 * A fraction that breaks, where it must, after its stroke and never inside a number.
 * @param {string} text
 */
export function fraction(text) {
  const [above, below] = text.split("/");
  return below ? [`${above}/`, element("wbr"), below] : [above];
}

/** @param {string} text */
const tidy = (text) => text.replace("-", MINUS);

/** @param {number} value */
export const percent = (value, digits = 2) => tidy(`${(value * 100).toFixed(digits)}%`);

/** @param {number} value */
export const signedPercent = (value, digits = 4) => (value > 0 ? "+" : "") + percent(value, digits);

/** @param {number} value */
export const decimal = (value, digits = 2) => tidy(
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** @param {number} value */
export const count = (value) => value.toLocaleString("en-US");
