// Which table you join: one with people and a free seat, or your own with two bots.
import { ask, key } from "../site/ask.js";
import { firstSpot } from "./plain.js";

/**
 * @param {import("./store.js").Store} store
 * @param {() => boolean} connected
 */
export async function findTable(store, connected) {
  const { game, opensTables, plays } = store;
  /** @type {Live.Tables} */
  const { tables } = await ask("/api/tables");
  const wanted = new URLSearchParams(location.search);
  const mine = tables.filter((table) => table.game === game && table.status === "open");
  const seated = mine.find((table) => table.you && (table.private || !wanted.has("private")));
  if (seated && !wanted.has("public")) return seated.table;
  const alone = wanted.has("private") && opensTables;
  const open = alone ? null : await openTable(
    mine.filter((table) => !table.private && table.taken < table.seats),
    wanted.has("public") || !opensTables,
  );
  if (open) {
    if (plays) await sitAt(open);
    return open;
  }
  if (!opensTables) return (mine.find((table) => !table.private) ?? mine[0])?.table;
  return ownTable(game, mine.find((table) => table.private && table.floor), connected);
}

/**
 * @param {string} game
 * @param {Live.Listed | undefined} own
 * @param {() => boolean} connected
 */
async function ownTable(game, own, connected) {
  const config = { game, private: true, betting_seconds: 0, decision_seconds: 0 };
  /** @type {{ table: string }} */
  const { table } = own ?? (await ask("/api/tables", { key: key(), config }));
  await sitAt(table);
  if (!own) await botsOrLater(table, connected);
  return table;
}

/** @param {string} table */
async function pageOf(table) {
  /** @type {Live.TablePage} */
  const page = await ask(`/api/tables/${table}`);
  return page;
}

/**
 * A table with someone at it; if it has to be an open table, any will do.
 * @param {Live.Listed[]} tables
 * @param {boolean} any
 */
async function openTable(tables, any) {
  for (const { table, taken, bots } of tables) {
    if (any) return table;
    if (taken === bots) continue;
    const { view } = await pageOf(table);
    if (Object.values(view.seats).some((seat) => !seat.bot && !seat.away)) return table;
  }
  return null;
}

/**
 * Free seats, middle first.
 * @param {number} count
 * @param {Record<string, Wire.Seat>} taken
 */
export function freeSeats(count, taken) {
  const middle = Math.ceil(count / 2);
  return Array.from(
    { length: count },
    (_, at) => at + 1,
  ).filter((seat) => !taken[seat]).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/** @param {string} table */
async function sitAt(table) {
  const { view } = await pageOf(table);
  if (view.you) return;
  const free = freeSeats(view.config.seats, view.seats);
  if (free.length) await ask(`/api/tables/${table}/commands`, { key: key(), do: "sit", seat: free[0] });
}

/**
 * Bots come when they know the game; while it is still being solved, you play without them.
 * @param {string} table
 * @param {() => boolean} connected
 */
async function botsOrLater(table, connected, tries = 12) {
  const later = () => tries && connected() && setTimeout(() => botsOrLater(table, connected, tries - 1), 10000);
  const come = seatBots(table).catch(later);
  await Promise.race([come, new Promise((go) => setTimeout(go, 2000))]);
}

/** @param {string} table */
async function seatBots(table) {
  const { view } = await pageOf(table);
  /** @type {Wire.Felt} */
  const felt = await ask(`/table/${table}/felt.json`);
  const { limits, wager } = firstSpot(felt);
  const own = view.you ?? 0;
  const free = (/** @type {number} */ seat) => seat > 0 && seat <= view.config.seats && !view.seats[seat];
  for (const seat of [own - 1, own + 2].filter(free)) {
    await ask(
      `/api/tables/${table}/commands`,
      {
        key: key(),
        do: "bot",
        seat,
        strategy: felt.simple,
        wagers: { [wager]: Math.max(500, limits?.[0] ?? 0) },
      },
    );
  }
}
