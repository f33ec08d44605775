// A round checked before one's eyes: the service's stand-alone checker deals it again, and this browser computes the
// hashes for itself where it may.
import { element } from "../site/ask.js";
import { ask } from "../felt/wire.js";
import { card, ruleCard } from "../site/cards.js";
import { fill, ready, words } from "./words.js";

const form = document.getElementById("verify");
const record = document.getElementById("record");
const said = form.querySelector("[data-said]");
const verdicts = document.getElementById("verdicts");
const MOST = 50;

// Taking a round from a table; whoever has not logged in has their own copy of the record

const tables = document.getElementById("pick-table");
const rounds = document.getElementById("pick-round");
let kept = [];

async function listRounds() {
  kept = tables.value ? (await ask(`/api/tables/${encodeURIComponent(tables.value)}/rounds?limit=50`)).rounds : [];
  rounds.replaceChildren(...kept.map((each) => element("option", { value: String(each.round) }, String(each.round))));
  if (!kept.length) rounds.append(element("option", { value: "" }, rounds.dataset.none));
}

function take(number) {
  const found = kept.find((each) => String(each.round) === String(number));
  if (!found) return false;
  record.value = JSON.stringify(found, null, 1);
  return true;
}

async function start() {
  const wanted = new URLSearchParams(location.search);
  await ask("/api/me").catch(() => {});
  const listed = (await ask("/api/tables")).tables.map(({ table, title }) => ({ table, title }));
  const named = wanted.get("table");
  if (named && !listed.some(({ table }) => table === named)) listed.push({ table: named, title: "" });
  const option = ({ table, title }) => element("option", { value: table }, title ? `${title} (${table})` : table);
  tables.replaceChildren(...listed.map(option));
  if (named) tables.value = named;
  await listRounds();
  if (!named || !wanted.get("round")) return;
  if (!kept.some((each) => String(each.round) === wanted.get("round"))) {
    const path = [named, "rounds", wanted.get("round")].map(encodeURIComponent).join("/");
    kept.push((await ask(`/api/tables/${path}`)).round);
  }
  rounds.value = wanted.get("round");
  if (take(wanted.get("round"))) await check();
}

const sorry = (error) => {
  said.textContent = error instanceof TypeError ? words.no_answer : error.message;
};
if (tables) {
  tables.addEventListener("change", () => listRounds().catch(sorry));
  document.getElementById("take").addEventListener("click", () => {
    said.textContent = "";
    if (take(rounds.value)) check();
  });
}

// Checking

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

const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// As the contract has it, keys in this order; a record without a shoe is of one deck without Jokers.
// Games whose contexts say nothing of the cut, as the page has them.
const CUT_IS_KNOWN = JSON.parse(document.querySelector("[data-cut-is-known]").dataset.cutIsKnown);

function contextOf(round) {
  const { decks: ofCut = 1, jokers: jokersOfCut = 0, ...stacks } = round.cut ?? {};
  const { table, round: number, game, seats, decks = ofCut, jokers = jokersOfCut } = round;
  const cut = round.cut && !CUT_IS_KNOWN.includes(game) ? { cut: stacks } : {};
  const seeds = [...round.client_seeds].sort(([one], [other]) => one - other);
  const gone = round.gone?.length ? { gone: round.gone } : {};
  return JSON.stringify({ table, round: number, game, seats, decks, jokers, client_seeds: seeds, ...cut, ...gone });
}

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

const fact = ([name, value]) => element("div", {}, element("dt", {}, name), element("dd", { class: "mono" }, value));
const facts = (rows) => element("dl", { class: "record-list" }, ...rows.map(fact));

function step(good, title, ...parts) {
  const told = element("div", {}, element("h3", {}, title), ...parts);
  return element("li", { class: good ? "good-step" : "bad-step" }, told);
}

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

function stacksOf(dealt) {
  const found = Object.entries(dealt.seats ?? {}).map(([seat, cards]) => [`seat ${seat}`, cards]);
  found.push(...Object.entries(dealt.replacements ?? {}).map(
    ([seat, drawn]) => [`replacement of seat ${seat}`, [drawn].flat()],
  ));
  for (const name of ["dealer", "board", "rules"]) if (dealt[name]) found.push([name, dealt[name]]);
  return found;
}

async function verdictOf(round) {
  let found;
  try {
    found = await ask("/api/verify-shuffle", round);
  } catch (error) {
    const why = error instanceof TypeError ? words.no_answer : error.message;
    const title = element("h2", {}, words.unreadable);
    return element("section", { class: "panel verdict bad" }, title, element("p", {}, why));
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

function commitmentStep(round, own, wrong) {
  const computed = own?.commitment ?? wrong?.due ?? round.commitment;
  const rows = [[words.published, round.commitment], [words.computed, computed]];
  return step(!wrong, wrong ? words.commitment_bad : words.commitment_good, facts(rows));
}

function streamStep(own) {
  if (!own) return step(true, words.stream_words, element("p", { class: "muted" }, words.stream_unavailable));
  const rows = [[words.context, own.context], [words.context_hash, own.start], [words.block, own.block]];
  return step(true, words.stream_words, facts(rows));
}

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
    said.textContent = error.message;
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
