// The floor's orders: each asks first, says what happens to the money, and takes a reason.
import { ask, element, key } from "../site/ask.js";
import { fill } from "../site/fill.js";
import { money } from "../site/money.js";
import { pressed } from "../site/part.js";
import { why, words } from "./words.js";

/** @param {Wire.Cents} stakes */
const sum = (stakes) => Object.values(stakes).reduce((all, cents) => all + cents, 0);
let serial = 0;

/**
 * @param {string} label
 * @param {import("./fields.js").Input} input
 * @param {string} [hint]
 */
function field(label, input, hint) {
  input.id ||= `order-${++serial}`;
  /** @type {HTMLElement[]} */
  const parts = [element("label", { for: input.id }, label), input];
  if (hint) {
    input.setAttribute("aria-describedby", `${input.id}-hint`);
    parts.push(element("span", { class: "hint", id: `${input.id}-hint` }, hint));
  }
  return element("div", { class: "field" }, ...parts);
}

/**
 * A question you can answer no to.
 * @typedef {object} Question
 * @property {string} title
 * @property {string} table
 * @property {HTMLElement[]} parts
 * @property {() => string} say
 * @property {string | (() => string)} go
 * @property {boolean} [danger]
 * @property {() => Promise<Floor.Done>} work
 * @property {() => boolean} [can]
 */

/**
 * Resolves when it is done or dropped.
 * @param {Question} question
 * @returns {Promise<void>}
 */
