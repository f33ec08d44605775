// Other terms for a table: the whole configuration as it is, with what was changed.
import { ask, key } from "../felt/wire.js";
import { amount, leftOff, limits, offering, payTables, submitting, whole } from "./fields.js";
import { fill, ready, words } from "./words.js";

const form = document.getElementById("terms");

// A bet that goes off the felt takes its limits along.
function config() {
  const now = JSON.parse(form.dataset.config);
  const fields = form.elements;
  const boxes = [...form.querySelectorAll("[data-offers]")].map((box) => box.dataset.offers);
  const off = [...now.left_off.filter((bet) => !boxes.includes(bet)), ...leftOff(form)];
  const kept = Object.fromEntries(Object.entries(now.limits).filter(([bet]) => !off.includes(bet)));
  return {
    ...now,
    left_off: off,
    limits: { ...kept, ...limits(form) },
    pay_tables: payTables(form),
    betting_seconds: whole(fields.betting_seconds),
    decision_seconds: whole(fields.decision_seconds),
    aggregate_limit: amount(fields.aggregate_limit),
  };
}

if (form) offering(form);
if (form) submitting(form, async () => {
  const address = encodeURIComponent(form.dataset.table);
  const reason = form.elements.reason.value.trim();
  const done = await ask(`/api/tables/${address}/commands`, { key: key(), do: "configure", config: config(), reason });
  if (done.request) throw new Error(fill(words.awaited, done));
  location.assign(`/floor/tables/${address}`);
});
ready();
