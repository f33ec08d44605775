// New terms for a table: its whole configuration with the changes.
import { ask, key } from "../site/ask.js";
import { amount, boxesIn, inputOf, leftOff, limits, offering, payTables, submitting, whole } from "./fields.js";
import { fill } from "../site/fill.js";
import { parts } from "../site/part.js";
import { ready, words } from "./words.js";

/**
 * A bet taken off the felt loses its limits.
 * @param {HTMLFormElement} form
 */
function config(form) {
  /** @type {{ left_off: string[], limits: Record<string, [number, number]> }} */
  const now = JSON.parse(form.dataset.config ?? "{}");
  const boxes = boxesIn(form).map((box) => box.dataset.offers ?? "");
  const off = [...now.left_off.filter((bet) => !boxes.includes(bet)), ...leftOff(form)];
  const kept = Object.fromEntries(Object.entries(now.limits).filter(([bet]) => !off.includes(bet)));
  return {
    ...now,
    left_off: off,
    limits: { ...kept, ...limits(form) },
    pay_tables: payTables(form),
    betting_seconds: whole(inputOf(form, "betting_seconds")),
    decision_seconds: whole(inputOf(form, "decision_seconds")),
    aggregate_limit: amount(inputOf(form, "aggregate_limit")),
  };
}

for (const form of parts(document, "#terms", HTMLFormElement)) {
  offering(form);
  submitting(form, async () => {
    const address = encodeURIComponent(form.dataset.table ?? "");
    const reason = inputOf(form, "reason").value.trim();
    const order = { key: key(), do: "configure", config: config(form), reason };
    /** @type {Floor.Done} */
    const done = await ask(`/api/tables/${address}/commands`, order);
    if (done.request) throw new Error(fill(words.awaited, done));
    location.assign(`/floor/tables/${address}`);
  });
}
ready();
