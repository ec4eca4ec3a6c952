// Play on an arena by moving a token: the reader against the strategy.

import { announce, choice, field, fill, h } from '../elements.js';
import { t } from '../text.js';
import { successors } from './steps.js';

/** @typedef {import('./steps.js').Arena} Arena */
/** @typedef {import('../server.js').Side} Side */

/** How long the reply is waited for, so that a move can be seen, in milliseconds. */
const PAUSE = 350;

export class Token {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Arena | null} */
    this.arena = null;
    this.at = 0;
    /** @type {Side} */
    this.turn = 'first';
    /** @type {Side} */
    this.person = 'first';
    /** @type {number[]} */
    this.path = [];
    /** @type {number[][]} */
    this.out = [];
    this.status = h('p', { class: 'status', id: 'token-status', role: 'status' });
    this.buttons = h('div', { class: 'bar', role: 'group', 'aria-label': t('token.moves') });
    this.way = h('p', { class: 'faint', data: true });
    const side = choice([['first', t('side.first')], ['second', t('side.second')]], 'first', (chosen) => {
      this.person = chosen === 'second' ? 'second' : 'first';
      this.restart();
    });
    this.element = h('div', { class: 'token-game' }, h('div', { class: 'bar' }, field(t('token.you'), side), h('button', { type: 'button', onclick: () => this.restart() }, t('token.restart'))), this.status, this.buttons, this.way);
  }

  /** @param {Arena} arena */
  set(arena) {
    this.arena = arena;
    this.out = successors(arena);
    this.restart();
  }

  restart() {
    const { arena } = this;
    if (!arena) return;
    this.at = arena.start;
    this.path = [this.at];
    this.turn = arena.vertices[this.at]?.owner ?? 'first';
    this.draw();
    this.reply();
  }

  /** @param {number} vertex */
  name(vertex) {
    return this.arena?.vertices[vertex]?.name ?? '';
  }

  /** A move of the reader. @param {number} vertex */
  move(vertex) {
    if (this.turn !== this.person || !this.out[this.at]?.includes(vertex)) return;
    this.go(vertex);
    this.reply();
  }

  /** @param {number} vertex */
  go(vertex) {
    const { arena } = this;
    if (!arena) return;
    const mover = this.turn;
    this.at = vertex;
    this.path.push(vertex);
    this.turn = arena.vertices[vertex]?.owner ?? (mover === 'first' ? 'second' : 'first');
    announce(t('token.moved', { side: t(`side.${mover}`), vertex: this.name(vertex) }));
    this.draw();
  }

  /** The program's move: to a position lost for the reader if there is one, and as far from losing as can be if not. */
  reply() {
    const { arena } = this;
    if (!arena || this.turn === this.person) return;
    const moves = this.out[this.at] ?? [];
    if (moves.length === 0) return;
    const { outcome, distance } = arena.solution ?? { outcome: [], distance: [] };
    const owned = (/** @type {number} */ vertex) => arena.vertices[vertex]?.owner;
    const score = (/** @type {number} */ vertex) => {
      const far = distance[vertex] ?? 0;
      const mine = owned(vertex) === this.turn ? 1 : -1;
      const value = outcome[vertex] === 'win' ? 1 : outcome[vertex] === 'loss' ? -1 : 0;
      return value * mine * 10_000 - value * mine * far;
    };
    const best = moves.reduce((a, b) => (score(b) > score(a) ? b : a));
    const from = this.path;
    setTimeout(() => {
      if (this.path !== from || this.turn === this.person || this.at !== from.at(-1)) return;
      this.go(best);
      this.reply();
    }, PAUSE);
  }

  draw() {
    const { arena } = this;
    if (!arena) return;
    const moves = this.out[this.at] ?? [];
    const ending = arena.vertices[this.at]?.ending;
    if (moves.length === 0) {
      const winner = ending === 'draw' ? null : (ending ?? (this.turn === 'first' ? 'second' : 'first'));
      fill(this.status, winner === null ? t('play.over.draw') : winner === this.person ? t('token.won') : t('token.lost'));
    } else fill(this.status, this.turn === this.person ? t('token.turn', { vertex: this.name(this.at) }) : t('token.waiting'));
    fill(this.buttons, this.turn === this.person ? [...new Set(moves)].map((vertex) => h('button', { type: 'button', data: true, 'data-vertex': vertex, onclick: () => this.move(vertex) }, this.name(vertex))) : null);
    fill(this.way, this.path.map((vertex) => this.name(vertex)).join(' → '));
    this.changed();
  }

  /** @returns {import('../graph.js').Look} */
  look() {
    const open = new Set(this.turn === this.person ? this.out[this.at] : []);
    const steps = new Set(this.path.slice(1).map((vertex, i) => `${this.path[i]} ${vertex}`));
    return {
      vertex: (vertex) => (vertex === this.at ? 'token' : open.has(vertex) ? 'open' : this.path.includes(vertex) ? 'visited' : 'plain'),
      edge: ({ from, to }) => (steps.has(`${from} ${to}`) ? 'bold' : from === this.at ? 'plain' : 'pale'),
      tab: () => null,
    };
  }
}
