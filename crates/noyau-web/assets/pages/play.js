// Playing: a board, who plays, what moves are worth, and the way the game went.

import { address, note, pack, parameters, unpack, visit } from '../address.js';
import { Board, middle, motion, nearest, neighbour } from '../board.js';
import { announce, download, fill, h, painted } from '../elements.js';
import { Match, PERSON, path, readMoves, writeMoves } from '../match.js';
import { sideName, signs, title } from '../names.js';
import { controls, sideChooser } from '../play/controls.js';
import { history, isMistake } from '../play/history.js';
import { ask, catalogue, isAborted, isUnreachable, latest, Refusal } from '../server.js';
import { percent, plural, t } from '../text.js';
import { describe, estimate, isWhole, judged, merged, shown, token, worth } from '../worth.js';

/** @typedef {import('../server.js').State} State */
/** @typedef {import('../server.js').Side} Side */
/** @typedef {import('../server.js').Values} Values */
/** @typedef {import('../match.js').Knot} Knot */

/** How long agents may think about a move, and the server about the moves of a game, in seconds. */
const PATIENCE = 2;
/** Values are asked for with ever more time, so that there is something to see at once. */
const BUDGETS = [0.1, 0.5, 2];
/** Seconds for those who ask for more, and meanwhile for a proof of the position alone; a server may allow less. */
const LONGER = [8, 30];
const PROOF = 120;
/** How many of them the proof has the processors for itself: milliseconds. */
const ALONE = 8000;
/** For each move of a game that nobody has looked at. */
const GLANCE = 0.2;

/** @param {HTMLElement} into */
export async function show(into) {
  const asked = parameters();
  const name = asked.get('game') ?? 'tictactoe';
  const content = await unpack();
  const sheet = () => import('../play/rulesheet.js');
  if (name.startsWith('gdl') && content === null) return (await sheet()).ruleSheet(into, name);
  if (name.startsWith('graph') && content === null) {
    visit(address('/arena'));
    return {};
  }
  const place = { game: name, ...(content === null ? {} : { content }), ...(asked.get('at') ? { at: asked.get('at') ?? '' } : {}) };
  const match = new Match(place, { first: asked.get('first') ?? PERSON, second: asked.get('second') ?? PERSON });
  const ply = asked.get('ply');
  try {
    await match.load(asked.get('after') ?? '', ply === null ? null : Number(ply), asked.get('tree') ? readMoves(asked.get('tree') ?? '') : null);
  } catch (error) {
    if (content !== null && error instanceof Refusal && error.places.length > 0) return (await sheet()).ruleSheet(into, name, content, error);
    throw error;
  }
  const fragment = content === null ? '' : await pack(content);
  const table = new Table(into, match, fragment, asked.get('values') === '1');
  await table.refresh();
  void table.learn();
  const mistake = Number(asked.get('mistake'));
  if (mistake > 0) await table.pose(mistake).catch(() => {});
  return { leave: () => table.leave(), again: () => void table.refresh().catch(() => {}) };
}

/** How a game that is over has ended. @param {State} state */
function ending(state) {
  return state.winner === 'none' || state.winner === null ? t('play.over.draw') : t('play.over.win', { side: sideName(state.game, state.winner) });
}

/**
 * What the last move touched, if its places are still there: a heap that is split has others.
 * @param {State} before @param {string} move @param {import('../server.js').View} view
 * @returns {import('../server.js').Touch | null}
 */
function lastTouch(before, move, view) {
  const touch = before.view.moves[before.moves.indexOf(move)];
  const stays = (/** @type {number} */ i) => before.view.cells[i]?.x === view.cells[i]?.x && before.view.cells[i]?.y === view.cells[i]?.y;
  return touch ? { ...touch, cells: touch.cells.filter(stays) } : null;
}

/** What reads and writes games comes when it is needed. */
const files = () => import('../play/files.js');

