// A game being played: its moves, the one that is looked at, and who plays each side. The server keeps nothing of it; every
// position is asked for by its moves.

import { ask } from './server.js';

/** @typedef {import('./server.js').State} State */
/** @typedef {import('./server.js').Side} Side */
/** @typedef {import('./server.js').Place} Place */

export const PERSON = 'person';

export class Match {
  /**
   * @param {{ game: string, content?: string, at?: string }} place where it starts
   * @param {Record<Side, string>} players
   */
  constructor(place, players) {
    this.place = place;
    this.players = players;
    /** @type {string[]} */
    this.moves = [];
    /** @type {Side[]} */
    this.sides = [];
    /** How many moves the position that is looked at has behind it. */
    this.ply = 0;
    /** @type {Map<number, State>} */
    this.states = new Map();
  }

  /**
   * Takes over moves as one text, as in an address.
   * @param {string} after
   * @param {number | null} ply
   */
  async load(after, ply) {
    /** @type {State} */
    const state = await ask('/api/game', { ...this.place, ...(after ? { after } : {}) });
    this.place.game = state.game;
    this.moves = state.history.map((one) => one.move);
    this.sides = state.history.map((one) => one.side);
    this.states = new Map([[this.moves.length, state]]);
    this.ply = ply === null ? this.moves.length : Math.max(0, Math.min(ply, this.moves.length));
  }

  /** The position after so many moves, as the server is told it. @param {number} [ply] @returns {Place} */
  at(ply = this.ply) {
    return { ...this.place, after: this.moves.slice(0, ply) };
  }

  /** @param {number} [ply] @returns {Promise<State>} */
  async state(ply = this.ply) {
    const known = this.states.get(ply);
    if (known) return known;
    const moves = this.moves;
    const state = await ask('/api/game', this.at(ply));
    // A move played meanwhile makes other moves of the same number.
    if (moves === this.moves) this.states.set(ply, state);
    return state;
  }

  /** Plays a move where one looks; what came after it is forgotten. @param {string} move as the rules write it, or as people do */
  async play(move) {
    const here = await this.state();
    /** @type {State} */
    const state = await ask('/api/game', { ...this.place, after: [...this.moves.slice(0, this.ply), move] });
    const written = state.history.at(-1)?.move ?? move;
    const again = this.ply < this.moves.length && this.moves[this.ply] === written;
    // The line goes on as it was, unless an agent is to reply.
    if (again && this.isPerson(state.side)) {
      this.ply += 1;
      return written;
    }
    this.moves = [...this.moves.slice(0, this.ply), written];
    this.sides = [...this.sides.slice(0, this.ply), here.side];
    for (const ply of this.states.keys()) if (ply > this.ply) this.states.delete(ply);
    this.ply += 1;
    this.states.set(this.ply, state);
    return written;
  }

  get atEnd() {
    return this.ply === this.moves.length;
  }

  /** @param {Side} side */
  isPerson(side) {
    return this.players[side] === PERSON;
  }

  get hasPerson() {
    return this.isPerson('first') || this.isPerson('second');
  }

  /** The ply to which taking back goes: where a person is to move, if one plays. */
  back() {
    let ply = this.ply - 1;
    while (this.hasPerson && ply > 0 && !this.isPerson(this.sides[ply] ?? 'first')) ply -= 1;
    return Math.max(0, ply);
  }

  forward() {
    let ply = this.ply + 1;
    while (this.hasPerson && ply < this.moves.length && !this.isPerson(this.sides[ply] ?? 'first')) ply += 1;
    return Math.min(this.moves.length, ply);
  }
}
