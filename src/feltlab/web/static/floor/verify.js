// A round checked before your eyes: the service's stand-alone checker deals it again, and this browser, if it can,
// computes the hashes itself.
import { ask, element, messageOf } from "../site/ask.js";
import { card, ruleCard } from "../site/cards.js";
import { fill } from "../site/fill.js";
import { part, parts } from "../site/part.js";
import { ready, why, words } from "./words.js";

const form = part(document, "#verify", HTMLFormElement);
const record = part(document, "#record", HTMLTextAreaElement);
const said = part(form, "[data-said]", HTMLElement);
const verdicts = part(document, "#verdicts", HTMLElement);
const MOST = 50;

// Taking a round from a table; visitors who are not logged in bring their own copy of the record

const [tables] = parts(document, "#pick-table", HTMLSelectElement);
const [rounds] = parts(document, "#pick-round", HTMLSelectElement);
/** @type {Wire.Recorded[]} */
let kept = [];

/** @param {string} table */
async function roundsOf(table) {
  /** @type {Live.Rounds} */
  const found = await ask(`/api/tables/${encodeURIComponent(table)}/rounds?limit=50`);
  return found.rounds;
}

async function listRounds() {
  kept = tables.value ? await roundsOf(tables.value) : [];
  rounds.replaceChildren(...kept.map((each) => element("option", { value: String(each.round) }, String(each.round))));
  if (!kept.length) rounds.append(element("option", { value: "" }, rounds.dataset.none ?? ""));
}

/** @param {string | null} number */
function take(number) {
  const found = kept.find((each) => String(each.round) === number);
  if (!found) return false;
  record.value = JSON.stringify(found, null, 1);
  return true;
}

async function start() {
  const wanted = new URLSearchParams(location.search);
  await ask("/api/me").catch(() => {});
  /** @type {Live.Tables} */
  const open = await ask("/api/tables");
  const listed = open.tables.map(({ table, title }) => ({ table, title }));
  const named = wanted.get("table");
  const number = wanted.get("round");
  if (named && !listed.some(({ table }) => table === named)) listed.push({ table: named, title: "" });
  tables.replaceChildren(
    ...listed.map(({ table, title }) => element("option", { value: table }, title ? `${title} (${table})` : table)),
  );
  if (named) tables.value = named;
  await listRounds();
  if (!named || !number) return;
  if (!kept.some((each) => String(each.round) === number)) {
    const path = [named, "rounds", number].map(encodeURIComponent).join("/");
    /** @type {Floor.OneRound} */
    const { round } = await ask(`/api/tables/${path}`);
    kept.push(round);
  }
  rounds.value = number;
  if (take(number)) await check();
}

/** @param {unknown} error */
const sorry = (error) => {
  said.textContent = why(error);
};
if (tables) {
  tables.addEventListener("change", () => listRounds().catch(sorry));
  part(document, "#take", HTMLElement).addEventListener("click", () => {
    said.textContent = "";
    if (take(rounds.value)) check();
  });
}

// Checking

/**
 * @param {string} text
 * @returns {Wire.Recorded[]}
 */
function records(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    const lines = text.split("\n").filter((line) => line.trim());
    if (lines.length > MOST) throw new Error(words.too_many);
    return lines.map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Error(words.not_json);
      }
    });
  }
}

/** @param {ArrayBuffer} bytes */
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// As the contract says, keys in this order; a record without a shoe is from one deck without Jokers.
// The page's list of games whose contexts leave out the cut.
/** @type {string[]} */
const CUT_IS_KNOWN = JSON.parse(part(document, "[data-cut-is-known]", HTMLElement).dataset.cutIsKnown ?? "[]");

/** @param {Wire.Recorded} round */
function contextOf(round) {
  const { decks: ofCut = 1, jokers: jokersOfCut = 0, ...stacks } = round.cut ?? {};
  const { table, round: number, game, seats, decks = ofCut, jokers = jokersOfCut } = round;
  const cut = round.cut && !CUT_IS_KNOWN.includes(game) ? { cut: stacks } : {};
  const seeds = [...round.client_seeds].sort(([one], [other]) => one - other);
  const gone = round.gone?.length ? { gone: round.gone } : {};
  return JSON.stringify({ table, round: number, game, seats, decks, jokers, client_seeds: seeds, ...cut, ...gone });
}

/** @param {Wire.Recorded} round */
async function hashes(round) {
  if (!globalThis.crypto?.subtle) return null;
  const context = contextOf(round);
  const start = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(context));
  const seed = bytes(round.seed);
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = new Uint8Array(40);
  message.set(new Uint8Array(start));
  const commitment = hex(await crypto.subtle.digest("SHA-256", seed));
  const block = hex(await crypto.subtle.sign("HMAC", key, message));
  return { context, start: hex(start), commitment, block };
}

/** @param {string[]} row a name and its value */
const fact = ([name, value]) => element("div", {}, element("dt", {}, name), element("dd", { class: "mono" }, value));
/** @param {string[][]} rows */
const facts = (rows) => element("dl", { class: "record-list" }, ...rows.map(fact));

