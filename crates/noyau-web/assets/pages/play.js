// Playing: a board, who plays, what moves are worth, and the way the game went.

import { address, note, pack, parameters, unpack, visit } from '../address.js';
import { Board, middle, nearest, neighbour } from '../board.js';
import { announce, download, fill, h } from '../elements.js';
import { Match, PERSON } from '../match.js';
import { sideName, signs, title } from '../names.js';
import { asFile, fromFile, setUp } from '../play/files.js';
import { controls, sideChooser } from '../play/controls.js';
import { lines } from '../play/reasons.js';
import { ruleSheet } from '../play/rulesheet.js';
import { ask, catalogue, isAborted, isUnreachable, latest, Refusal } from '../server.js';
import { percent, plural, t } from '../text.js';
import { tug } from '../tug.js';
import { describe, shown, signed, token, worth } from '../worth.js';

/** @typedef {import('../server.js').State} State */
/** @typedef {import('../server.js').Side} Side */
/** @typedef {import('../server.js').Values} Values */
/** @typedef {import('../tug.js').JudgedMove} JudgedMove */

/** How long the server may think about values, and agents about a move, in seconds. */
const PATIENCE = 2;
/** Seconds that somebody who asks for them waits; a server may allow less. */
const LONG = 120;

/** @param {HTMLElement} into */
export async function show(into) {
  const asked = parameters();
  const name = asked.get('game') ?? 'tictactoe';
  const content = await unpack();
  if (name.startsWith('gdl') && content === null) return ruleSheet(into, name);
  if (name.startsWith('graph') && content === null) {
    visit(address('/arena'));
    return {};
  }
  const known = await catalogue();
  const place = { game: name, ...(content === null ? {} : { content }), ...(asked.get('at') ? { at: asked.get('at') ?? '' } : {}) };
  const match = new Match(place, { first: asked.get('first') ?? PERSON, second: asked.get('second') ?? PERSON });
  const ply = asked.get('ply');
  try {
    await match.load(asked.get('after') ?? '', ply === null ? null : Number(ply));
  } catch (error) {
    if (content !== null && error instanceof Refusal && error.places.length > 0) return ruleSheet(into, name, content, error);
    throw error;
  }
  const fragment = content === null ? '' : await pack(content);
  const table = new Table(into, match, known, fragment, asked.get('values') === '1');
  await table.refresh();
  return { leave: () => table.leave(), again: () => void table.refresh().catch(() => {}) };
}

/** How a game that is over has ended. @param {State} state */
function ending(state) {
  return state.winner === 'none' || state.winner === null ? t('play.over.draw') : t('play.over.win', { side: sideName(state.game, state.winner) });
}

