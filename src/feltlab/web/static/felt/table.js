// A table in the browser: what the server says is shown, what the player does is sent; nothing is decided here.
import "./cards.js";
import { h, keep, patch, recall } from "./dom.js";
import { barOf, topOf } from "./bar.js";
import { BUY_IN } from "./chips.js";
import { coachPanel, costOf, handWords, labName, lesson, stakesOf, strategyOf, valueOf } from "./coach.js";
import { dragging } from "./drag.js";
import { Drawers } from "./drawers.js";
import { feltOf, paysBelow, placesOfSide, sidesOf } from "./felt.js";
import { netOf } from "./model.js";
import { openersOf, opens, raisesOf, setAt, tradeOf } from "./plain.js";
import { others } from "./seats.js";
import { noteDecision, noteRound } from "./sheet.js";
import { tick } from "./sound.js";
import { giveSeed, shuffleOf } from "./shuffle.js";
import { depart, fly, Stage } from "./stage.js";
import { ask, key, Line } from "./wire.js";
import { withSigns } from "./names.js";
import { words } from "./text.js";

const SOUNDS = { Dealt: "card", Turned: "card", Drawn: "card", WagersPlaced: "chip", Decided: "chip", Asked: "ask" };

// Where one could look for a hand in other cards than those that count, the pay table says which.
function withNotes(felt) {
  for (const spot of felt.spots) spot.note = felt.words.notes?.[spot.wager];
  return felt;
}

class FeltTable extends HTMLElement {
  connectedCallback() {
    Object.assign(this, {
      game: this.dataset.game, table: this.dataset.table, felt: null, me: null, purse: null, floor: false, view: null,
      tokens: null,
      holding: false, wanted: {}, wantedTokens: {}, withTokens: false, sending: null, again: false,
      chip: recall("chip", 500), picks: new Set(), side: "", facts: null, factsFor: "", notice: null, caption: "",
      lost: false, unable: false, left: false, before: [],
      motion: "", lesson: null, tally: null, traded: null, judging: Promise.resolve(),
      seed: { draft: "", said: "", bad: false, round: 0 },
      sound: recall("sound", false), keys: recall("keys", true), coach: {
        open: recall("coach", false),
        always: recall("coach", false),
        advice: null,
        for: "",
        failed: false,
        strategy: null,
        judged: null,
        chosen: "",
        stakes: {},
        round: 0,
      },
    });
    this.stage = new Stage({
      show: () => this.draw(),
      event: (event, instant, after) => this.happened(event, instant, after),
      idle: () => this.settled(),
    });
    this.stage.speed = recall("speed", 2);
    this.drawers = new Drawers(this);
    this.calls = [];
    this.narrow = matchMedia("(max-width: 48rem)");
    this.narrow.onchange = () => this.draw();
    this.act = this.actions();
    this.dealt = (at) => (node) => this.flyCard(node, at);
    this.chipsMade = (node) => this.flyChips(node);
    dragging(this, { drop: (thing, on, y) => this.dropped(thing, on, y) });
    this.addEventListener("turned", (event) => this.flip(event.target));
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("pagehide", () => this.line?.end());
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    this.start();
  }

  async start() {
    try {
      this.me = await ask("/api/me");
      this.purse = this.me.purse;
      this.tokens = this.me.tokens;
    } catch {
      this.me = null; // watching only
    }
    try {
      if (!this.table) {
        this.table = await this.findTable();
        if (!this.table) {
          this.sorry(words.table.noneOpen);
          return;
        }
        history.replaceState(null, "", `/table/${this.table}`);
      }
      const [felt, info] = await Promise.all([ask(`/table/${this.table}/felt.json`), ask(`/api/tables/${this.table}`)]);
      this.felt = withNotes(felt);
      this.stage.table = felt.table;
      this.floor = info.floor;
    } catch (error) {
      if (error.status === 401) this.logIn();
      else this.sorry(error.status === 404 ? words.table.noTable : error.message);
      return;
    }
    this.lastBets = recall(`bets.${this.game}`, null);
    this.line = new Line(this.table, {
      frame: (frame) => this.heard(frame),
      lost: () => { this.lost = true; this.draw(); },
      gone: (code) => (code === 4401 ? this.logIn() : this.sorry(words.table.noTable)),
      closing: () => this.tell(words.table.closing),
      ready: (ready) => { this.unable = !ready; this.draw(); },
    });
    setInterval(() => this.view?.round?.deadline && this.draw(), 500);
  }

