// Long work: a bar with progress and time left, and a button that cancels it.
import { ask, element, percent } from "../site/ask.js";
import { fill } from "../site/fill.js";

/**
 * @typedef {{ id: string, state: string, what: string, done: number, seconds_left: number | null, failed: string,
 *   result?: Record<string, any> }} Said
 * @typedef {Record<string, string>} Words
 */

const LOOK = 700; // milliseconds between two checks of progress

/**
 * @param {Words} words
 * @param {number} seconds
 */
function time(words, seconds) {
  if (seconds < 50) return fill(words.seconds, { count: Math.max(1, Math.round(seconds)) });
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? words.minute : fill(words.minutes, { count: minutes });
}

/**
 * The result when it is ready; null if canceled. Throws if it failed.
 * @param {HTMLElement} host where the bar goes
 * @param {Record<string, object>} question
 * @param {Words} words
 * @returns {Promise<Record<string, any> | null>}
 */
export async function run(host, question, words) {
  const bar = element("progress", { max: "1", "aria-label": words.working });
  const told = element("p", { role: "status", class: "small" }, words.waiting);
  const cancel = element("button", { type: "button", class: "button small quiet" }, words.cancel);
  host.replaceChildren(element("div", { class: "job" }, bar, told, cancel));
  let ended = false;
  let id = "";
  const end = () => {
    ended = true;
    const headers = { "Content-Type": "application/json" }; // what changes something has it, or is refused
    if (id) void fetch(`/api/lab/jobs/${id}`, { method: "DELETE", keepalive: true, headers });
  };
  cancel.addEventListener("click", end);
  addEventListener("pagehide", end);
  try {
    let said = /** @type {Said} */ (await ask("/api/lab/jobs", question));
    id = said.id;
    if (ended) end();
    while (!ended && (said.state === "waiting" || said.state === "working")) {
      show(bar, told, said, words);
      await new Promise((done) => setTimeout(done, LOOK));
      if (!ended) said = await ask(`/api/lab/jobs/${id}`);
    }
    host.replaceChildren();
    if (ended) {
      host.replaceChildren(element("p", { class: "small muted", role: "status" }, words.cancelled));
      return null;
    }
    if (said.state === "ready") return said.result ?? {};
    throw new Error(said.state === "failed" ? `${words.failed} ${said.failed}` : words.lost);
  } catch (error) {
    host.replaceChildren();
    throw error;
  } finally {
    removeEventListener("pagehide", end);
  }
}

/**
 * @param {HTMLProgressElement} bar
 * @param {HTMLElement} told
 * @param {Said} said
 * @param {Words} words
 */
function show(bar, told, said, words) {
  if (said.state === "waiting") {
    told.textContent = words.waiting;
    return;
  }
  bar.value = said.done;
  const left = said.seconds_left === null ? "" : `, ${fill(words.left, { time: time(words, said.seconds_left) })}`;
  told.textContent = `${said.what || words.working}, ${percent(said.done, 0)}${left}`;
}
