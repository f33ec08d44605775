// How figures and lists are written.
import { MINUS, money } from "../site/money.js";

export { MINUS, money };

// Averages and prices, to the cent: $5.00.
/** @param {number} cents */
export function dollars(cents) {
  const size = Math.abs(cents);
  if (size > 0 && size < 0.5) return "less than $0.01";
  const [whole, rest] = (Math.round(size) / 100).toFixed(2).split(".");
  return `$${Number(whole).toLocaleString("en-US")}.${rest}`;
}

/** @param {number} cents */
export function signedDollars(cents) {
  const sign = cents <= -0.5 ? MINUS : cents >= 0.5 ? "+" : "";
  return `${sign}${sign ? dollars(cents) : "$0.00"}`;
}

/** @param {number} cents */
export function signedMoney(cents) {
  return cents > 0 ? `+${money(cents)}` : money(cents);
}

/** @param {number} share */
export function percent(share) {
  const size = Math.abs(share * 100);
  const digits = size === 0 || size >= 10 ? 0 : size >= 1 ? 1 : size >= 0.1 ? 2 : 3;
  return `${share < 0 ? MINUS : ""}${size.toFixed(digits)}\u202f%`;
}

/** @param {number} share */
export function signedPercent(share) {
  return share > 0 ? `+${percent(share)}` : percent(share);
}

/** @param {number} value */
export function units(value, digits = 2) {
  return `${value < 0 ? MINUS : value > 0 ? "+" : ""}${Math.abs(value).toFixed(digits)}`;
}

/** @param {number} value */
export function chipName(value) {
  return value ? `${money(value)} chip` : "Chips";
}

/** @param {string[]} names */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {string} said */
export function capital(said) {
  return said[0].toUpperCase() + said.slice(1);
}

/**
 * The server's own words, as a sentence.
 * @param {string} said
 */
export function sentence(said) {
  return said && `${capital(said)}${/[.!?…]$/.test(said) ? "" : "."}`;
}

/**
 * An option of a question, as it is written on its button: Check, 4×.
 * @param {string} option
 */
export function optionName(option) {
  return capital(option.replace(/^(\d+)x$/, "$1×"));
}

/**
 * Amounts in words from the table, as they stand on the cloth: $5.
 * @param {string} said
 */
export function inShort(said) {
  return said.replaceAll(/(\$[\d,]+)\.00(?!\d)/g, "$1");
}
