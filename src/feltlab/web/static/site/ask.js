// Requests to the server: JSON out, JSON back; errors carry the server's own words.
import { MINUS } from "./money.js";

/** The server's refusal, with its reason and status; or that the server did not answer. */
export class Refusal extends Error {
  /**
   * @param {string} [words]
   * @param {{ status?: number, reason?: string, field?: string, lost?: boolean }} [more] `field` is the one at fault
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
 * The caller declares the type of the answer.
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

// A key for each command: a command sent twice takes effect once.
export function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {unknown} error a later question has taken the place of this one */
export const isOvertaken = (error) => error instanceof Error && error.name === "AbortError";

/**
 * Waits until input pauses, then asks; only the last question is answered.
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
 * A fraction that may break after its slash, never inside a number.
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
