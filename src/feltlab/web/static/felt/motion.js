// Motion on the felt: cards from the shoe, chips to and from the rack. The stage has the order of events and their
// pauses; this file says how long each thing takes to get there.
export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export class Motion {
  /**
   * The kind of event being shown, or "mine".
   * @type {Wire.Kind | "mine" | ""}
   */
  now = "";

  /** @param {ParentNode & { store: import("./store.js").Store, betting: { chip: number } }} app */
  constructor(app) {
    this.app = app;
    this.dealt = (/** @type {number} */ at) => (/** @type {Element} */ node) => this.flyCard(node, at);
    this.chipsMade = (/** @type {Element} */ node) => this.flyChips(node);
  }

  /**
   * @param {Element} node
   * @param {number} at
   */
  flyCard(node, at) {
    if (this.now !== "Dealt" && this.now !== "Drawn") return;
    const delay = 45 * at;
    fly(node, this.app.querySelector(".shoe"), { delay, turn: 12, fade: true });
  }

  /** @param {Element} node */
  flyChips(node) {
    const { app } = this;
    if (app.store.stage.instant) return;
    if (this.now === "mine") fly(node, app.querySelector(`[data-chip="${app.betting.chip}"]`), { time: 200 });
    else if (this.now === "Decided" || this.now === "WagersPlaced") fly(
      node,
      node.closest(".other")?.querySelector(".plate") ?? app.querySelector(".bar-actions"),
      { time: 220 },
    );
  }

  /** @param {Element} card */
  flip(card) {
    if (this.app.store.stage.instant || !this.now) return;
    // Rule Cards are turned one at a time.
    const one = card.localName === "rule-card" ? [...(card.parentElement?.children ?? [])].indexOf(card) : 0;
    card.animate(
      [{ transform: "perspective(600px) rotateY(88deg)" }, { transform: "none" }],
      { duration: 240, delay: 420 * one, easing: "ease-out", fill: "backwards" },
    );
  }

  /**
   * Losing chips go to the rack before the felt is drawn again, winnings come from it afterwards.
   * @param {Wire.Of<"SeatSettled">} event
   * @param {boolean} instant
   */
  moveChips(event, instant) {
    if (instant) return;
    const { app } = this;
    const own = event.seat === app.store.seat;
    const rack = app.querySelector(".rack");
    const place = (/** @type {string} */ wager) => (
      own
        ? app.querySelector(`[data-wager="${wager}"] .stack`)
        : app.querySelector(`.stack[data-seat="${event.seat}"]`)
    );
    for (const done of event.results) {
      if (!done.returned) depart(place(done.wager), rack);
      else if (done.returned > done.staked) requestAnimationFrame(() => fly(place(done.wager), rack, { time: 420 }));
    }
  }
}

/**
 * Move a node from where another lies to its own place; harmless where there is no motion.
 * @param {Element | null} node
 * @param {Element | null} from
 */
function fly(node, from, { time = 260, delay = 0, turn = 0, fade = false } = {}) {
  if (stillness.matches || !node?.isConnected || !from?.isConnected) return null;
  const here = node.getBoundingClientRect();
  const there = from.getBoundingClientRect();
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return node.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: fade ? 0 : 1 },
      { transform: "none", opacity: 1 },
    ],
    { duration: time, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
  );
}

/**
 * A copy of a node that flies somewhere and disappears.
 * @param {Element | null} node
 * @param {Element | null} to
 */
function depart(node, to, { time = 420 } = {}) {
  if (stillness.matches || !node?.isConnected || !to?.isConnected) return;
  const here = node.getBoundingClientRect();
  const there = to.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (node.cloneNode(true));
  ghost.classList.add("ghost");
  ghost.style.setProperty("left", `${here.left + scrollX}px`);
  ghost.style.setProperty("top", `${here.top + scrollY}px`);
  ghost.style.setProperty("width", `${here.width}px`);
  ghost.style.setProperty("height", `${here.height}px`);
  document.body.append(ghost);
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  ghost.animate(
    [{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px)`, opacity: 0.2 }],
    { duration: time, easing: "ease-in-out" },
  ).finished
    .catch(() => {}).finally(() => ghost.remove());
}