/**
 * @param {boolean} good
 * @param {string} title
 * @param {HTMLElement[]} shown
 */
function step(good, title, ...shown) {
  const told = element("div", {}, element("h3", {}, title), ...shown);
  return element("li", { class: good ? "good-step" : "bad-step" }, told);
}

/**
 * @param {string} name
 * @param {string[]} cards
 * @param {Floor.Difference[]} differs
 */
function stackOf(name, cards, differs) {
  const shown = cards.map((code, at) => {
    const wrong = differs.find((each) => each.what === `${name} card ${at + 1}`);
    const face = /^([2-9TJQKA][cdhs]|Jo)$/.test(code) ? card(code) : ruleCard(code);
    if (!wrong) return element("li", {}, face);
    face.setAttribute("aria-label", fill(words.was, { card: face.getAttribute("aria-label") ?? code, due: wrong.due }));
    if (!face.hasAttribute("role")) face.setAttribute("role", "img");
    const due = element("span", { class: "due" }, fill(words.due, { card: wrong.due }));
    return element("li", { class: "differs" }, face, due);
  });
  const bad = differs.some((each) => each.what.startsWith(`${name} card`) || each.what === name);
  const tag = element("span", { class: bad ? "tag bad" : "tag good" }, bad ? "≠" : words.stack_good);
  const title = element("p", { class: "small-title" }, name, " ", tag);
  return element("div", { class: "stack" }, title, element("ul", { class: "cards" }, ...shown));
}

/** @param {Wire.Dealt} dealt */
function stacksOf(dealt) {
  /** @type {[name: string, cards: string[]][]} */
  const found = Object.entries(dealt.seats ?? {}).map(([seat, cards]) => [`seat ${seat}`, cards]);
  for (const [seat, drawn] of Object.entries(dealt.replacements ?? {})) {
    found.push([`replacement of seat ${seat}`, [drawn].flat()]);
  }
  for (const name of ["dealer", "board", "rules"]) {
    const lying = /** @type {string[] | undefined} */ (dealt[name]);
    if (lying) found.push([name, lying]);
  }
  return found;
}

/** @param {Wire.Recorded} round */
async function verdictOf(round) {
  /** @type {Floor.Shuffle} */
  let found;
  try {
    found = await ask("/api/verify-shuffle", round);
  } catch (error) {
    const title = element("h2", {}, words.unreadable);
    return element("section", { class: "panel verdict bad" }, title, element("p", {}, why(error)));
  }
  const own = await hashes(round);
  const wrongSeed = found.differs.find((each) => each.what === "commitment");
  const wrongCards = found.differs.filter((each) => each !== wrongSeed);
  const title = found.verified ? words.verified : found.differs.length === 1 ? words.differs_one : words.differs;
  const told = fill(title, { table: found.table, round: found.round, count: found.differs.length });
  const sign = element("span", { "aria-hidden": "true" }, found.verified ? "✓ " : "✗ ");
  const kind = { class: `panel verdict ${found.verified ? "good" : "bad"}`, "data-verified": String(found.verified) };
  return element("section", kind, element("h2", {}, sign, told), element("ol", { class: "steps" },
    commitmentStep(round, own, wrongSeed), streamStep(own), cardsStep(round, found, wrongCards.length > 0)));
}

/** @typedef {Awaited<ReturnType<typeof hashes>>} Hashes */

/**
 * @param {Wire.Recorded} round
 * @param {Hashes} own
 * @param {Floor.Difference | undefined} wrong
 */
function commitmentStep(round, own, wrong) {
  const computed = own?.commitment ?? wrong?.due ?? round.commitment;
  const rows = [[words.published, round.commitment], [words.computed, computed]];
  return step(!wrong, wrong ? words.commitment_bad : words.commitment_good, facts(rows));
}

/** @param {Hashes} own */
function streamStep(own) {
  if (!own) return step(true, words.stream_words, element("p", { class: "muted" }, words.stream_unavailable));
  const rows = [[words.context, own.context], [words.context_hash, own.start], [words.block, own.block]];
  return step(true, words.stream_words, facts(rows));
}

/**
 * @param {Wire.Recorded} round
 * @param {Floor.Shuffle} found
 * @param {boolean} wrong
 */
function cardsStep(round, found, wrong) {
  const compared = fill(wrong ? words.cards_bad : words.cards_good, { count: found.cards });
  const stacks = stacksOf(round.dealt).map(([name, cards]) => stackOf(name, cards, found.differs));
  return step(!wrong, found.cards ? compared : words.cards_none, element("div", { class: "stacks" }, ...stacks));
}

async function check() {
  said.textContent = "";
  record.removeAttribute("aria-invalid");
  let found;
  try {
    found = records(record.value);
  } catch (error) {
    record.setAttribute("aria-invalid", "true");
    said.textContent = messageOf(error);
    return;
  }
  if (!found.length) return;
  form.setAttribute("aria-busy", "true");
  const shown = [];
  for (const round of found) shown.push(await verdictOf(round));
  verdicts.replaceChildren(...shown);
  form.removeAttribute("aria-busy");
  verdicts.scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
if (tables) start().catch(sorry);
ready();
