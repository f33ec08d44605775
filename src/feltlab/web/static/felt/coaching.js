// The coach at the table: asked before a decision, judging after it; what each cost is noted on the player's sheet.
import { costOf, handWords, labName, lesson, stakesOf, strategyOf, valueOf } from "./coach.js";
import { keep, recall } from "../site/dom.js";
import { tradeOf } from "./plain.js";
import { noteDecision, noteRound } from "./sheet.js";
import { words } from "./text.js";
import { ask } from "./wire.js";

export class Coaching {
  constructor(app) {
    Object.assign(this, {
      app, open: recall("coach", false), always: recall("coach", false), full: false, advice: null, for: "",
      failed: "", strategy: null, judged: null, chosen: "", stakes: {}, round: 0,
      lesson: null, tally: null, judging: Promise.resolve(),
    });
  }

  toggle() {
    this.open = !this.open;
    if (this.open) {
      this.round = this.app.store.round?.number ?? 0;
      this.ask();
      this.readStrategy();
    } else {
      this.always = false;
      keep("coach", false);
    }
    this.app.draw();
  }

  stay(always) {
    this.always = always;
    keep("coach", always);
    this.app.draw();
  }

  // Who was asked once, and not for always, goes when the round is over.
  leave() {
    if (!this.always) this.open = false;
  }

  async readStrategy() {
    this.strategy = await strategyOf(`/table/${this.app.store.table}`);
    this.app.draw();
  }

  async ask() {
    if (!this.strategy) this.readStrategy();
    const { deciding, decisionName: name, table } = this.app.store;
    if (!deciding || this.for === name) return;
    Object.assign(this, { for: name, advice: null, failed: "" });
    try {
      const advice = await ask(`/api/tables/${table}/coach`);
      if (this.for === name) this.advice = advice;
    } catch (error) {
      const later = error.status === 503; // the game is still being solved, or the lab is busy: it says which
      if (this.for === name) {
        Object.assign(this, { failed: later ? error.message : words.coach.failed, for: "" });
        if (later) setTimeout(() => this.open && this.ask(), 4000);
      }
    }
    this.app.draw();
  }

  // A decision is judged when it is sent, in line before the round's own note.
  hear(sent, judge) {
    this.judging = this.judging.then(() => sent).then(judge).catch(() => { this.tally = null; });
  }

  // What the choice was worth, asked once it is made: a note for the sheet and a lesson for the player.
  judge(choice, round) {
    const { choices, store } = this.app;
    const { hand, trading: trade } = store;
    const facts = choices.factsFor === store.decisionName ? choices.facts : null; // decided before the hand was read
    const cards = [...hand.cards];
    const money = stakesOf(this.app, hand);
    const board = store.boardOf(round).join(" ");
    const held = store.hasSides && Array.isArray(choice.set) ? choice.set.join(" ") : "";
    const known = this.for === store.decisionName && !held ? this.advice : null;
    const badSet = choice.set && facts?.best_sets && !facts.best_sets.includes(choices.places);
    const query = this.question(cards, board, held);
    return async () => {
      const advice = known ?? (await ask(`/table/${store.table}/worth.json?${query}`));
      const name = held ? advice.options.at(-1).choice : labName(choice, trade);
      const cost = costOf(advice, name);
      const worth = valueOf(advice, name);
      this.tally = { worth: this.tally ? this.tally.worth - cost : worth };
      noteDecision(
        store.game,
        {
          at: Date.now(),
          round: round.number,
          cards,
          board,
          choice: name,
          best: advice.best,
          worth,
          cost,
          stake: money.stake,
          hand: handWords(facts),
        },
      );
      this.lesson = lesson(store.felt, advice, name, facts, money.stake)
        + (badSet ? ` ${store.felt.words.asks?.[round.asked]?.bad ?? words.coach.badSet}` : "");
      Object.assign(this, { judged: advice, chosen: name, stakes: money });
      this.app.draw();
    };
  }

  // The hand as it is now, as the lab is asked about it.
  question(cards, board, held) {
    const { felt, hand } = this.app.store;
    const stakes = Object.entries(hand.stakes)
      .filter(([wager]) => this.app.store.spot(wager).role !== "raise")
      .map(([wager, cents]) => `${wager}:${cents}`)
      .join(",");
    return new URLSearchParams({
      cards: cards.join(" "),
      wagers: stakes,
      ...(board ? { board } : {}),
      ...(held ? { set: held } : {}),
      ...(tradeOf(felt) ? { choices: JSON.stringify(hand.choices) } : {}),
      ...(hand.replacement ? { drawn: [hand.replacement].flat().join(" ") } : {}),
    });
  }

  noteRound(last, hand) {
    const { felt, game, table } = this.app.store;
    const unit = hand.stakes[felt.initial]; // kept with the round: the sheet speaks of money
    const live = hand.results.filter((done) => !(done.wager in (felt.words.early ?? {}))).reduce(
      (sum, done) => sum + done.returned - done.staked,
      0,
    );
    this.judging = this.judging.then(() => {
      if (this.tally && unit && !hand.void) noteRound(
        game,
        { at: Date.now(), table, round: last.number, stake: unit, net: live / unit, worth: this.tally.worth },
      );
      this.tally = null;
    });
  }
}
