// Money in cents, written in dollars.
export const MINUS = "−";

/** @param {number} cents */
export function money(cents) {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? MINUS : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}