  // A table with people and a free seat, or one of one's own with two bots.
  async findTable() {
    const { tables } = await ask("/api/tables");
    const wanted = new URLSearchParams(location.search);
    const mine = tables.filter((table) => table.game === this.game && table.status === "open");
    const seated = mine.find((table) => table.you && (table.private || !wanted.has("private")));
    if (seated && !wanted.has("public")) return seated.table;
    const alone = wanted.has("private") && this.opensTables;
    const open = alone ? null : await this.openTable(
      mine.filter((table) => !table.private && table.taken < table.seats),
      wanted.has("public") || !this.opensTables,
    );
    if (open) {
      if (this.plays) await this.sitAt(open);
      return open;
    }
    if (!this.opensTables) return (mine.find((table) => !table.private) ?? mine[0])?.table;
    const own = mine.find((table) => table.private && table.floor);
    const table = own?.table ?? (await ask(
      "/api/tables",
      { key: key(), config: { game: this.game, private: true, betting_seconds: 0, decision_seconds: 0 } },
    )).table;
    await this.sitAt(table);
    if (!own) await this.botsOrLater(table);
    return table;
  }

  // One where somebody is; where it must be an open table, any will do.
  async openTable(tables, any) {
    for (const { table, taken, bots } of tables) {
      if (any) return table;
      if (taken === bots) continue;
      const { view } = await ask(`/api/tables/${table}`);
      if (Object.values(view.seats).some((seat) => !seat.bot && !seat.away)) return table;
    }
    return null;
  }

  async sitAt(table) {
    const { view } = await ask(`/api/tables/${table}`);
    if (view.you) return;
    const middle = Math.ceil(view.config.seats / 2);
    const free = Array.from(
      { length: view.config.seats },
      (_, at) => at + 1,
    ).filter((seat) => !view.seats[seat]).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    if (free.length) await ask(`/api/tables/${table}/commands`, { key: key(), do: "sit", seat: free[0] });
  }

  // Bots come when they know the game: one that is still being solved is played without them meanwhile.
  async botsOrLater(table, tries = 12) {
    const later = () => tries && this.isConnected && setTimeout(() => this.botsOrLater(table, tries - 1), 10000);
    const come = this.seatBots(table).catch(later);
    await Promise.race([come, new Promise((go) => setTimeout(go, 2000))]);
  }

  async seatBots(table) {
    const { view, spots } = await ask(`/api/tables/${table}`);
    const felt = await ask(`/table/${table}/felt.json`);
    const first = spots.find((spot) => spot.role === "initial");
    const free = (seat) => seat > 0 && seat <= view.config.seats && !view.seats[seat];
    for (const seat of [view.you - 1, view.you + 2].filter(free)) {
      await ask(
        `/api/tables/${table}/commands`,
        {
          key: key(),
          do: "bot",
          seat,
          strategy: felt.simple,
          wagers: { [first.wager]: Math.max(500, first.limits[0]) },
        },
      );
    }
  }

  // The session is over: the way back in, and from there back to this table.
  logIn() {
    const back = encodeURIComponent(`${location.pathname}${location.search}`);
    this.sorry(words.table.login, { href: `/login?next=${back}`, name: words.buttons.logIn });
  }

  sorry(said, { href, name } = { href: "/play", name: words.table.lobby }) {
    this.line?.end();
    patch(
      this,
      [h(
        "div",
        { class: "panel sorry" },
        h("h1", {}, this.dataset.title),
        h("p", {}, said),
        h("p", {}, h("a", { class: "button", href }, name)),
      )],
    );
  }

  // What comes from the server

  heard(frame) {
    const back = this.lost;
    this.lost = false;
    if (back) this.unable = false; // it is told anew
    this.server = frame.view;
    this.ahead = frame.now - performance.now(); // the house's time: this machine's may be another
    if (frame.purse !== undefined && frame.purse !== null) this.purseThen = frame.purse;
    if (frame.tokens !== undefined && frame.tokens !== null) this.tokensThen = frame.tokens;
    const first = !this.stage.view;
    this.stage.take(frame);
    if (first && frame.view.last && !frame.view.round) this.holding = true;
    if (back) this.announce(words.table.back);
    if (frame.view.config.fingerprint !== this.felt.config.fingerprint) this.readFelt();
    if (!this.stage.busy) this.settled();
  }

  // Other terms than those that are printed: the felt is changed.
  async readFelt() {
    this.felt = await ask(`/table/${this.table}/felt.json`).then(withNotes).catch(() => this.felt);
    if (this.coach.strategy) this.readStrategy();
    this.draw();
  }

