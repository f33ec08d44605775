// The order of things on the screen: frames wait in line and play event by event, or all at once if the player wants no
// motion or is in a hurry.
import { apply, copy } from "./model.js";
import { stillness } from "./motion.js";

/**
 * Milliseconds at the gentle speed, by kind of event.
 * @type {Partial<Record<Wire.Kind, number>>}
 */
const PAUSES = {
  BetsClosed: 500, Dealt: 170, Asked: 60, Decided: 320, Drawn: 520, Turned: 1000, SeatSettled: 620, MeterAwarded: 900,
  SeatVoided: 900, RoundVoided: 900, RoundClosed: 120,
  RoundOpened: 0, WagersPlaced: 60, SeatReady: 0, Seated: 60, Left: 60,
};
const SPEEDS = [0, 0.4, 1, 1.8];

export class Stage {
  /** @type {Wire.View | null} */
  view = null;
  /** @type {Wire.Frame[]} */
  queue = [];
  /** @type {ReturnType<typeof setTimeout> | 0} */
  timer = 0;
  speed = 2;
  /** Whether this round has no animation, whatever the speed. */
  quick = false;
  /** @type {Wire.Place[]} */
  table = [];

  /**
   * @param {object} told
   * @param {() => void} told.show
   * @param {(event: Wire.Event, instant: boolean) => void} told.event
   * @param {() => void} told.idle
   */
  constructor({ show, event, idle }) {
    this.show = show;
    this.event = event;
    this.idle = idle;
  }

  get instant() {
    return stillness.matches || this.speed === 0 || this.quick || document.hidden;
  }

  get busy() {
    return this.queue.length > 0 || this.timer !== 0;
  }

  /** @param {Wire.Event} event */
  pause(event) {
    const longer = event.kind === "Turned" && event.what === "rules" ? 700 : 0;
    return this.instant ? 0 : ((PAUSES[event.kind] ?? 0) + longer) * SPEEDS[this.speed];
  }

  /** @param {Wire.Frame} frame */
  take(frame) {
    if (!this.view || !this.follows(frame, this.view)) {
      this.settle(frame);
      return;
    }
    this.queue.push(frame);
    if (!this.timer) this.play();
  }

  /**
   * Plays events that continue from what is shown; anything else is shown as it is.
   * @param {Wire.Frame} frame
   * @param {Wire.View} shown
   */
  follows(frame, shown) {
    const last = this.queue.at(-1);
    const from = last ? last.v : shown.v;
    return frame.events.length > 0 && frame.events[0].v === from + 1;
  }

  /** @param {Wire.Frame} frame */
  settle(frame) {
    clearTimeout(this.timer || undefined);
    this.timer = 0;
    const missed = [...this.queue.flatMap((waiting) => waiting.events), ...frame.events];
    this.queue = [];
    this.view = copy(frame.view);
    for (const event of missed) this.event(event, true);
    this.show();
    this.idle();
  }

  play() {
    this.timer = 0;
    while (this.queue.length) {
      const frame = this.queue[0];
      for (let event = frame.events.shift(); event; event = frame.events.shift()) {
        if (this.view) apply(this.view, event, frame.view, this.table);
        this.event(event, this.instant);
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

  // Skips to the end of the waiting frames.
  hurry() {
    if (!this.busy) return;
    clearTimeout(this.timer || undefined);
    const speed = this.speed;
    this.speed = 0;
    this.play();
    this.speed = speed;
  }
}
