// Other terms for a table: the whole configuration as it is, with what was changed.
import { ask, key } from "../felt/wire.js";
import { amount, limits, payTables, submitting, whole } from "./fields.js";
import { ready } from "./words.js";

const form = document.getElementById("terms");

function config() {
  const now = JSON.parse(form.dataset.config);
  const fields = form.elements;
  return {
    ...now,
    limits: { ...now.limits, ...limits(form) },
    pay_tables: payTables(form),
    betting_seconds: whole(fields.betting_seconds),
    decision_seconds: whole(fields.decision_seconds),
    aggregate_limit: amount(fields.aggregate_limit),
  };
}

if (form) submitting(form, async () => {
  const address = encodeURIComponent(form.dataset.table);
  await ask(`/api/tables/${address}/commands`, { key: key(), do: "configure", config: config() });
  location.assign(`/floor/tables/${address}`);
});
ready();