function dialog({ title, table, parts, say, go, danger, work, can = () => true }) {
  return new Promise((done) => {
    const text = element("p", { class: "order-words" });
    const said = element("p", { class: "message bad", role: "alert" });
    const yes = element("button", { type: "submit", class: `button${danger ? " danger full" : ""}` });
    const no = element("button", { type: "button", class: "button quiet" }, words.cancel);
    const id = `order-${++serial}`;
    const form = element(
      "form",
      { class: "piled" },
      element("div", {}, element("h2", { id }, title), element("p", { class: "mono muted small" }, table)),
      ...parts,
      text,
      said,
      element("p", { class: "row" }, yes, no),
    );
    const box = element("dialog", { class: "order panel", "aria-labelledby": id }, form);
    const show = () => {
      text.textContent = say();
      yes.textContent = typeof go === "function" ? go() : go;
      yes.disabled = !can();
    };
    show();
    form.addEventListener("input", show);
    document.addEventListener("looked", show);
    no.addEventListener("click", () => box.close());
    box.addEventListener("close", () => {
      document.removeEventListener("looked", show);
      box.remove();
      done();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (yes.getAttribute("aria-disabled") === "true") return;
      yes.setAttribute("aria-disabled", "true");
      try {
        const done = await work();
        if (!done?.request) return box.close();
        said.className = "message";
        said.textContent = fill(words.awaited, done);
        yes.hidden = true;
        no.textContent = words.close;
      } catch (error) {
        said.textContent = why(error);
        yes.removeAttribute("aria-disabled");
      }
    });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * @param {string} table
 * @param {object} body
 * @returns {Promise<Floor.Done>}
 */
const command = (table, body) => ask(`/api/tables/${encodeURIComponent(table)}/commands`, { key: key(), ...body });

const reasonInput = () => element("input", { maxlength: "200", autocomplete: "off" });

/** @type {Record<string, ["pause" | "open" | "close", "paused" | "open" | "closed"] | undefined>} */
const STATUS = { paused: ["pause", "paused"], open: ["open", "open"], closed: ["close", "closed"] };

/**
 * @param {Floor.Table} table
 * @param {string} asked
 */
async function status(table, asked) {
  const [name, to] = STATUS[asked] ?? [];
  if (!name || !to) return;
  const reason = reasonInput();
  const waiting = to === "closed" && table.round?.phase === "bets"
    ? Object.values(table.round.open_stakes).reduce((all, stakes) => all + sum(stakes), 0)
    : 0;
  const say = words[`${name}_words`] + (waiting ? ` ${fill(words.close_refund, { cents: money(waiting) })}` : "");
  await dialog({
    title: fill(words[`${name}_title`], { table: table.name }),
    table: table.table,
    parts: [field(words.reason, reason, words.reason_hint)],
    say: () => say,
    go: words[`go_${to}`],
    danger: to === "closed",
    work: () => command(table.table, { do: "status", status: to, reason: reason.value.trim() }),
  });
}

/**
 * The bets returned if a hand is void.
 * @param {Floor.Table} table
 * @param {string} seat
 * @param {Wire.Cents} stakes
 */
function sayHand(table, seat, stakes) {
  const bets = Object.entries(stakes)
    .map(([wager, cents]) => `${table.wager_names[wager] ?? wager} ${money(cents)}`)
    .join(", ");
  const told = { seat, round: table.round?.number, cents: money(sum(stakes)), bets };
  return fill(bets ? words.void_hand : words.void_hand_nothing, told);
}

/**
 * The bets returned if a round is void.
 * @param {Floor.Table} table
 * @param {Record<string, Wire.Cents>} open
 */
function sayRound(table, open) {
  const seats = Object.entries(open)
    .map(([number, stakes]) => fill(words.seat_part, { seat: number, cents: money(sum(stakes)) }));
  const all = Object.values(open).reduce((total, stakes) => total + sum(stakes), 0);
  return fill(
    seats.length ? words.void_round : words.void_round_nothing,
    { round: table.round?.number, cents: money(all), seats: seats.join(", ") },
  );
}

/**
 * @param {Floor.Table} table
 * @param {() => Floor.Table} now
 * @param {string} [only]
 */
function voids(table, now, only) {
  const open = () => now().round?.open_stakes ?? {};
  const same = () => now().round?.number === table.round?.number; // only the round that was meant
  const options = (/** @type {Floor.Cause[]} */ causes) =>
    causes.map(({ cause, words: name }) => element("option", { value: cause }, name));
  const cause = element("select", { required: true }, element("option", { value: "" }, words.choose_cause),
    ...(only ? [] : [element("optgroup", { label: words.round_causes }, ...options(table.causes.round))]),
    ...(
      table.round?.phase === "bets"
        ? []
        : [element("optgroup", { label: words.seat_causes }, ...options(table.causes.seat))]
    ));
  const seat = element(
    "select",
    {},
    ...Object.keys(open())
      .map((number) => element("option", { value: number }, fill(words.seat_name, { seat: number }))),
  );
  const note = element("input", { maxlength: "200", autocomplete: "off", required: true });
  const forSeat = field(words.seat, seat);
  const ofSeat = () => table.causes.seat.some((each) => each.cause === cause.value);
  const say = () => {
    forSeat.hidden = !ofSeat();
    if (!same()) return words.void_moved;
    if (!cause.value) return "";
    return ofSeat() ? sayHand(table, seat.value, open()[seat.value] ?? {}) : sayRound(table, open());
  };
  return dialog({
    title: fill(words.void_title, { round: table.round?.number ?? "" }),
    table: table.table,
    parts: [field(words.cause, cause), forSeat, field(words.note, note, words.note_hint)],
    say,
    go: () => (ofSeat() ? words.go_void_hand : cause.value ? words.go_void_round : words.go_void),
    danger: true,
    can: () => same() && note.value.trim() !== "",
    work: () => command(
      table.table,
      {
        do: "void",
        cause: cause.value,
        reason: note.value.trim(),
        ...(ofSeat() ? { seat: Number(seat.value) } : {}),
      },
    ),
  });
}

/**
 * @param {Floor.Table} table
 * @param {string} wager
 */
async function setRate(table, wager) {
  const meter = table.meters.find((each) => each.wager === wager);
  if (!meter) return;
  const percent = (/** @type {number} */ ppm) => String(ppm / 10000);
  const input = element(
    "input",
    { inputmode: "decimal", value: percent(meter.next_increment_ppm ?? meter.increment_ppm), autocomplete: "off" },
  );
  const reason = reasonInput();
  await dialog({
    title: fill(words.rate_title, { meter: meter.name }),
    table: table.table,
    parts: [field(words.rate, input), field(words.reason, reason, words.reason_hint)],
    say: () => fill(words.rate_words, { now: `${percent(meter.increment_ppm)}%` }),
    go: words.go_rate,
    work: async () => {
      const text = input.value.trim();
      if (!/^\d{1,3}(\.\d{1,4})?$/.test(text) || Number(text) > 100) throw new Error(words.rate_bad);
      const ppm = Math.round(Number(text) * 10000);
      return command(table.table, { do: "rate", wager, increment_ppm: ppm, reason: reason.value.trim() });
    },
  });
}

/**
 * @param {string} request
 * @param {"approve" | "refuse"} to
 */
function answer(request, to) {
  const reason = reasonInput();
  return dialog({
    title: fill(words[`${to}_title`], { request }),
    table: "",
    parts: [field(words.reason, reason, words.reason_hint)],
    say: () => words[`${to}_words`],
    go: words[`go_${to}`],
    work: () => ask(`/api/requests/${request}`, { key: key(), do: to, reason: reason.value.trim() }),
  });
}

/**
 * Buttons with `data-order`, anywhere; `live` has the current tables.
 * @param {import("./live.js").Live} live
 */
export function takeOrders(live) {
  document.addEventListener("click", async (event) => {
    const second = pressed(event, "[data-answer]");
    const button = pressed(event, "[data-order]");
    if (document.querySelector("dialog[open]")) return;
    if (second) {
      await answer(second.dataset.number ?? "", second.dataset.answer === "approve" ? "approve" : "refuse");
      await live.look();
    }
    if (!button) return;
    const { order = "", wager = "" } = button.dataset;
    if (!live.data || order === "void") await live.look(); // a void is for the current round
    if (document.querySelector("dialog[open]")) return;
    const find = () => live.data?.tables.find((each) => each.table === button.dataset.table);
    const table = find();
    if (!table) return;
    if (order === "void") await voids(table, () => find() ?? table, button.dataset.only);
    else if (order === "rate") await setRate(table, wager);
    else await status(table, order);
    await live.look();
    if (button.isConnected) button.focus();
  });
}