  happened(event, instant) {
    const view = this.stage.view;
    this.motion = instant ? "" : event.kind;
    const mine = event.seat !== undefined && event.seat === view.you;
    if (event.kind === "Left" && event.seat === this.leftSeat) this.gone();
    if (event.call) this.say(event, mine);
    if (event.kind === "BetsClosed") this.lastCall = "";
    const paidWithoutDealer = mine && event.kind === "SeatSettled" && !view.round?.dealer.length;
    if (event.what === "dealer" || paidWithoutDealer) this.lastCall = this.caption;
    if (event.kind === "RoundClosed" || event.kind === "RoundVoided") this.over(view.last);
    else if (event.kind === "BetsClosed") this.locked(view.round?.seats[view.you]?.stakes);
    else if (event.kind === "Dealt" && mine) this.calls.push(words.felt.yours(event.cards));
    else if (event.kind === "SeatSettled") this.moveChips(event, instant);
    if (event.kind === "RoundOpened" && !this.holding) this.caption = event.fresh_shoe ? words.shoe.fresh : "";
    if (!instant) tick(
      event.kind === "SeatSettled" && mine
        ? (event.results.some((done) => done.returned > done.staked) ? "win" : "lose")
        : SOUNDS[event.kind],
      this.sound,
    );
  }

  // One's own seat is free: nothing of the round that is over stays in front of it.
  gone() {
    Object.assign(this, { left: true, leftSeat: null, holding: false, caption: "", lesson: null, wanted: {} });
    this.coachLeaves();
  }

  locked(stakes) {
    this.before = [];
    this.holding = false;
    this.lesson = null;
    this.coach.judged = null;
    if (this.coach.round !== this.stage.view.round?.number) this.coachLeaves();
    if (!stakes) return;
    this.lastBets = { ...stakes };
    keep(`bets.${this.game}`, this.lastBets);
  }

  over(last) {
    const seat = this.stage.view.you;
    const hand = last?.seats[seat];
    this.holding = Boolean(last) && !this.left;
    this.caption = this.lastCall || this.caption;
    if (!hand) return;
    const net = netOf(hand);
    const name = (wager) => this.felt.spots.find((spot) => spot.wager === wager)?.name ?? wager;
    this.calls.push(words.result.announce(
      net,
      hand.results.map((done) =>
        words.result.row(name(done.wager), done.returned - done.staked, words.result.why(done, hand.hands))),
    ));
    const unit = hand.stakes[this.felt.initial]; // kept with the round: the sheet speaks of money
    const live = hand.results.filter((done) => !(done.wager in (this.felt.words.early ?? {}))).reduce(
      (sum, done) => sum + done.returned - done.staked,
      0,
    );
    this.judging = this.judging.then(() => {
      if (this.tally && unit && !hand.void) noteRound(
        this.game,
        {
          at: Date.now(),
          table: this.table,
          round: last.number,
          stake: unit,
          net: live / unit,
          worth: this.tally.worth,
        },
      );
      this.tally = null;
    });
  }

  say(event, mine) {
    const who = event.seat ? (mine ? words.seats.you : this.stage.view.seats[event.seat]?.name) : "";
    const said = event.what === "dealer"
      ? words.result.dealer(event.call)
      : who && event.kind !== "Drawn" && !event.call.startsWith("Seat ")
      ? `${who}: ${event.call}`
      : mine
      ? event.call.replace(/^Seat \d+( [a-z]+?)s\b/, `${who}$1`).replace(/^Seat \d+/, who) // you stay, you trade
      : event.call.replace(/^Seat \d+/, who || "$&");
    // The dealer calls bets as the documents do; here they have the names on the felt.
    const plain = this.felt.spots.reduce((text, { name, book }) => (book ? text.replaceAll(book, name) : text), said);
    this.caption = withSigns(plain);
    this.calls.push(this.caption);
  }

  settled() {
    if (this.purseThen !== undefined) this.purse = this.purseThen;
    if (this.tokensThen !== undefined) this.tokens = this.tokensThen;
    this.announce();
    if (!this.sending && this.phase === "bets") this.wantLying(this.view);
    this.draw();
    this.readMade();
    if (this.deciding) {
      this.readHand();
      if (this.coach.open) this.askCoach();
    }
  }

  // The bets that lie there, as the server has them, are what is wanted.
  wantLying(view) {
    const lying = view?.round?.seats[this.seat];
    this.wanted = { ...(lying?.stakes ?? {}) };
    this.wantedTokens = { ...(lying?.tokens ?? {}) };
  }

  // One polite region speaks: calls and results, what happened at once in one go.
  announce(extra = "") {
    const said = [...this.calls.splice(0), extra].filter(Boolean).join(". ").replaceAll("..", ".");
    if (said) this.spoken = said;
    const region = this.querySelector(".live-region");
    if (region && said && region.textContent !== said) region.textContent = said;
  }

  // What follows from the view

  get seat() {
    return this.view?.you ?? null;
  }

  get round() {
    if (this.left) return this.view.round;
    return this.holding
      ? this.view.last
      : (this.view.round ?? (this.view.last && !this.view.round ? this.view.last : null));
  }

