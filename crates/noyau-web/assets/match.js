// A game being played, with the variations that were tried: a tree of moves, the line through it that is looked at, and who plays
// each side. The server keeps nothing of it; every position is asked for by its moves.

import { ask } from './server.js';

/** @typedef {import('./server.js').State} State */
/** @typedef {import('./server.js').Side} Side */
/** @typedef {import('./server.js').Place} Place */
/** @typedef {import('./server.js').Ply} Ply */
/**
 * A move, with what follows it: the main line first, then variations. The root of the tree is no move.
 * @typedef {object} Knot
 * @property {string} move
 * @property {Side} side
 * @property {Knot | null} up
 * @property {Knot[]} next
 * @property {string} comment
 * @property {State} [state] the position after it
 * @property {import('./server.js').Values} [values] what that position is worth
 * @property {number} [tried] the seconds that were spent on it
 * @property {import('./tug.js').JudgedMove} [judged]
 */

export const PERSON = 'person';
/** The most variations that are read. */
const MOST = 200;

/** @param {Knot | null} up @param {string} move @param {Side} side @returns {Knot} */
const knot = (up, move, side) => ({ move, side, up, next: [], comment: '' });

/** The moves that lead to one, itself included. @param {Knot} last */
export function path(last) {
  /** @type {Knot[]} */
  const all = [];
  for (let one = /** @type {Knot | null} */ (last); one?.up; one = one.up) all.unshift(one);
  return all;
}

/** The end of the main line from a move on. @param {Knot} from */
function end(from) {
  let last = from;
  while (last.next[0]) last = last.next[0];
  return last;
}

// ---- Games as text: moves, variations in brackets after the move that they replace, comments in braces ---------------

const TOKEN = /"(?:[^"\\]|\\.)*"|\{[^}]*\}|;[^\n]*|[()]|[^\s(){}";]+/g;
const RESULT = /^(\*|1-0|0-1|1\/2-1\/2|[012]-[012])$/;

/**
 * Reads a text of moves. Books have numbers, signs and results in it.
 * @param {string} text @param {boolean} [book]
 */
