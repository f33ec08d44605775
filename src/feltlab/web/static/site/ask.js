// Questions to the server: JSON out, JSON back, an Error with the server's own words where something is wrong.
export async function ask(url, body, signal) {
  const options = body === undefined
    ? {}
    : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(url, { ...options, signal });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error ?? `${answer.status}`);
  return said;
}

// Waits until the hand rests, then asks; only the last question is answered.
export function latest(work, wait = 250) {
  let timer = 0;
  let running = null;
  return (...rest) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      running?.abort();
      const own = new AbortController();
      running = own;
      try {
        await work(own.signal, ...rest);
      } catch (error) {
        if (error.name !== "AbortError") throw error;
      }
    }, wait);
  };
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// A fraction that breaks, where it must, after its stroke and never inside a number.
export function fraction(text) {
  const [above, below] = text.split("/");
  return below ? [`${above}/`, element("wbr"), below] : [above];
}

const MINUS = "−";
const tidy = (text) => text.replace("-", MINUS);
export const percent = (value, digits = 2) => tidy(`${(value * 100).toFixed(digits)}%`);
export const signedPercent = (value, digits = 4) => (value > 0 ? "+" : "") + percent(value, digits);
export const decimal = (value, digits = 2) => tidy(
  value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
export const count = (value) => value.toLocaleString("en-US");