  get phase() {
    return this.holding ? "results" : (this.view?.round?.phase ?? "idle");
  }

  get deciding() {
    const round = this.view?.round;
    return !this.holding
      && !this.decided
      && round?.phase === "play"
      && this.seat !== null
      && round.waiting.includes(this.seat);
  }

  get busy() {
    return this.stage.busy;
  }

  // Staff does not play.
  get plays() {
    return this.me?.role === "player";
  }

  // In the demo guests open tables of their own and buy chips; where people log in, the floor does that for them.
  get opensTables() {
    return this.me?.mode === "demo";
  }

  get company() {
    return Object.entries(this.view.seats).some(([seat, who]) => !who.bot && Number(seat) !== this.seat);
  }

  // The question that is asked, where cards are traded at it.
  get trading() {
    const asked = this.felt.asks[this.view?.round?.asked];
    return asked?.trades ? asked : null;
  }

  get raise() {
    const asked = this.felt.asks[this.view?.round?.asked];
    if (!asked?.wager) return null;
    const barred = this.hand?.barred ?? [];
    if (!barred.length) return asked;
    const open = Object.entries(asked.options).filter(([option]) => !barred.includes(option));
    return { ...asked, options: Object.fromEntries(open) };
  }

  get hand() {
    return this.view?.round?.seats[this.seat];
  }

  // How the hand is set at the question that is asked.
  get setting() {
    return setAt(this.felt, this.view?.round?.asked);
  }

  get hasSides() {
    return Object.keys(this.setting?.sides ?? {}).length > 0;
  }

  get setReady() {
    return !this.setting || (this.hasSides ? Boolean(this.side) : this.picks.size === this.setting.cards);
  }

  // The places of the chosen cards, as the facts of a hand name a set.
  places() {
    return [...this.picks].sort((one, other) => one - other).join("");
  }

  // Playing cards of the table that lie face up.
  boardOf(round) {
    return this.felt.table.filter(({ named }) => !named).flatMap(({ place }) => round[place] ?? []).filter(Boolean);
  }

  get boardSize() {
    return this.felt.table.filter(({ named }) => !named).reduce((sum, { cards }) => sum + cards, 0);
  }

  get decisionName() {
    return this.view?.round ? `${this.view.round.number}.${this.view.round.asked}` : "";
  }

  get pickedCards() {
    return [...this.picks].map((at) => this.hand.cards[at]);
  }

  async readHand() {
    const name = this.decisionName;
    if (this.factsFor === name) return;
    Object.assign(this, { factsFor: name, facts: null, picks: new Set(), side: "" });
    const board = this.boardOf(this.view.round).join(" ");
    const query = new URLSearchParams({ cards: this.hand.cards.join(" "), ...(board ? { board } : {}) });
    try {
      const facts = await ask(`/table/${this.table}/read.json?${query}`);
      if (this.factsFor === name) this.facts = facts;
      if (this.bestFor === name) this.bestSet();
    } catch {
      return; // the hand can be played without
    }
    this.draw();
  }

  // The cards that make the hand of the round that is over, where the game tells them.
  get madeOf() {
    const known = this.holding && this.made?.round === this.view.last?.number ? this.made.cards : [];
    return known.length ? new Set(known) : null;
  }

  async readMade() {
    const { last } = this.view ?? {};
    const hand = last?.seats[this.seat];
    if (!this.felt.made || !this.holding || this.made?.round === last?.number) return;
    if (!hand?.cards.length || hand.folded || this.boardOf(last).length < this.boardSize) return;
    const made = { round: last.number, cards: [] };
    this.made = made;
    const query = new URLSearchParams({ cards: hand.cards.join(" "), board: this.boardOf(last).join(" ") });
    const facts = await ask(`/table/${this.table}/read.json?${query}`).catch(() => null);
    made.cards = facts?.made_of ?? [];
    this.draw();
  }

  // What the player does

