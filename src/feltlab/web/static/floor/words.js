// What the scripts of these pages say: the page brings it along, so that all words are in one place.
export const words = JSON.parse(document.getElementById("words").textContent);

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export function money(cents) {
  const whole = Math.abs(cents);
  const rest = whole % 100 ? `.${String(whole % 100).padStart(2, "0")}` : "";
  return `${cents < 0 ? "−" : ""}$${Math.floor(whole / 100).toLocaleString("en-US")}${rest}`;
}

// Cents from dollars as people write them; null for anything else.
export function cents(text) {
  const plain = text.replace(/[$,\s]/g, "");
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain)) return null;
  const [dollars, rest = ""] = plain.split(".");
  return Number(dollars) * 100 + Number(rest.padEnd(2, "0"));
}

// Buttons that need a script are not there before it is: see the style sheet. Nor does a key press them.
export function ready() {
  document.documentElement.classList.add("scripted");
  for (const button of document.querySelectorAll("[data-waits]")) button.disabled = false;
}
