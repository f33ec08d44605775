// The shuffle of the open round: the house's commitment and, until it is locked, the player's own seed.
import { Refusal } from "../site/ask.js";
import { h } from "../site/dom.js";
import { words } from "./text.js";

/** @typedef {import("./table.js").FeltTable} FeltTable */

const PRINTABLE = /^[ -~]*$/;

// From the server, not from the screen: a seed goes into the round that takes bets now.
/** @param {FeltTable} app */
function openRound(app) {
  return app.store.server.round ?? app.store.server.last;
}

/**
 * @param {{ client_seeds: [number, string][] }} round
 * @param {number} seat
 */
export function seedOf(round, seat) {
  return round.client_seeds.find(([of]) => of === seat)?.[1] ?? "";
}

/**
 * @param {FeltTable} app
 * @param {string} said
 */
function say(app, said, bad = false) {
  Object.assign(app.seed, { said, bad, round: app.store.server.round?.number });
  app.draw();
}

/**
 * @param {FeltTable} app
 * @param {string} text
 */
export async function giveSeed(app, text) {
  if (text.length > app.store.felt.longest_seed || !PRINTABLE.test(text)) {
    say(app, words.shuffle.bad(app.store.felt.longest_seed), true);
    return;
  }
  const { round } = app.store.server;
  if (!round) {
    say(app, words.shuffle.noRound, true);
    return;
  }
  try {
    await app.send("seed", { seat: app.store.seat, round: round.number, text });
    app.seed.draft = text;
    say(app, text ? words.shuffle.done : words.shuffle.takenBack);
  } catch (error) {
    const late = error instanceof Refusal && ["bets-closed", "wrong-round"].includes(error.reason);
    say(app, late ? words.shuffle.late : app.why(error), true);
  }
}

/**
 * @param {FeltTable} app
 * @param {string} mine
 */
function form(app, mine) {
  const { seed } = app;
  const { felt } = app.store;
  const said = seed.round === app.store.server.round?.number ? seed.said : "";
  return h("form", {
    class: "shuffle-form",
    novalidate: true,
    onsubmit: (event) => {
      event.preventDefault();
      giveSeed(app, seed.draft);
    },
  },
    h("label", { for: "client-seed" }, words.shuffle.label),
    h("input", {
      id: "client-seed",
      name: "client-seed",
      value: seed.draft,
      maxlength: String(felt.longest_seed),
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-describedby": "client-seed-hint client-seed-said",
      "aria-invalid": said && seed.bad ? "true" : undefined,
      oninput: (event) => { seed.draft = event.currentTarget.value; },
    }),
    h("button", { type: "submit", class: "button small" }, words.shuffle.give),
    mine && h(
      "button",
      { key: "back", type: "button", class: "button small quiet", onclick: () => giveSeed(app, "") },
      words.shuffle.takeBack,
    ),
    h("p", { id: "client-seed-hint", class: "small muted" }, words.shuffle.hint(felt.longest_seed)),
    h(
      "p",
      { id: "client-seed-said", class: `small ${seed.bad ? "bad" : "good"}`, role: seed.bad ? "alert" : "status" },
      said || " ",
    ));
}

/** @param {FeltTable} app */
export function shuffleOf(app) {
  const round = openRound(app);
  if (!round) return null;
  const mine = app.store.seat ? seedOf(round, app.store.seat) : "";
  const others = round.client_seeds.filter(([seat]) => seat !== app.store.seat);
  const beforehand = app.store.phase === "results" && round.phase === "bets";
  const title = (beforehand ? words.shuffle.next : words.shuffle.title)(round.number);
  const brief = `${round.commitment.slice(0, 12)}…`;
  return h("details", { key: "shuffle", class: "shuffle" },
    h("summary", {},
      h("span", { key: title }, title),
      h("span", { key: `brief-${title}`, class: "shuffle-brief mono", "aria-hidden": "true" }, brief),
      app.store.seat && h("span", { key: `mine-${title}`, class: "shuffle-mine" },
        mine ? words.shuffle.mine(mine) : words.shuffle.none)),
    h("div", { class: "shuffle-body" },
      h("p", { class: "small muted" }, words.shuffle.lead),
      h("p", { class: "small" }, `${words.shuffle.commitment}: `, h("span", { class: "mono" }, round.commitment)),
      app.store.seat && form(app, mine),
      others.length ? h("p", { class: "small" }, words.shuffle.others(others)) : null,
      h("p", { class: "small" }, h("a", { href: "/verify-shuffle", target: "_blank" }, words.shuffle.how))));
}

/**
 * Under a replay: the seeds of the shuffle, and where anyone can check it.
 * @param {Wire.Recorded} round
 * @param {string | undefined} own
 */
export function shuffleOfRecord(round, own) {
  const mine = own ? seedOf(round, Number(own)) : "";
  const others = round.client_seeds.filter(([seat]) => String(seat) !== own);
  const address = `/verify-shuffle?${new URLSearchParams({ table: round.table, round: String(round.round) })}`;
  return h("details", { key: "shuffle", class: "replay-shuffle small" },
    h("summary", {}, words.history.checkTitle),
    h("p", { class: "muted" }, `${words.history.seed}: `, h("span", { class: "mono" }, round.seed)),
    h("p", { class: "client-seed" }, mine ? words.shuffle.wentIn(mine) : words.shuffle.noneWentIn),
    others.length ? h("p", {}, words.shuffle.others(others)) : null,
    h("p", {}, h("a", { href: address, target: "_blank" }, words.shuffle.check)));
}
