// The order of things on the screen: frames wait in a line and are played event by event; at once where no motion is
// wanted, and whenever somebody is in a hurry.
import { apply, copy } from "./model.js";
import { stillness } from "./motion.js";

// Milliseconds at the gentle speed, by kind of event.
const PAUSES = {
  BetsClosed: 500, Dealt: 170, Asked: 60, Decided: 320, Drawn: 520, Turned: 1000, SeatSettled: 620, MeterAwarded: 900,
  SeatVoided: 900, RoundVoided: 900, RoundClosed: 120,
  RoundOpened: 0, WagersPlaced: 60, SeatReady: 0, Seated: 60, Left: 60,
};
const SPEEDS = [0, 0.4, 1, 1.8];

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