  actions() {
    return {
      chip: (value) => { this.chip = value; keep("chip", value); this.draw(); },
      add: (wager) => this.change(wager, 1),
      remove: (wager) => this.change(wager, -1),
      tooLate: (wager) => {
        if (!this.seat) return;
        const { name, role } = this.spot(wager);
        if (this.phase === "play") this.tell(words.refused["bets-closed"], wager);
        else if (role === "raise") this.tell(words.refused.later(name), wager);
      },
      rebet: () => this.lastBets && this.bet(this.offered(this.lastBets)),
      double: () => this.bet(Object.fromEntries(Object.entries(this.wanted).map(([wager, cents]) => [
        wager,
        this.spot(wager).role === "progressive" ? cents : 2 * cents,
      ]))),
      clear: () => this.bet({}),
      undo: () => {
        if (!this.before.length) return;
        const [bets, tokens] = this.before.pop();
        this.bet(bets, "", false, tokens);
      },
      tokens: () => {
        this.withTokens = !this.withTokens;
        this.draw();
      },
      raiseToken: () => this.playOn({ [this.raise.wager]: this.hand.tokens[this.raise.of] }),
      deal: () => this.deal(),
      sitOut: () => this.command("ready", { round: this.server.round?.number }),
      next: () => this.next(),
      again: async () => {
        this.next();
        if (await this.bet(this.offered(this.lastBets))) await this.deal();
      },
      skip: () => this.stage.hurry(),
      pick: (at) => this.pick(at),
      side: (side) => this.setSide(this.side === side ? "" : side),
      best: () => this.bestSet(),
      fold: () => this.raise && "fold" in this.raise.options && this.answer("fold"),
      raise: () => this.playOn(),
      answer: (option) => this.answer(option),
      keepAll: () => this.decide({ [this.trading.name]: null }),
      trade: () => this.trade(),
      sit: (seat) => this.sit(seat),
      leave: () => this.leave(),
      addBot: (seat) => this.drawers.open("bot", { seat }),
      seatBot: (seat, strategy, stake) => this.command(
        "bot",
        { seat, strategy, wagers: { [this.felt.initial]: stake } },
      ),
      dismiss: (seat) => this.command("dismiss", { seat }),
      ownTable: () => location.assign(`/play/${this.game}?private`),
      open: (name) => this.drawers.open(name),
      coach: () => this.toggleCoach(),
      always: (on) => { this.coach.always = on; keep("coach", on); this.draw(); },
      speed: (speed) => { this.stage.speed = speed; keep("speed", speed); this.draw(); },
      share: () => this.share(),
      buy: () => this.buy(),
    };
  }

  spot(wager) {
    return this.felt.spots.find((spot) => spot.wager === wager);
  }

  // Bets of another day, or of another table, as far as this felt has them.
  offered(bets) {
    return Object.fromEntries(Object.entries(bets).filter(([wager]) => this.spot(wager)));
  }

  change(wager, by) {
    if (this.holding) this.next();
    if (this.phase !== "bets") return;
    const spot = this.spot(wager);
    if (spot.role === "initial" && spot.equals) {
      this.change(spot.equals, by);
      return;
    }
    const [low] = spot.limits;
    const now = this.wanted[wager] ?? 0;
    let then = now + by * this.chip;
    if (spot.role === "progressive") then = by > 0 ? low : 0;
    else if (by > 0 && then < low) then = low;
    else if (by < 0 && then < low) then = 0;
    const wagers = { ...this.wanted };
    if (then > 0) wagers[wager] = then;
    else delete wagers[wager];
    for (const other of this.felt.spots) {
      if (other.role === "initial" && other.equals === wager) wagers[other.wager] = then;
    }
    const tokens = { ...this.wantedTokens };
    if (this.withTokens && spot.role !== "progressive") tokens[wager] = (tokens[wager] ?? 0) + then - now;
    if (opens(this.felt, wagers)) this.bet(wagers, wager, true, tokens);
    else if (by > 0) this.tell(words.refused.first(openersOf(this.felt)), wager);
    else this.bet({});
  }

  // Tokens are a part of the bets that they lie on.
  tokensIn(wagers, tokens) {
    return Object.fromEntries(Object.entries(tokens)
      .map(([wager, cents]) => [wager, Math.min(cents, wagers[wager] ?? 0)])
      .filter(([, cents]) => cents > 0));
  }

  // All bets at once, the latest wish last; what is refused goes back to what the server has.
  async bet(wagers, wager = "", noted = true, tokens = this.wantedTokens) {
    if (this.phase !== "bets" || !this.seat) return false;
    if (noted) this.before = [...this.before, [this.wanted, this.wantedTokens]].slice(-50);
    this.wanted = wagers;
    this.wantedTokens = this.tokensIn(wagers, tokens);
    this.notice = null;
    this.motion = "mine";
    this.draw();
    this.motion = "";
    if (this.sending) {
      this.again = true;
      return this.sending;
    }
    this.sending = this.sendBets(wager).finally(() => {
      this.sending = null;
    });
    const done = await this.sending;
    this.settled();
    return done;
  }

  async sendBets(wager) {
    for (;;) {
      this.again = false;
      const wagers = { ...this.wanted };
      const lying = this.server.round?.seats[this.seat]?.stakes ?? {};
      if (!Object.keys(wagers).length && !Object.keys(lying).length) return true;
      try {
        const tokens = this.wantedTokens;
        await this.line.send("bet", { seat: this.seat, round: this.server.round?.number ?? 0, wagers, tokens });
        tick("chip", this.sound);
      } catch (error) {
        this.wantLying(this.server);
        this.before = this.before.slice(0, -1);
        const over = this.felt.spots.find(
          (spot) => wagers[spot.wager] && (wagers[spot.wager] > spot.limits[1] || wagers[spot.wager] < spot.limits[0]),
        );
        if (over && !error.lost) this.tell(words.refused.limits(over.name, over.limits), over.wager);
        else this.tell(this.why(error), wager);
        return false;
      }
      if (!this.again) return true;
    }
  }