/** The table one plays at. */
class Table {
  /**
   * @param {HTMLElement} into
   * @param {Match} match
   * @param {import('../server.js').Catalogue} known
   * @param {string} fragment
   * @param {boolean} values
   */
  constructor(into, match, known, fragment, values) {
    this.match = match;
    this.known = known;
    this.fragment = fragment;
    this.values = values;
    this.gone = false;
    this.paused = false;
    this.thinking = false;
    /** @type {string | null} */
    this.hint = null;
    this.valueRequest = latest();
    this.judgeRequest = latest();
    this.replyRequest = latest();
    /** @type {Values | null} */
    this.worths = null;
    /** @type {{ moves: JudgedMove[], accuracy: (number | null)[], lost_at: number | null } | null} */
    this.judgement = null;
    this.judged = '';
    /** @type {State | null} */
    this.state = null;
    this.active = 0;
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
    this.history = h('ol', { class: 'history', 'aria-label': t('play.history') });
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
      undo: () => void this.go(match.back()),
      redo: () => void this.go(match.forward()),
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
      exportJson: () => download(`${this.fileName()}.json`, asFile(match)),
      importFile: (text) => void this.import(text),
      setUp: () => this.arrange(),
    });
    const sides = /** @type {Side[]} */ (['first', 'second']).map((side) =>
      sideChooser(side, sideName(match.place.game, side), match.players[side], known.agents, (player) => {
        match.players[side] = player;
        this.note(false);
        void this.refresh();
      }));
    const info = known.games.find((game) => game.name === match.place.game.split(':')[0]);
    this.shortcut = (/** @type {KeyboardEvent} */ event) => this.step(event);
    document.addEventListener('keydown', this.shortcut);
    into.className += ` ${signs(match.place.game)}`;
    into.append(
      h('div', { class: 'play-head' }, h('h1', {}, title(match.place.game)),
        info ? h('details', {}, h('summary', {}, t('gallery.rules')), h('p', { data: true }, info.rules)) : null),
      h('div', { class: 'table' },
        h('section', { class: 'board-side', 'aria-label': t('play.board') },
          this.status, this.points,
          h('div', { class: 'board-place' }, this.board.element, this.keys),
          this.offers, this.value, this.problem, type, this.controls.bar),
        h('section', { class: 'panel' },
          h('div', { class: 'sides' }, sides),
          h('div', { class: 'part' }, h('h2', {}, t('play.moves')), this.moves),
          this.reasons,
          h('div', { class: 'part' }, h('h2', {}, t('play.history')), this.history, this.review),
          this.controls.more)));
  }

  leave() {
    this.gone = true;
    document.removeEventListener('keydown', this.shortcut);
    this.hush();
  }

  /** Gives up what is being worked out about a position that is left. */
  hush() {
    this.valueRequest.cancel();
    this.judgeRequest.cancel();
    this.replyRequest.cancel();
    this.thinking = false;
  }

  names() {
    const { game } = this.match.place;
    return { one: sideName(game, 'first'), two: sideName(game, 'second') };
  }

  fileName() {
    return this.match.place.game.replaceAll(/[^\w-]+/g, '-');
  }

  link() {
    const { place, players, moves, ply } = this.match;
    return address('/play', {
      game: place.game, at: place.at ?? null, after: moves.join(' ') || null, ply: ply === moves.length ? null : ply,
      first: players.first === PERSON ? null : players.first, second: players.second === PERSON ? null : players.second, values: this.values,
    }, this.fragment);
  }

  /** @param {boolean} step whether the back button returns to what was before */
  note(step) {
    note(this.link(), step);
  }

  /** Draws the position that is looked at, then asks what it is worth and who replies. */
  async refresh() {
    const { match } = this;
    const ply = match.ply;
    this.hush();
    const state = await match.state();
    const before = ply > 0 ? await match.state(ply - 1) : null;
    if (this.gone || ply !== match.ply) return;
    // The cursor stays where it was, or as near as there is a move.
    this.active = this.spot ? nearest(state.view, this.spot) : 0;
    this.state = state;
    this.worths = null;
    const last = before ? before.view.moves[before.moves.indexOf(match.moves[ply - 1] ?? '')] ?? null : null;
    this.last = last;
    fill(this.offers, this.untouched());
    fill(this.reasons);
    this.problem.hidden = true;
    this.draw();
    this.drawHistory();
    this.controls.update({
      undo: ply > 0, redo: ply < match.moves.length, values: this.values, open: !state.outcome,
      running: !match.hasPerson && !state.outcome, paused: this.paused,
    });
    void this.appraise();
    void this.judge();
    void this.reply();
  }

  get live() {
    const { state, match } = this;
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
    return this.values && this.worths && this.state ? shown(this.worths, this.state.moves.length) : new Map();
  }

  /** @param {string} move */
  moveButton(move) {
    const said = this.said().get(move);
    const index = this.state?.moves.indexOf(move) ?? -1;
    return h('button', {
      type: 'button', class: `move${said?.best ? ' best' : ''}`, 'data-move': move, 'aria-label': said ? t('play.move.worth', { move, worth: said.words }) : t('play.move', { move }),
      disabled: !this.live, data: true,
      onclick: () => void this.play(move),
      onpointerenter: () => this.board.point([index]), onpointerleave: () => this.board.point([]),
      onfocus: () => this.board.point([index]), onblur: () => this.board.point([]),
    }, said ? token(said.kind) : null, h('span', { class: 'name' }, move), said ? h('span', { class: 'short' }, said.short) : null);
  }

  draw() {
    const { state } = this;
    if (!state) return;
    const worths = this.said();
    this.board.show({ view: state.view, moves: state.moves, game: state.game, last: this.last ?? null, worths, hint: this.hint, live: this.live });
    const side = sideName(state.game, state.side);
    const text = state.outcome ? ending(state) : this.thinking ? t('play.thinking', { side }) : t('play.turn', { side });
    fill(this.status, h('span', { class: `turn ${state.outcome ? (state.winner ?? 'none') : state.side}`, 'aria-hidden': 'true' }), text);
    fill(this.points, state.points ? t('play.points', { ...this.names(), first: state.points[0] ?? 0, second: state.points[1] ?? 0 }) : null);
    this.points.hidden = !state.points;
    fill(this.keys, state.moves.map((move, i) => {
      const said = worths.get(move);
      return h('div', { role: 'option', id: `option-${i}`, class: 'unseen', 'aria-selected': 'false', data: true }, said ? t('play.move.worth', { move, worth: said.words }) : t('play.move', { move }));
    }));
    if (document.activeElement === this.keys) this.activate(Math.min(this.active, state.moves.length - 1));
    else this.keys.removeAttribute('aria-activedescendant');
    const order = [...state.moves];
    /** @param {string} move */
    const rank = (move) => (worths.get(move)?.best ? -1 : (worths.get(move)?.given ?? 2));
    if (worths.size > 0) order.sort((a, b) => rank(a) - rank(b));
    fill(this.moves, order.length > 0 ? order.map((move) => this.moveButton(move)) : h('p', { class: 'faint' }, t('play.no-moves')));
    this.drawValue();
  }

  drawValue() {
    const { worths, state } = this;
    this.value.hidden = !this.values || !state;
    if (!this.values || !state) return;
    if (state.outcome) return fill(this.value);
    if (!worths) return fill(this.value, t('play.asking'));
    if (worths.outcome !== 'unknown') {
      return fill(this.value, worth(worths), h('span', { class: 'faint' }, t('play.for', { side: sideName(state.game, state.side) })),
        worths.nimber === null || worths.nimber === undefined ? null : h('span', { class: 'faint' }, t('play.nimber', { n: worths.nimber })),
        worths.exact ? null : h('span', { class: 'faint' }, t('play.hashed')));
    }
    const { opinion } = worths;
    fill(this.value, h('strong', { class: 'unproved' }, token('opinion'), t('play.unproved')), ' ',
      opinion && opinion.score !== null
        ? h('span', {}, opinion.depth === null ? t('play.opinion.plain', { score: signed(opinion.score) }) : t('play.opinion', { score: signed(opinion.score), depth: opinion.depth }),
          ' ', h('span', { class: 'faint', data: true }, opinion.line.slice(0, 8).join(' ')))
        : null, ' ',
      h('button', { type: 'button', class: 'longer', onclick: () => {
        fill(this.value, t('play.asking'));
        void this.appraise(true);
      } }, t('play.longer')));
  }

  drawHistory() {
    const { match } = this;
    const marks = this.judged === match.moves.join(' ') ? this.judgement?.moves : undefined;
    const items = [h('li', {}, this.historyButton(0, t('play.start'), '', undefined))];
    match.moves.forEach((move, i) => items.push(h('li', {}, this.historyButton(i + 1, move, match.sides[i] ?? 'first', marks?.[i]))));
    fill(this.history, items);
    // Only the list scrolls to the move that is looked at, never the page.
    const current = this.history.querySelector('[aria-current]');
    if (current instanceof HTMLElement) this.history.scrollTop = current.offsetTop - this.history.offsetTop - this.history.clientHeight / 2;
    fill(this.review);
    const { judgement } = this;
    if (!judgement || !marks || marks.length === 0) return;
    const parts = [];
    const [first, second] = judgement.accuracy;
    const share = (/** @type {number | null | undefined} */ value) => (value === null || value === undefined ? '–' : percent(value));
    parts.push(h('div', { class: 'tug-place', tabindex: '0', role: 'group', 'aria-label': t('tug.title') }, tug(marks, match.ply, this.names(), (ply) => void this.go(ply))));
    parts.push(h('p', { class: 'accuracy' }, t('play.accuracy', { ...this.names(), first: share(first), second: share(second) })));
    if (judgement.lost_at !== null && judgement.lost_at !== undefined) {
      const number = judgement.lost_at;
      parts.push(h('p', {}, t('play.lost-at', { n: number + 1, move: marks[number]?.move ?? '' })));
    }
    const mark = marks[match.ply - 1];
    if (mark) parts.push(h('p', { class: 'faint', data: true }, `${mark.move} — ${mark.mark_text}`, mark.mark.includes('-to-') ? ` (${t('play.better', { moves: mark.best.join(', ') })})` : ''));
    fill(this.review, parts);
  }

  /** @param {number} ply @param {string} text @param {string} side @param {JudgedMove | undefined} judged */
  historyButton(ply, text, side, judged) {
    const sign = !judged ? '' : judged.mark.includes('-to-') ? '?' : judged.mark === 'only' ? '!' : judged.mark === 'points' ? '?!' : '';
    return h('button', {
      type: 'button', class: `ply ${side}`, 'aria-current': ply === this.match.ply ? 'step' : null, 'data-ply': ply, 'data-move': ply > 0 ? text : null, title: judged?.mark_text ?? null, data: ply > 0,
      onclick: () => void this.go(ply),
    }, ply > 0 ? h('span', { class: `dot ${side}`, 'aria-hidden': 'true' }) : null, text,
      sign ? h('span', { class: `nag ${judged?.mark ?? ''}`, 'aria-label': judged?.mark_text ?? '', role: 'img' }, sign) : null);
  }

  /** Asks what the moves are worth, if values are on; `longer` for the position alone. */
  async appraise(longer = false) {
    const { match, state } = this;
    if (!this.values || !state || state.outcome) return;
    try {
      /** @type {Values} */
      const values = await this.valueRequest.ask('/api/values', { ...match.at(), ...(longer ? { seconds: LONG, quick: true } : { seconds: PATIENCE }) });
      if (this.gone || state !== this.state) return;
      this.worths = values;
      this.draw();
      fill(this.offers, this.untouched());
      announce(values.outcome === 'unknown' ? t('play.unproved') : describe(values));
    } catch (error) {
      if (!isAborted(error) && !isUnreachable(error) && !this.gone) fill(this.value, h('span', { data: true }, error instanceof Error ? error.message : ''));
    }
  }

  /** Asks how good the moves of the game were: while values are on, and when it is over. */
  async judge() {
    const { match, state } = this;
    const moves = match.moves;
    if (moves.length === 0 || !(this.values || (state?.outcome && match.atEnd))) return;
    const key = moves.join(' ');
    if (this.judged === key) return;
    try {
      const judgement = await this.judgeRequest.ask('/api/judge', { ...match.at(0), moves, seconds: PATIENCE });
      if (this.gone || match.moves !== moves) return;
      this.judgement = judgement;
      this.judged = key;
      this.drawHistory();
    } catch (error) {
      if (!isAborted(error) && !isUnreachable(error) && !this.gone) fill(this.review, h('p', { class: 'faint' }, t('play.no-judgement')));
    }
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
      const asked = this.replyRequest.ask('/api/best', { ...match.at(), agent, seed: match.ply + 1, seconds: PATIENCE });
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
      this.controls.update({ undo: match.ply > 0, redo: false, values: this.values, open: true, running: true, paused: this.paused });
    }
  }

  /** @param {string} move @param {boolean} [agent] */
  async play(move, agent = false) {
    const { match, state } = this;
    if (!state || (!agent && !this.live)) return;
    const exact = state.moves.find((known) => known === move) ?? state.moves.find((known) => known.toLowerCase() === move.toLowerCase());
    this.hint = null;
    this.hush();
    try {
      const played = await match.play(exact ?? move);
      this.note(!agent);
      const next = await match.state();
      const over = next.outcome ? ending(next) : '';
      announce(`${t('play.played', { side: sideName(state.game, state.side), move: played })} ${over}`);
      await this.refresh();
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

  /** @param {number} ply */
  async go(ply) {
    this.match.ply = ply;
    this.hint = null;
    this.note(false);
    announce(plural('play.at', ply));
    await this.refresh();
  }

  async restart() {
    this.hush();
    this.match.moves = [];
    this.match.sides = [];
    this.match.states.clear();
    this.judged = '';
    this.paused = false;
    await this.match.load('', null);
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
      const values = this.worths ?? (await ask('/api/values', { ...match.at(), seconds: PATIENCE }));
      const proved = values.outcome !== 'unknown';
      const move = proved ? values.best[0] : (values.opinion?.line[0] ?? (await ask('/api/best', { ...match.at(), agent: 'search', seconds: PATIENCE })).move);
      if (state !== this.state || !move) return;
      this.hint = move;
      this.draw();
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
      const answer = await ask('/api/why', { ...match.at(), seconds: PATIENCE });
      if (state !== this.state) return;
      fill(this.reasons, lines(answer, state, (moves) => void this.follow(moves)));
      announce(t('why.line', { moves: answer.line.join(' ') }));
    } catch (error) {
      fill(this.reasons, isUnreachable(error) ? null : h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
    }
  }

  /** Plays a line that was shown, from where one looks; agents wait. @param {string[]} moves */
  async follow(moves) {
    this.paused = true;
    this.hush();
    const from = this.match.ply;
    await this.match.load([...this.match.moves.slice(0, from), ...moves].join(' '), null);
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
      const file = fromFile(text);
      if (file.game || file.at) {
        visit(address('/play', { game: file.game ?? this.match.place.game, at: file.at ?? null, after: file.moves, values: this.values, first: file.first ?? null, second: file.second ?? null }, this.fragment));
        return;
      }
      await this.match.load(file.moves, null);
      this.note(true);
      await this.refresh();
    } catch (error) {
      this.complain(error);
    }
  }

  arrange() {
    const { match, state } = this;
    if (!state) return;
    const info = this.known.games.find((game) => game.name === match.place.game.split(':')[0]);
    setUp(match.place, state, info?.thumbnail ?? null, (at) =>
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
    /** @type {Record<string, () => number>} */
    const steps = control
      ? { z: () => (event.shiftKey ? match.forward() : match.back()), y: () => match.forward() }
      : { arrowleft: () => match.ply - 1, arrowright: () => match.ply + 1, home: () => 0, end: () => match.moves.length };
    const step = steps[key];
    if (!step) return;
    event.preventDefault();
    const ply = Math.max(0, Math.min(step(), match.moves.length));
    if (ply !== match.ply) void this.go(ply);
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
