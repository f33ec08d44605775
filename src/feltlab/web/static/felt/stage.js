// The order of things on the screen: frames wait in a line and are played event by event; at once where no motion is
// wanted, and whenever somebody is in a hurry.
import { apply, copy } from "./model.js";

// Milliseconds at the gentle speed, by kind of event.
const PAUSES = {
  BetsClosed: 500, Dealt: 170, Asked: 60, Decided: 320, Drawn: 520, Turned: 1000, SeatSettled: 620, MeterAwarded: 900,
  SeatVoided: 900, RoundVoided: 900, RoundClosed: 120,
  RoundOpened: 0, WagersPlaced: 60, SeatReady: 0, Seated: 60, Left: 60,
};
const SPEEDS = [0, 0.4, 1, 1.8];
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export class Stage {
  constructor({ show, event, idle }) {
    Object.assign(this, { show, event, idle, view: null, queue: [], timer: 0, speed: 2, table: [] });
  }

  get instant() {
    return stillness.matches || this.speed === 0 || document.hidden;
  }

  get busy() {
    return this.queue.length > 0 || this.timer !== 0;
  }

  pause(event) {
    const longer = event.what === "rules" ? 700 : 0;
    return this.instant ? 0 : ((PAUSES[event.kind] ?? 0) + longer) * SPEEDS[this.speed];
  }

  take(frame) {
    if (!this.view || !this.follows(frame)) {
      this.settle(frame);
      return;
    }
    this.queue.push(frame);
    if (!this.timer) this.play();
  }

  // Events that go on from what is shown; anything else is shown as it is.
  follows(frame) {
    const last = this.queue.at(-1);
    const from = last ? last.v : this.view.v;
    return frame.events.length > 0 && frame.events[0].v === from + 1;
  }

  settle(frame) {
    clearTimeout(this.timer);
    this.timer = 0;
    const missed = [...this.queue.flatMap((waiting) => waiting.events), ...frame.events];
    this.queue = [];
    this.view = copy(frame.view);
    for (const event of missed) this.event(event, true, frame.view);
    this.show();
    this.idle();
  }

  play() {
    this.timer = 0;
    while (this.queue.length) {
      const frame = this.queue[0];
      while (frame.events.length) {
        const event = frame.events.shift();
        apply(this.view, event, frame.view, this.table);
        this.event(event, this.instant, frame.view);
        const pause = this.pause(event);
        if (pause) {
          this.show();
          this.timer = setTimeout(() => this.play(), pause);
          return;
        }
      }
      this.queue.shift();
      this.view = copy(frame.view);
    }
    this.show();
    this.idle();
  }

  // To the end of what is waiting, now.
  hurry() {
    if (!this.busy) return;
    clearTimeout(this.timer);
    const speed = this.speed;
    this.speed = 0;
    this.play();
    this.speed = speed;
  }
}

// Move a node from where another lies to its own place; harmless where there is no motion.
export function fly(node, from, { time = 260, delay = 0, turn = 0, fade = false } = {}) {
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

// A copy of a node that goes somewhere and is gone.
export function depart(node, to, { time = 420 } = {}) {
  if (stillness.matches || !node?.isConnected || !to?.isConnected) return;
  const here = node.getBoundingClientRect();
  const there = to.getBoundingClientRect();
  const ghost = node.cloneNode(true);
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