  async deal() {
    if (this.sending) await this.sending;
    if (this.phase !== "bets") return;
    if (!opens(this.felt, this.wanted)) {
      this.tell(words.now.bet(openersOf(this.felt)), this.felt.initial);
      return;
    }
    await this.command("ready", { round: this.server.round?.number });
  }

  next() {
    this.stage.hurry();
    this.holding = false;
    this.caption = "";
    this.lesson = null;
    this.notice = null;
    this.coachLeaves();
    this.settled();
  }

  // Cards are chosen by their place in the hand: several decks may deal the same card twice.
  pick(at) {
    if (!this.deciding) return;
    const code = this.hand.cards[at];
    if (this.hasSides) {
      const lies = sidesOf(this.setting, code);
      if (!lies.includes(this.side)) {
        this.setSide(lies[0]);
        return;
      }
    }
    const picks = new Set(this.picks);
    if (picks.has(at)) picks.delete(at);
    else {
      if (this.trading && picks.size === this.trading.trades) picks.delete([...picks][0]);
      if (this.setting?.cards && picks.size === this.setting.cards) picks.delete([...picks][0]);
      picks.add(at);
    }
    this.picks = picks;
    if (!picks.size) this.side = "";
    this.notice = null;
    this.draw();
  }

  // Cards of the side that are kept out of the Play box: the player is held to the hand as it is set.
  get keptOut() {
    return this.hasSides && this.side
      ? placesOfSide(this.setting, this.hand.cards, this.side).size - this.picks.size
      : 0;
  }

  // A chip let go over a spot, a card over the Play box or back over the hand.
  dropped(thing, on, y) {
    const wager = on?.closest("[data-wager]")?.dataset.wager;
    if (thing.dataset.chip) {
      this.act.chip(Number(thing.dataset.chip));
      if (wager && this.spot(wager).role !== "raise") this.act.add(wager);
      return;
    }
    const at = Number(thing.dataset.place);
    const box = this.querySelector(".play-box")?.getBoundingClientRect();
    if (!this.deciding || !box) return;
    const inBox = y > box.top - 12 && y < box.bottom;
    if (inBox !== this.picks.has(at)) this.pick(at);
  }

  setSide(side) {
    if (!this.deciding || !this.hasSides || !(side in { ...this.setting.sides, "": 0 })) return;
    this.side = side;
    this.picks = side ? placesOfSide(this.setting, this.hand.cards, side) : new Set();
    this.notice = null;
    this.draw();
  }

  // The table is told which card goes, not which of two alike: which place it leaves is remembered here.
  trade() {
    const { name, trades } = this.trading;
    const places = [...this.picks].sort((one, other) => one - other);
    if (!places.length) {
      this.tell(words.decide.chooseTrade);
      return;
    }
    this.traded = { round: this.view.round.number, at: trades === 1 ? places[0] : undefined };
    const cards = places.map((at) => this.hand.cards[at]);
    this.decide({ [name]: trades === 1 ? cards[0] : cards });
  }

  bestSet() {
    this.bestFor = this.decisionName; // pressed before the hand is read: set as soon as it is
    if (!this.deciding || !this.facts) return;
    if (this.hasSides) this.setSide(this.facts.best);
    else if (this.setting) {
      this.picks = new Set(this.facts.best.map((code) => this.hand.cards.indexOf(code)));
      this.notice = null;
      this.draw();
    }
  }

  playOn(tokens = {}) {
    if (!this.deciding) return;
    if (!this.raise) this.act.trade();
    else if (!this.setting) this.answer(raisesOf(this.raise)[0][0], tokens);
    else if (!this.setReady) this.tell(this.felt.words.asks?.[this.view.round.asked]?.first ?? words.decide.chooseSet);
    else this.decide({
      [this.raise.name]: raisesOf(this.raise)[0][0],
      set: this.hasSides && !this.keptOut ? this.side : this.pickedCards,
    }, tokens);
  }

  // An option of the question that is asked, by its name.
  answer(option, tokens = {}) {
    this.decide({ [this.raise.name]: option }, tokens);
  }