/** The table one plays at. */
class Table {
  /**
   * @param {HTMLElement} into
   * @param {Match} match
   * @param {string} fragment
   * @param {boolean} values
   */
  constructor(into, match, fragment, values) {
    this.match = match;
    /** What the server says of the game. @type {import('../server.js').GameInfo | undefined} */
    this.info = undefined;
    this.fragment = fragment;
    this.values = values;
    this.gone = false;
    /** How often what was worked out was given up. */
    this.turn = 0;
    this.paused = false;
    this.thinking = false;
    /** @type {string | null} */
    this.hint = null;
    /** Notes the address of the last move, until that is done. @type {(() => void) | null} */
    this.unnoted = null;
    this.valueRequest = latest();
    this.proofRequest = latest();
    this.judgeRequest = latest();
    this.replyRequest = latest();
    /** Whether values are being worked out. */
    this.deeper = false;
    /** What the server said of the whole line. @type {{ key: string, accuracy: (number | null)[], lost_at: number | null } | null} */
    this.judgement = null;
    /** Whether the server could not judge the game: then every move is judged by what is known of it. */
    this.unjudged = false;
    /** The mistakes that are played again, and the one that is now. @type {{ all: Knot[], at: number } | null} */
    this.puzzle = null;
    /** @type {State | null} */
    this.state = null;
    this.active = 0;
    /** What is said of each move. @type {Map<string, import('../worth.js').Shown>} */
    this.told = new Map();
    /** Where the arrow keys have led. @type {[number, number] | null} */
    this.spot = null;

    this.board = new Board((move) => void this.play(move), (moves) => this.offer(moves));
    this.keys = h('div', {
      class: 'keys', role: 'listbox', tabindex: '0', 'aria-label': t('play.board'), id: 'board-keys',
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onfocus: () => this.activate(this.active),
      onblur: () => this.board.point([]),
    });
    this.status = h('p', { class: 'status', id: 'status' });
    this.value = h('p', { class: 'value', id: 'value' });
    this.points = h('p', { class: 'points' });
    this.offers = h('div', { class: 'offers', role: 'group', 'aria-label': t('play.offers') });
    this.moves = h('div', { class: 'moves', role: 'group', 'aria-label': t('play.moves') });
    this.history = history(match, (one) => void this.go(one), () => {
      this.note(false);
      this.drawHistory();
    });
    this.review = h('div', { class: 'review' });
    this.reasons = h('div', { class: 'reasons', id: 'why' });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true, data: true });
    const typed = h('input', { type: 'text', name: 'move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', placeholder: t('play.type'), 'aria-label': t('play.type') });
    const type = h('form', {
      class: 'type',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const text = typed.value.trim();
        typed.value = '';
        if (text) void this.play(text);
      },
    }, typed, h('button', { type: 'submit' }, t('play.enter')));
    this.controls = controls({
      undo: () => void this.go(match.at(match.back())),
      redo: () => void this.go(match.at(match.forward())),
      restart: () => void this.restart(),
      hint: () => void this.suggest(),
      why: () => void this.why(),
      pause: () => this.pause(),
      values: () => {
        this.values = !this.values;
        this.note(false);
        void this.refresh();
      },
      share: () => void this.share(),
      exportText: () => download(`${this.fileName()}.txt`, `${match.moves.join(' ')}\n`),
      exportJson: async () => download(`${this.fileName()}.json`, (await files()).asFile(match)),
      exportPgn: async () => download(`${this.fileName()}.pgn`, (await files()).asPgn(match)),
      importFile: (text) => void this.import(text),
      setUp: () => void this.arrange(),
    });
    const sides = h('div', { class: 'sides' });
    const rules = h('p', { data: true });
    /** @param {import('../server.js').AgentInfo[]} agents */
    const choosers = (agents) => fill(sides, /** @type {Side[]} */ (['first', 'second']).map((side) =>
      sideChooser(side, sideName(match.place.game, side), match.players[side], agents, (player) => {
        match.players[side] = player;
        this.note(false);
        void this.refresh();
      })));
    choosers([]);
    /** Asks for what the board does not wait for. */
    this.learn = () => catalogue().then(({ agents, games }) => {
      this.info = games.find((game) => game.name === match.place.game.split(':')[0]);
      fill(rules, this.info?.rules ?? '');
      choosers(agents);
      // The first move does not wait for what moves the pieces.
      setTimeout(() => void motion().catch(() => {}), 0);
    }, () => {});
    this.shortcut = (/** @type {KeyboardEvent} */ event) => this.step(event);
    document.addEventListener('keydown', this.shortcut);
    into.className += ` ${signs(match.place.game)}`;
    into.append(
      h('div', { class: 'play-head' }, h('h1', {}, title(match.place.game)),
        h('details', {}, h('summary', {}, t('gallery.rules')), rules)),
      h('div', { class: 'table' },
        h('section', { class: 'board-side', 'aria-label': t('play.board') },
          this.status, this.points,
          h('div', { class: 'board-place' }, this.board.element, this.keys),
          this.offers, this.value, this.problem, type, this.controls.bar),
        h('section', { class: 'panel' },
          sides,
          h('div', { class: 'part' }, h('h2', {}, t('play.moves')), this.moves),
          this.reasons,
          h('div', { class: 'part' }, h('h2', {}, t('play.history')), this.history.list, this.history.tools, this.review),
          this.controls.more)));
  }

  leave() {
    this.gone = true;
    document.removeEventListener('keydown', this.shortcut);
    this.hush();
  }

  /** Gives up what is being worked out about a position that is left. */
  hush() {
    this.turn += 1;
    this.valueRequest.cancel();
    this.proofRequest.cancel();
    this.judgeRequest.cancel();
    this.replyRequest.cancel();
    this.thinking = false;
    this.deeper = false;
  }

  names() {
    const { game } = this.match.place;
    return { one: sideName(game, 'first'), two: sideName(game, 'second') };
  }

  fileName() {
    return this.match.place.game.replaceAll(/[^\w-]+/g, '-');
  }

  link() {
    const { match } = this;
    const { place, players, moves, ply } = match;
    return address('/play', {
      game: place.game, at: place.at ?? null, after: moves.join(' ') || null, ply: ply === moves.length ? null : ply, tree: match.isTree ? writeMoves(match.root) : null,
      first: players.first === PERSON ? null : players.first, second: players.second === PERSON ? null : players.second, values: this.values,
      mistake: this.puzzle ? ply + 1 : null,
    }, this.fragment);
  }

  /** @param {boolean} step whether the back button returns to what was before */
  note(step) {
    this.noted();
    note(this.link(), step);
  }

  /** Notes a move once it is seen: browsers take as long to note an address as to draw a board. @param {boolean} step */
  noteSoon(step) {
    this.noted();
    const link = this.link();
    this.unnoted = () => note(link, step);
    void painted().then(() => this.noted());
  }

  /** Notes what was not noted yet. */
  noted() {
    const { unnoted } = this;
    this.unnoted = null;
    if (!this.gone) unnoted?.();
  }

  /**
   * Draws the position that is looked at, then asks what it is worth and who replies.
   * @param {boolean} [moving] whether the move before it has just been played
   */
  async refresh(moving = false) {
    const { match } = this;
    const { here } = match;
    this.hush();
    const state = await match.state();
    const before = here.up ? await match.state(here.up) : null;
    if (this.gone || here !== match.here) return;
    // The cursor stays where it was, or as near as there is a move.
    this.active = this.spot ? nearest(state.view, this.spot) : 0;
    this.state = state;
    this.last = before ? lastTouch(before, here.move, state.view) : null;
    fill(this.offers, this.untouched());
    fill(this.reasons);
    this.problem.hidden = true;
    this.deeper = this.values && !state.outcome;
    this.draw(moving && before ? before.view : null);
    this.drawHistory();
    this.controls.update({
      undo: here !== match.root, redo: !match.atEnd, values: this.values, open: !state.outcome,
      running: !match.hasPerson && !state.outcome, paused: this.paused,
    });
    // What works things out would keep the processors from drawing.
    const { turn } = this;
    void painted().then(() => {
      if (this.gone || turn !== this.turn) return;
      void this.appraise();
      void this.judge();
      void this.reply();
    });
  }

  /** What is known of the position. @returns {Values | undefined} */
  get worths() {
    return this.match.here.values;
  }

  get live() {
    const { state, match } = this;
    if (this.puzzle) return Boolean(state);
    return Boolean(state && !state.outcome && !this.thinking && (match.isPerson(state.side) || !match.atEnd || this.paused));
  }

  /** Moves that touch nothing on the board, such as a pass, are buttons. */
  untouched() {
    const state = this.state;
    if (!state) return [];
    return state.moves.filter((_, i) => !state.view.moves[i]?.cells.length && !state.view.moves[i]?.lines.length).slice(0, 60).map((move) => this.moveButton(move));
  }

  /** What is said of each move. */
  said() {
    const { worths, state } = this;
    return this.values && worths && state && !this.puzzle ? shown(worths, state.moves, this.deeper) : new Map();
  }

  /** @param {string} move */
  moveButton(move) {
    const said = this.told.get(move);
    const index = this.state?.moves.indexOf(move) ?? -1;
    return h('button', {
      type: 'button', class: `move${said?.best ? ' best' : ''}`, 'data-move': move, 'aria-label': said ? t('play.move.worth', { move, worth: said.words }) : t('play.move', { move }),
      disabled: !this.live, data: true,
      onclick: () => void this.play(move),
      onpointerenter: () => this.board.point([index]), onpointerleave: () => this.board.point([]),
      onfocus: () => this.board.point([index]), onblur: () => this.board.point([]),
    }, said && said.kind !== 'none' ? token(said.kind) : null, h('span', { class: 'name' }, move), said ? h('span', { class: 'short' }, said.short) : null);
  }

  /** @param {import('../server.js').View | null} [before] the board before the last move, if it has just been played */
  draw(before = null) {
    const { state } = this;
    if (!state) return;
    this.told = this.said();
    this.board.show({ view: state.view, moves: state.moves, game: state.game, last: this.last ?? null, worths: this.told, hint: this.hint, live: this.live, state, before });
    const side = sideName(state.game, state.side);
    const text = state.outcome ? ending(state) : this.thinking ? t('play.thinking', { side }) : t('play.turn', { side });
    fill(this.status, h('span', { class: `turn ${state.outcome ? (state.winner ?? 'none') : state.side}`, 'aria-hidden': 'true' }), text);
    fill(this.points, state.points ? t('play.points', { ...this.names(), first: state.points[0] ?? 0, second: state.points[1] ?? 0 }) : null);
    this.points.hidden = !state.points;
    this.drawMoves();
    this.drawValue();
  }

  /** Draws what has become known; what is chosen or under a finger stays where it is. */
  drawWorths() {
    this.told = this.said();
    this.board.say({ worths: this.told, hint: this.hint });
    // Moves that are not on the board, such as a pass, have their value at once too.
    for (const one of this.offers.querySelectorAll('button')) {
      const news = this.moveButton(one.dataset['move'] ?? '');
      const focused = document.activeElement === one;
      one.replaceWith(news);
      if (focused) news.focus({ preventScroll: true });
    }
    this.drawMoves();
    this.drawValue();
  }

  drawMoves() {
    const { state, told } = this;
    if (!state) return;
    fill(this.keys, state.moves.map((move, i) => {
      const said = told.get(move);
      return h('div', { role: 'option', id: `option-${i}`, class: 'unseen', 'aria-selected': 'false', data: true }, said ? t('play.move.worth', { move, worth: said.words }) : t('play.move', { move }));
    }));
    if (document.activeElement === this.keys) this.activate(Math.min(this.active, state.moves.length - 1));
    else this.keys.removeAttribute('aria-activedescendant');
    /** @param {string} move */
    const rank = (move) => (told.get(move)?.best ? -1 : (told.get(move)?.given ?? 2));
    const old = [...this.moves.querySelectorAll('button')];
    const held = old.length === state.moves.length && this.moves.matches(':hover, :focus-within') ? old.map((one) => one.dataset['move'] ?? '') : null;
    if (held?.every((move) => state.moves.includes(move))) {
      const focused = old.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      old.forEach((one, i) => one.replaceWith(this.moveButton(held[i] ?? '')));
      if (focused >= 0) this.moves.querySelectorAll('button')[focused]?.focus({ preventScroll: true });
      return;
    }
    const order = told.size > 0 ? state.moves.toSorted((a, b) => rank(a) - rank(b)) : state.moves;
    fill(this.moves, order.length > 0 ? order.map((move) => this.moveButton(move)) : h('p', { class: 'faint' }, t('play.no-moves')));
  }

  drawValue() {
    const { worths, state } = this;
    this.value.hidden = !this.values || !state || this.puzzle !== null;
    if (!this.values || !state) return;
    if (state.outcome) return fill(this.value);
    const opinion = worths?.opinion;
    const proved = worths && worths.outcome !== 'unknown' ? worths : null;
    fill(this.value,
      proved ? [worth(proved), h('span', { class: 'faint' }, t('play.for', { side: sideName(state.game, state.side) })),
        proved.nimber === null || proved.nimber === undefined ? null : h('span', { class: 'faint' }, t('play.nimber', { n: proved.nimber })),
        proved.exact ? null : h('span', { class: 'faint' }, t('play.hashed'))] : null,
      !proved && worths ? [h('strong', { class: 'unproved' }, token('opinion'), t('play.unproved')),
        opinion && opinion.score !== null ? h('span', {}, estimate(opinion.score), opinion.depth ? ` (${plural('play.depth', opinion.depth)}) ` : ' ', h('span', { class: 'faint', data: true }, opinion.line.slice(0, 6).join(' '))) : null] : null,
      proved && !isWhole(worths, state.moves.length) && !this.deeper ? h('span', { class: 'faint' }, t('play.part')) : null,
      this.deeper ? h('span', { class: 'faint deeper' }, t('play.asking'))
        : isWhole(worths, state.moves.length) ? null : h('button', { type: 'button', class: 'longer', onclick: () => void this.appraise(LONGER) }, t('play.longer')));
  }

  drawHistory() {
    const { match } = this;
    const { line } = match;
    for (const one of line) one.judged ??= this.values || this.judgement || this.unjudged ? judged(one) : undefined;
    this.history.draw();
    fill(this.review);
    const marks = line.map((one) => one.judged);
    if (this.puzzle || !marks.some(Boolean)) return;
    const parts = [];
    const whole = this.judgement?.key === match.moves.join(' ') ? this.judgement : null;
    const share = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? '–' : percent(value));
    const place = h('div', { class: 'tug-place', tabindex: '0', role: 'group', 'aria-label': t('tug.title') });
    void import('../tug.js').then(({ tug }) => fill(place, tug(marks, match.ply, this.names(), (ply) => void this.go(match.at(ply)))));
    parts.push(place);
    if (whole) {
      parts.push(h('p', { class: 'accuracy' }, t('play.accuracy', { ...this.names(), first: share(whole.accuracy[0]), second: share(whole.accuracy[1]) })));
      if (whole.lost_at !== null && whole.lost_at !== undefined) parts.push(h('p', {}, t('play.lost-at', { n: whole.lost_at + 1, move: line[whole.lost_at]?.move ?? '' })));
    } else parts.push(h('p', { class: 'faint' }, t(marks.every(Boolean) ? 'play.estimated' : 'play.judging')));
    const mark = match.here.judged;
    if (mark) parts.push(h('p', { class: 'faint', data: true }, `${mark.move} — ${mark.mark_text}`, mark.best.includes(mark.move) || mark.mark === 'kept' ? '' : ` (${t('play.better', { moves: mark.best.join(', ') })})`));
    const mistakes = line.filter(isMistake);
    if (mistakes.length > 0) parts.push(h('button', { type: 'button', class: 'act-mistakes', onclick: () => void this.replay(mistakes, 0) }, plural('mistake.replay', mistakes.length)));
    fill(this.review, parts);
  }

  /** Asks what the moves are worth, if values are on: with ever more time, until all is proved. @param {number[]} [budgets] seconds */
  async appraise(budgets = BUDGETS) {
    const { match, state } = this;
    const { here } = match;
    if (!this.values || this.puzzle || !state || state.outcome) return;
    const legal = state.moves.length;
    this.deeper = true;
    this.drawValue();
    const proof = budgets === LONGER && here.values?.outcome === 'unknown' ? this.prove(here) : null;
    try {
      if (proof) await Promise.race([proof, new Promise((done) => setTimeout(done, ALONE))]);
      if (this.gone || here !== match.here || !this.values) return;
      for (const seconds of budgets) {
        if (isWhole(here.values, legal) || seconds <= (here.tried ?? 0)) continue;
        /** @type {Values} */
        const values = await this.valueRequest.ask('/api/values', { ...match.told(here), seconds });
        here.values = merged(here.values, values);
        here.tried = seconds;
        if (this.gone || here !== match.here || !this.values) return;
        this.drawWorths();
        // The proof goes on alone: another search beside it would take its processors and its memory's time.
        await proof;
        if (this.gone || here !== match.here || !this.values) return;
        // The server allows no more.
        if (values.seconds < seconds / 2 && seconds > PATIENCE) break;
      }
      await proof;
      if (this.gone || here !== match.here) return;
      this.deeper = false;
      this.drawWorths();
      const { worths } = this;
      if (worths) announce(worths.outcome === 'unknown' ? t('play.unproved') : describe(worths));
      this.drawHistory();
      if (this.unjudged) await this.glance();
    } catch (error) {
      if (isAborted(error) || isUnreachable(error) || this.gone) return;
      this.deeper = false;
      fill(this.value, h('span', { data: true }, error instanceof Error ? error.message : ''));
    }
  }

  /** Asks for a proof of the position alone. @param {Knot} here */
  async prove(here) {
    // What was asked before would keep the worker that others help.
    this.valueRequest.cancel();
    try {
      const values = await this.proofRequest.ask('/api/values', { ...this.match.told(here), seconds: PROOF, quick: true });
      here.values = merged(here.values, values);
      if (!this.gone && here === this.match.here) this.drawWorths();
    } catch {
      // Without it there is what the search says.
    }
  }

  /** Asks briefly about the moves of the line that nobody has looked at, one after the other. */
  async glance() {
    const { match } = this;
    const { here } = match;
    for (const one of match.line) {
      if (one.judged || !one.up) continue;
      one.up.values ??= await this.valueRequest.ask('/api/values', { ...match.told(one.up), seconds: GLANCE });
      if (this.gone || here !== match.here) return;
      this.drawHistory();
    }
  }

  /** Asks how good the moves of the game were: while values are on, when it is over, and for those who ask. */
  async judge(wanted = this.values || Boolean(this.state?.outcome && this.match.atEnd)) {
    const { match } = this;
    const { line, moves } = match;
    if (moves.length === 0 || this.unjudged || this.puzzle || !wanted) return;
    const key = moves.join(' ');
    if (this.judgement?.key === key) return;
    try {
      const judgement = await this.judgeRequest.ask('/api/judge', { ...match.told(match.root), moves, seconds: PATIENCE });
      if (this.gone) return;
      line.forEach((one, i) => (one.judged = judgement.moves[i]));
      this.judgement = { ...judgement, key };
      this.drawHistory();
    } catch (error) {
      if (isAborted(error) || isUnreachable(error) || this.gone) return;
      this.unjudged = true;
      if (!this.values) fill(this.review, h('p', { class: 'faint' }, t('play.no-judgement')));
      else if (!this.deeper) await this.glance().catch(() => {});
    }
  }

  /** Poses the mistake of an address, by its number among the moves. @param {number} ply */
  async pose(ply) {
    // After the judgement that is asked for anyhow, which this one replaces.
    await painted();
    await this.judge(true);
    if (this.unjudged) await this.glance();
    const mistakes = this.match.line.filter(isMistake);
    const at = mistakes.indexOf(this.match.at(ply));
    if (at >= 0 && !this.gone) await this.replay(mistakes, at);
  }

  /** Goes back to a mistake: the reader looks for a better move. @param {Knot[]} all @param {number} at */
  async replay(all, at) {
    const one = all[at];
    this.paused = true;
    this.puzzle = one ? { all, at } : null;
    const finish = () => {
      this.puzzle = null;
      void this.go(one ?? this.match.here);
    };
    if (!one?.up) return finish();
    await this.go(one.up);
    const task = t('mistake.task', { side: sideName(this.match.place.game, one.side), move: one.move, n: at + 1, all: all.length });
    announce(task);
    fill(this.reasons, h('div', { class: 'part why puzzle' }, h('h2', {}, t('mistake.title')), h('p', {}, task), h('p', { class: 'verdict', role: 'status' }), h('div', { class: 'bar' },
      h('button', { type: 'button', onclick: () => this.solve(one.judged?.best[0] ?? '') }, t('mistake.show')),
      h('button', { type: 'button', onclick: () => void this.replay(all, at + 1) }, t('mistake.next')),
      h('button', { type: 'button', onclick: finish }, t('mistake.end')))));
  }

  /** Judges an answer to a mistake. @param {string} move */
  solve(move) {
    const one = this.puzzle?.all[this.puzzle.at];
    const right = Boolean(one?.judged?.best.includes(move));
    this.hint = right ? move : null;
    this.board.say({ hint: this.hint });
    const verdict = this.reasons.querySelector('.verdict');
    if (verdict) fill(verdict, h('span', { class: right ? 'right' : 'problem' }, t(right ? 'mistake.right' : 'mistake.wrong', { move })));
  }

  /** Lets the agent whose turn it is move. */
  async reply() {
    const { match, state } = this;
    if (!state || state.outcome || this.paused || !match.atEnd || match.isPerson(state.side)) return;
    const agent = match.players[state.side];
    this.thinking = true;
    this.draw();
    const begin = performance.now();
    try {
      const asked = this.replyRequest.ask('/api/best', { ...match.told(), agent, seed: match.ply + 1, seconds: PATIENCE });
      const mine = this.replyRequest.running;
      const answer = await asked;
      // Two agents would be done before anyone sees it.
      const rest = (match.hasPerson ? 120 : 450) - (performance.now() - begin);
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
      if (mine?.signal.aborted) return;
      await this.play(answer.move, true);
    } catch (error) {
      if (isAborted(error) || this.gone) return;
      this.thinking = false;
      // It goes on by itself when the server is back.
      this.paused = !isUnreachable(error);
      this.complain(error);
      this.draw();
      this.controls.update({ undo: match.here !== match.root, redo: false, values: this.values, open: true, running: true, paused: this.paused });
    }
  }

  /** @param {string} move @param {boolean} [agent] */
  async play(move, agent = false) {
    const { match, state } = this;
    if (!state || (!agent && !this.live)) return;
    const exact = state.moves.find((known) => known === move) ?? state.moves.find((known) => known.toLowerCase() === move.toLowerCase());
    if (this.puzzle) return this.solve(exact ?? move);
    this.hint = null;
    this.hush();
    try {
      const played = await match.play(exact ?? move);
      this.noteSoon(!agent);
      const next = await match.state();
      const over = next.outcome ? ending(next) : '';
      announce(`${t('play.played', { side: sideName(state.game, state.side), move: played.move })} ${over}`);
      await this.refresh(true);
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {unknown} error */
  complain(error) {
    // The page itself says when nobody answers.
    if (isUnreachable(error)) return;
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
  }

  /** @param {Knot} one */
  async go(one) {
    const { match } = this;
    const forward = one.up === match.here;
    match.go(one);
    this.hint = null;
    this.noteSoon(false);
    announce(plural('play.at', path(one).length));
    await this.refresh(forward);
  }

  async restart() {
    this.hush();
    this.judgement = null;
    this.puzzle = null;
    this.paused = false;
    await this.match.load('');
    this.note(true);
    await this.refresh();
  }

  pause() {
    this.paused = !this.paused;
    void this.refresh();
  }

  /** Points at a best move. */
  async suggest() {
    const { match, state } = this;
    if (!state) return;
    try {
      /** @type {Values} */
      const values = this.worths ?? (await ask('/api/values', { ...match.told(), seconds: BUDGETS[1] }));
      const proved = values.outcome !== 'unknown';
      const move = proved ? values.best[0] : (values.opinion?.line[0] ?? (await ask('/api/best', { ...match.told(), agent: 'search', seconds: PATIENCE })).move);
      if (state !== this.state || !move) return;
      this.hint = move;
      this.drawWorths();
      const text = proved ? t('play.hint', { move, worth: describe(values) }) : t('play.hint.unproved', { move });
      announce(text);
      fill(this.offers, this.untouched(), h('p', { class: 'hint', id: 'hint' }, text));
    } catch (error) {
      this.complain(error);
    }
  }

  /** Shows the winning line and what refutes each other move. */
  async why() {
    const { match, state } = this;
    if (!state) return;
    fill(this.reasons, h('p', { class: 'faint' }, t('play.asking')));
    try {
      const answer = await ask('/api/why', { ...match.told(), seconds: PATIENCE });
      if (state !== this.state) return;
      const { lines } = await import('../play/reasons.js');
      fill(this.reasons, lines(answer, state, (moves) => void this.follow(moves)));
      // On a phone it is below the list of moves.
      this.reasons.scrollIntoView({ block: 'nearest' });
      announce(t('why.line', { moves: answer.line.join(' ') }));
    } catch (error) {
      fill(this.reasons, isUnreachable(error) ? null : h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
    }
  }

  /** Plays a line that was shown, from where one looks; agents wait. @param {string[]} moves */
  async follow(moves) {
    this.paused = true;
    this.hush();
    const { match } = this;
    match.go(match.insert(await ask('/api/game', { ...match.place, after: [...path(match.here).map(({ move }) => move), ...moves] })));
    this.note(true);
    await this.refresh();
  }

  async share() {
    const link = location.origin + this.link();
    try {
      await navigator.clipboard.writeText(link);
      announce(t('play.copied'));
      this.controls.copied();
    } catch {
      prompt(t('play.share'), link);
    }
  }

  /** @param {string} text */
  async import(text) {
    try {
      const file = (await files()).fromFile(text);
      if (file.game || file.at) {
        const tree = file.tree ? writeMoves(file.tree) : null;
        visit(address('/play', { game: file.game ?? this.match.place.game, at: file.at ?? null, after: file.moves, tree, values: this.values, first: file.first ?? null, second: file.second ?? null }, this.fragment));
        return;
      }
      const lost = await this.match.load(file.moves, null, file.tree ?? null);
      this.judgement = null;
      this.note(true);
      await this.refresh();
      if (lost > 0) this.complain(plural('files.lost', lost));
    } catch (error) {
      this.complain(error);
    }
  }

  async arrange() {
    const { match, state } = this;
    if (!state) return;
    if (!this.info) await this.learn();
    const { setUp } = await import('../play/setup.js');
    setUp(match.place, state, this.info?.thumbnail ?? null, (at) =>
      visit(address('/play', {
        game: match.place.game, at, first: match.players.first === PERSON ? null : match.players.first,
        second: match.players.second === PERSON ? null : match.players.second, values: this.values,
      }, this.fragment)));
  }

  /** @param {string[]} moves what a click may mean */
  offer(moves) {
    fill(this.offers, this.untouched(), moves.map((move) => this.moveButton(move)));
    if (moves.length > 0) this.offers.querySelector('button')?.focus();
  }

  /** @param {number} index */
  activate(index) {
    this.active = index;
    const options = this.keys.children;
    for (let i = 0; i < options.length; i += 1) options[i]?.setAttribute('aria-selected', String(i === index));
    if (index >= 0 && index < options.length) {
      this.keys.setAttribute('aria-activedescendant', `option-${index}`);
      this.board.point([index]);
    }
  }

  /** Keys that lead through the game, wherever they have no other meaning. @param {KeyboardEvent} event */
  step(event) {
    const { match } = this;
    if (event.defaultPrevented || event.altKey || (event.target instanceof Element && event.target.closest('input, select, textarea, dialog, summary, [role=listbox]'))) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const count = match.line.length;
    /** @type {Record<string, () => number>} */
    const steps = control
      ? { z: () => (event.shiftKey ? match.forward() : match.back()), y: () => match.forward() }
      : { arrowleft: () => match.ply - 1, arrowright: () => match.ply + 1, home: () => 0, end: () => count };
    const step = steps[key];
    if (!step) return;
    event.preventDefault();
    const ply = Math.max(0, Math.min(step(), count));
    if (ply !== match.ply && !this.puzzle) void this.go(match.at(ply));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const state = this.state;
    if (!state || state.moves.length === 0) return;
    const last = state.moves.length - 1;
    /** @type {Record<string, () => number>} */
    const steps = {
      ArrowLeft: () => neighbour(state.view, this.active, -1, 0),
      ArrowRight: () => neighbour(state.view, this.active, 1, 0),
      ArrowUp: () => neighbour(state.view, this.active, 0, -1),
      ArrowDown: () => neighbour(state.view, this.active, 0, 1),
      Home: () => 0,
      End: () => last,
      PageUp: () => Math.max(0, this.active - 1),
      PageDown: () => Math.min(last, this.active + 1),
    };
    const step = steps[event.key];
    if (step) {
      this.activate(step());
      this.spot = middle(state.view, state.view.moves[this.active]);
    } else if (event.key === 'Enter' || event.key === ' ') void this.play(state.moves[this.active] ?? '');
    else return;
    event.preventDefault();
  }
}