export function readMoves(text, book = false) {
  const root = knot(null, '', 'first');
  let here = root;
  /** @type {Knot[]} */
  const left = [];
  const tokens = text.match(TOKEN) ?? [];
  tokens.forEach((token, i) => {
    if (token === '(') {
      left.push(here);
      here = here.up ?? here;
    } else if (token === ')') here = left.pop() ?? here;
    else if (token[0] === '{') here.comment = [here.comment, token.slice(1, -1).trim()].filter(Boolean).join(' ');
    else if (token[0] !== ';') {
      let move = token;
      if (token[0] === '"') move = token.slice(1, -1).replaceAll(/\\(.)/g, '$1');
      else if (book) {
        const last = left.length === 0 && tokens.slice(i + 1).every((later) => /^[{;]/.test(later));
        move = /^\$\d+$/.test(token) || (last && RESULT.test(token)) ? '' : token.replace(/^\d+\.+/, '').replace(/[!?]+$/, '');
      }
      if (move) {
        const next = knot(here, move, 'first');
        here.next.push(next);
        here = next;
      }
    }
  });
  return root;
}

/**
 * The moves after one as text.
 * @param {Knot} from
 * @param {((ply: number, first: boolean) => string)} [number] what stands before a move, by its number and whether it begins a line
 */
export function writeMoves(from, number = () => '') {
  /** @type {string[]} */
  const words = [];
  /** @param {Knot} one @param {number} ply @param {boolean} first */
  const tell = (one, ply, first) => {
    const before = number(ply, first);
    words.push((before ? `${before} ` : '') + (/[\s(){}";]/.test(one.move) ? JSON.stringify(one.move) : one.move));
    if (one.comment) words.push(`{${one.comment.replaceAll('}', ')')}}`);
  };
  /** @param {Knot} above @param {number} ply @param {boolean} first */
  const line = (above, ply, first) => {
    for (let here = above; here.next[0]; ply += 1) {
      const [main, ...others] = here.next;
      tell(main, ply, first);
      first = main.comment !== '';
      for (const other of others) {
        words.push('(');
        tell(other, ply, true);
        line(other, ply + 1, other.comment !== '');
        words.push(')');
        first = true;
      }
      here = main;
    }
  };
  line(from, 1, true);
  return words.join(' ').replaceAll('( ', '(').replaceAll(' )', ')');
}

export class Match {
  /**
   * @param {{ game: string, content?: string, at?: string }} place where it starts
   * @param {Record<Side, string>} players
   */
  constructor(place, players) {
    this.place = place;
    this.players = players;
    this.root = knot(null, '', 'first');
    /** The move before the position that is looked at. */
    this.here = this.root;
    /** The end of the line that is looked at. */
    this.last = this.root;
  }

  /** The moves of the line that is looked at. */
  get line() {
    return path(this.last);
  }

  get moves() {
    return this.line.map(({ move }) => move);
  }

  /** How many moves the position that is looked at has behind it. */
  get ply() {
    return path(this.here).length;
  }

  /** The move of the line with that number; 0 is the start. @param {number} ply */
  at(ply) {
    return this.line[ply - 1] ?? this.root;
  }

  /**
   * Takes over moves, as one text or as a list, and variations, as a tree of them.
   * @param {string | string[]} after
   * @param {number | null} [ply]
   * @param {Knot | null} [tree]
   * @returns {Promise<number>} how many variations could not be read
   */
  async load(after, ply = null, tree = null) {
    /** @type {State} */
    const state = await ask('/api/game', { ...this.place, ...(after.length > 0 ? { after } : {}) });
    /** @type {Knot[]} */
    const ends = [];
    const open = tree ? [tree] : [];
    for (let one = open.pop(); one; one = open.pop()) {
      if (one.next.length === 0 && one.up) ends.push(one);
      else open.push(...one.next.toReversed());
    }
    /** @type {(State | null)[]} */
    const told = [];
    for (let i = 0; i < Math.min(ends.length, MOST); i += 8) {
      const some = ends.slice(i, Math.min(i + 8, MOST)).map((one) => ask('/api/game', { ...this.place, after: path(one).map(({ move }) => move) }).catch(() => null));
      told.push(...(await Promise.all(some)));
    }
    this.place.game = state.game;
    this.root = knot(null, '', 'first');
    told.forEach((found, i) => {
      if (!found) return;
      const said = path(/** @type {Knot} */ (ends[i]));
      const all = path(this.insert(found));
      // A pass that was left out is a move more.
      if (said.length === all.length) said.forEach((one, k) => (all[k] ? (all[k].comment ||= one.comment) : null));
    });
    if (tree) this.root.comment = tree.comment;
    this.last = this.insert(state);
    this.here = ply === null ? this.last : this.at(Math.max(0, Math.min(ply, state.history.length)));
    return ends.length - told.filter(Boolean).length;
  }

  /** Puts the moves of a game into the tree. @param {State} state */
  insert(state) {
    let here = this.root;
    for (const { move, side } of state.history) here = this.child(here, move, side);
    here.state ??= state;
    return here;
  }

  /** The move after another one, which is new if it is not there. @param {Knot} above @param {string} move @param {Side} side */
  child(above, move, side) {
    const known = above.next.find((one) => one.move === move);
    if (known) return known;
    const one = knot(above, move, side);
    above.next.push(one);
    return one;
  }

  /** The position after a move, as the server is told it. @param {Knot} [one] @returns {Place} */
  told(one = this.here) {
    return { ...this.place, after: path(one).map(({ move }) => move) };
  }

  /** @param {Knot} [one] @returns {Promise<State>} */
  async state(one = this.here) {
    one.state ??= await ask('/api/game', this.told(one));
    return /** @type {State} */ (one.state);
  }

  /** Plays a move where one looks; what was played there before stays as a variation. @param {string} move as the rules write it, or as people do */
  async play(move) {
    const { here } = this;
    /** @type {State} */
    const state = here.next.find((one) => one.move === move)?.state ?? (await ask('/api/game', { ...this.place, after: [...path(here).map((one) => one.move), move] }));
    const one = this.insert(state);
    // The line goes on as it was, unless an agent is to reply.
    if (!this.isPerson(state.side)) this.last = one;
    else if (!this.line.includes(one)) this.last = end(one);
    this.here = one;
    return one;
  }

  /** Looks at the position after a move. @param {Knot} one */
  go(one) {
    if (one !== this.root && !this.line.includes(one)) this.last = end(one);
    this.here = one;
  }

  /** Takes a move away with all that follows it. @param {Knot} one */
  remove(one) {
    const { up } = one;
    if (!up) return;
    const inside = this.line.includes(one);
    up.next = up.next.filter((other) => other !== one);
    if (!inside) return;
    if (path(this.here).includes(one)) this.here = up;
    this.last = end(up);
  }

  /** Makes the line to a move the main one. @param {Knot} one */
  promote(one) {
    for (const each of path(one)) if (each.up) each.up.next = [each, ...each.up.next.filter((other) => other !== each)];
  }

  /** Whether there is more than a line of moves. */
  get isTree() {
    let one = this.root;
    let count = 0;
    for (; one.next.length > 0; count += 1) {
      if (one.next.length > 1 || one.comment) return true;
      one = /** @type {Knot} */ (one.next[0]);
    }
    return one.comment !== '' || count > this.line.length;
  }

  get atEnd() {
    return this.here === this.last;
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
    while (this.hasPerson && ply > 0 && !this.isPerson(this.at(ply + 1).side)) ply -= 1;
    return Math.max(0, ply);
  }

  forward() {
    const { line } = this;
    let ply = this.ply + 1;
    while (this.hasPerson && ply < line.length && !this.isPerson(this.at(ply + 1).side)) ply += 1;
    return Math.min(line.length, ply);
  }
}