  async decide(choice, tokens = {}) {
    if (!this.deciding) return;
    const { round } = this.view;
    const judge = this.judge(choice, round);
    this.decided = true; // shown at once; the server has the last word
    this.hand.choices = { ...this.hand.choices, ...choice };
    this.notice = null;
    this.draw();
    const sent = this.line.send("decide", { seat: this.seat, round: round.number, stage: round.asked, choice, tokens });
    // In line before the round's own note.
    this.judging = this.judging.then(() => sent).then(judge).catch(() => { this.tally = null; });
    try {
      await sent;
    } catch (error) {
      this.tell(this.why(error));
    }
    this.decided = false;
    this.draw();
  }

  // What the choice was worth, asked once it is made: a note for the sheet and a lesson for the player.
  judge(choice, round) {
    const { game, hand, coach } = this;
    const facts = this.factsFor === this.decisionName ? this.facts : null; // decided before the hand was read
    const cards = [...hand.cards];
    const money = stakesOf(this, hand);
    const board = this.boardOf(round).join(" ");
    const held = this.hasSides && Array.isArray(choice.set) ? choice.set.join(" ") : "";
    const stakes = Object.entries(hand.stakes)
      .filter(([wager]) => this.spot(wager).role !== "raise")
      .map(([wager, cents]) => `${wager}:${cents}`)
      .join(",");
    const known = coach.for === this.decisionName && !held ? coach.advice : null;
    const badSet = choice.set && facts?.best_sets && !facts.best_sets.includes(this.places());
    const query = new URLSearchParams({
      cards: cards.join(" "),
      wagers: stakes,
      ...(board ? { board } : {}),
      ...(held ? { set: held } : {}),
      ...(tradeOf(this.felt) ? { choices: JSON.stringify(hand.choices) } : {}),
      ...(hand.replacement ? { drawn: [hand.replacement].flat().join(" ") } : {}),
    });
    const trade = this.trading;
    return async () => {
      const advice = known ?? (await ask(`/table/${this.table}/worth.json?${query}`));
      const name = held ? advice.options.at(-1).choice : labName(choice, trade);
      const cost = costOf(advice, name);
      const worth = valueOf(advice, name);
      this.tally = { worth: this.tally ? this.tally.worth - cost : worth };
      noteDecision(
        game,
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
      this.lesson = lesson(this.felt, advice, name, facts, money.stake)
        + (badSet ? ` ${this.felt.words.asks?.[round.asked]?.bad ?? words.coach.badSet}` : "");
      Object.assign(coach, { judged: advice, chosen: name, stakes: money });
      this.draw();
    };
  }

  async command(what, body = {}) {
    this.notice = null;
    try {
      await this.line.send(what, { seat: this.seat ?? undefined, ...body });
      return true;
    } catch (error) {
      this.tell(this.why(error));
      return false;
    }
  }

  // A round that is out is finished first; the seat is free when the table says so.
  async leave() {
    this.leftSeat = this.seat;
    if (!(await this.command("leave"))) this.leftSeat = null;
  }

  async sit(seat) {
    const middle = Math.ceil(this.felt.places / 2);
    const free = Array.from(
      { length: this.felt.places },
      (_, at) => at + 1,
    ).filter((one) => !this.view.seats[one]).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    Object.assign(this, { holding: false, left: false });
    await this.command("sit", { seat: seat ?? free[0] });
  }

  async share() {
    const link = `${location.origin}/table/${this.table}`;
    try {
      await navigator.clipboard.writeText(link);
      this.tell(words.table.shared, "", true);
    } catch {
      this.tell(words.table.shareHere(link), "", true);
    }
  }

  async buy() {
    try {
      this.purseThen = this.purse = (await ask("/api/purse", { key: key(), do: "buy-in", cents: BUY_IN })).purse;
      this.notice = null;
      this.draw();
    } catch (error) {
      this.tell(error.message);
    }
  }

  toggleCoach() {
    this.coach.open = !this.coach.open;
    if (this.coach.open) {
      this.coach.round = this.round?.number ?? 0;
      this.askCoach();
      this.readStrategy();
    } else {
      this.coach.always = false;
      keep("coach", false);
    }
    this.draw();
  }

  // Who was asked once, and not for always, goes when the round is over.
  coachLeaves() {
    if (!this.coach.always) this.coach.open = false;
  }

  async readStrategy() {
    this.coach.strategy = await strategyOf(`/table/${this.table}`);
    this.draw();
  }

  async askCoach() {
    if (!this.coach.strategy) this.readStrategy();
    const name = this.decisionName;
    if (!this.deciding || this.coach.for === name) return;
    Object.assign(this.coach, { for: name, advice: null, failed: false });
    try {
      const advice = await ask(`/api/tables/${this.table}/coach`);
      if (this.coach.for === name) this.coach.advice = advice;
    } catch {
      if (this.coach.for === name) Object.assign(this.coach, { failed: true, for: "" });
    }
    this.draw();
  }

  pressed(event) {
    if (!this.view || this.drawers.name || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog")) return;
    const chip = this.felt.chips[Number(event.key) - 1];
    const act = this.act;
    if (event.key === "Escape" && !this.busy && this.coach.open) act.coach();
    else if (event.key === "Escape") act.skip();
    else if (!this.keys) return;
    else if (chip && this.seat) act.chip(chip);
    else {
      const betting = this.phase === "bets" && this.seat;
      const press = {
        d: betting && act.deal, u: betting && act.undo,
        r: betting ? act.rebet : this.holding && this.lastBets && this.seat ? act.again : null,
        n: this.holding && act.next, c: act.coach,
        f: this.deciding && act.fold, p: this.deciding && act.raise,
        b: this.deciding && act.best, k: this.deciding && this.trading && act.keepAll,
        ...(this.deciding && this.hasSides && Object.fromEntries(
          Object.keys(this.setting.sides).map((side) => [side[0], () => act.side(side)]),
        )),
      }[event.key.toLowerCase()];
      if (!press) return;
      press();
    }
    event.preventDefault();
  }

  why(error) {
    if (error.lost) return words.refused.lost;
    if (error.reason === "insufficient-funds" && !this.opensTables) return words.refused.askFloor;
    return words.refused[error.reason] ?? error.message;
  }

  tell(said, wager = "", good = false) {
    this.notice = { wager, words: said, good };
    clearTimeout(this.forget);
    this.forget = setTimeout(() => { this.notice = null; this.draw(); }, 6000);
    this.draw();
  }

  // Motion

  flyCard(node, at) {
    if (this.motion !== "Dealt" && this.motion !== "Drawn") return;
    fly(node, this.querySelector(".shoe"), { delay: 45 * (Number.parseInt(at, 10) || 0), turn: 12, fade: true });
  }

  flyChips(node) {
    if (this.stage.instant) return;
    if (this.motion === "mine") fly(node, this.querySelector(`[data-chip="${this.chip}"]`), { time: 200 });
    else if (this.motion === "Decided" || this.motion === "WagersPlaced") fly(
      node,
      node.closest(".other")?.querySelector(".plate") ?? this.querySelector(".bar-actions"),
      { time: 220 },
    );
  }

  flip(card) {
    if (this.stage.instant || !this.motion) return;
    // Rule Cards are turned one at a time.
    const one = card.localName === "rule-card" ? [...card.parentElement.children].indexOf(card) : 0;
    card.animate(
      [{ transform: "perspective(600px) rotateY(88deg)" }, { transform: "none" }],
      { duration: 240, delay: 420 * one, easing: "ease-out", fill: "backwards" },
    );
  }

  // Losing chips go to the rack before the felt is drawn anew, winnings come from it afterwards.
  moveChips(event, instant) {
    if (instant) return;
    const own = event.seat === this.stage.view.you;
    const rack = this.querySelector(".rack");
    const place = (wager) => (
      own
        ? this.querySelector(`[data-wager="${wager}"] .stack`)
        : this.querySelector(`.stack[data-seat="${event.seat}"]`)
    );
    for (const done of event.results) {
      if (!done.returned) depart(place(done.wager), rack);
      else if (done.returned > done.staked) requestAnimationFrame(() => fly(place(done.wager), rack, { time: 420 }));
    }
  }

  // Drawing

  draw() {
    if (!this.felt || !this.stage.view) return;
    this.view = this.stage.view;
    if (this.factsFor !== this.decisionName && this.deciding && !this.busy) this.readHand();
    const inside = document.activeElement?.closest?.(".bar") && this.contains(document.activeElement);
    const { left, right } = others(this);
    patch(this, [
      topOf(this),
      h("div", { key: "main", class: `table-main${this.coach.open ? " with-coach" : ""}` },
        h("div", { class: "table-felt" }, feltOf(this, left, right), barOf(this)),
        coachPanel(this)),
      paysBelow(this),
      shuffleOf(this),
      h("div", { key: "live", class: "live-region hidden-words", role: "status", "aria-live": "polite", opaque: true }),
      this.drawers.draw(),
    ]);
    if (!this.isReady) {
      this.isReady = true;
      this.dataset.ready = "";
    }
    this.dataset.phase = this.deciding ? "decide" : this.phase;
    this.dataset.line = this.lost ? "lost" : this.unable ? "unable" : "open";
    if (this.dataset.spoken !== this.spoken && this.spoken) {
      this.querySelector(".live-region").textContent = this.spoken;
    }
    if (inside && document.activeElement === document.body) {
      const first = this.querySelector(".bar-actions .button:not(.quiet):not([aria-disabled])");
      (first ?? this.querySelector(".now"))?.focus({ preventScroll: true });
    }
  }
}
customElements.define("felt-table", FeltTable);
