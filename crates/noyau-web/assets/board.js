// Draws any board from its view, and finds the move that a hand means. Nothing here knows a game's rules: the view says
// what each legal move touches. A theme only chooses how places and pieces look.

import { s } from './elements.js';
import { badge } from './worth.js';

/** @typedef {import('./server.js').View} View */
/** @typedef {import('./server.js').Cell} Cell */
/** @typedef {import('./server.js').Piece} Piece */
/** @typedef {import('./server.js').Touch} Touch */
/** @typedef {import('./worth.js').Shown} Shown */
/** @typedef {import('./server.js').State} State */

/** How the places and pieces of a game look, where it has a look of its own. @type {Record<string, string>} */
const THEMES = {
  chess: 'chequered men',
  draughts: 'chequered discs kings',
  connect4: 'holes discs',
  othello: 'felt stones',
  go: 'wood stones',
  tictactoe: 'marks',
  mnk: 'marks',
  chomp: 'chocolate',
  domineering: 'dominoes',
  morris: 'discs',
  leapfrog: 'discs',
  dots: 'edges',
  awele: 'sowing',
  kalah: 'sowing stores',
};

/** @param {string} game name with or without parameters */
export const theme = (game) => THEMES[game.split(':')[0] ?? ''] ?? 'plain';

/** How many in a row win, where that ends a game. @param {string} game */
function row(game) {
  const [name = '', parameters = ''] = game.split(':');
  return { tictactoe: 3, connect4: 4, mnk: Number(parameters.split(',')[2] ?? 3) }[name] ?? 0;
}

/**
 * The cells of the rows that have won a game.
 * @param {State} state @param {Touch | null} last
 * @returns {Cell[][]} the ends of each
 */
function wonRows({ view, game, winner }, last) {
  const wanted = winner && winner !== 'none' ? row(game) : 0;
  const from = view.cells[last?.cells.at(-1) ?? -1];
  if (!wanted || !from) return [];
  const at = new Map(view.cells.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  return [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([dx = 0, dy = 0]) => {
    /** @param {number} sign */
    const run = (sign) => {
      const found = [from];
      for (let i = sign; ; i += sign) {
        const cell = at.get(`${from.x + i * dx} ${from.y + i * dy}`);
        if (cell?.piece?.side !== winner) return found;
        found.push(cell);
      }
    };
    const [there, back] = [run(1), run(-1)];
    return there.length + back.length > wanted ? [[/** @type {Cell} */ (back.at(-1)), /** @type {Cell} */ (there.at(-1))]] : [];
  });
}

/** The cells in rows from the top, each with its number. @param {Cell[]} cells */
export function rows(cells) {
  const ys = [...new Set(cells.map((cell) => cell.y))].sort((a, b) => a - b);
  const all = cells.map((cell, index) => ({ cell, index }));
  return ys.map((y) => all.filter(({ cell }) => cell.y === y).sort((a, b) => a.cell.x - b.cell.x));
}

/**
 * The pairs of cells that each move has covered, where a position's text has a character for every cell: a position itself does not
 * know who laid which domino, the game does.
 * @param {State} state
 * @returns {{ cells: number[], side: string }[]}
 */
function laid({ view, start, history }) {
  const places = rows(view.cells).flat();
  const letters = (/** @type {string} */ text) => (text.split(' ')[0] ?? '').replaceAll('/', '');
  let before = letters(start);
  return history.flatMap(({ position, side }) => {
    const now = letters(position);
    const cells = places.flatMap(({ index }, i) => (now.length === places.length && now[i] !== before[i] ? [index] : []));
    before = now;
    return cells.length === 2 ? [{ cells, side }] : [];
  });
}

/** A domino over two cells. @param {Cell[]} cells @param {string} side */
function domino(cells, side) {
  const [x, y] = [min(cells.map((cell) => cell.x), 0), min(cells.map((cell) => cell.y), 0)];
  const [width, height] = [max(cells.map((cell) => cell.x), 0) - x, max(cells.map((cell) => cell.y), 0) - y];
  const [cx, cy] = [x + width / 2, y + height / 2];
  return s('g', { class: `piece domino ${side}` },
    s('rect', { x: x - 0.42, y: y - 0.42, width: width + 0.84, height: height + 0.84, rx: 0.14 }),
    s('path', { d: width > 0 ? `M${cx} ${cy - 0.26}v.52` : `M${cx - 0.26} ${cy}h.52` }),
    cells.map((cell) => s('circle', { cx: cell.x, cy: cell.y, r: 0.1 })));
}

/** The most arrows on a board: more of them say nothing. */
const MOST_ARROWS = 5;

/** Chess men; U+FE0E asks for text rather than an emoji. @type {Record<string, string>} */
const MEN = { k: '♚\uFE0E', q: '♛\uFE0E', r: '♜\uFE0E', b: '♝\uFE0E', n: '♞\uFE0E', p: '♟\uFE0E' };

/** How far from the pits the middle of a store lies. */
const BESIDE = 1.1;

/**
 * The stores of a game of sowing, Second's on the left, as the board turns.
 * @param {View} view
 * @param {number[]} points the seeds in them
 */
function stores(view, points) {
  const { box } = extent(view);
  return /** @type {const} */ (['first', 'second']).map((side, i) => ({ side, count: points[i] ?? 0, x: i === 0 ? box.right + BESIDE : box.left - BESIDE, y: (box.top + box.bottom) / 2, height: box.bottom - box.top + 0.9 }));
}

/** @param {ReturnType<typeof stores>[number]} store */
const drawStore = ({ side, count, x, y, height }) => s('g', { class: `store ${side}`, transform: `translate(${x} ${y})` },
  s('rect', { class: 'pit', x: -0.45, y: -height / 2, width: 0.9, height, rx: 0.42 }), dots(count), tally(count, 0, height / 2 - 0.3));

/** Where the things of a view lie: a unit is the distance of two neighbouring places. @param {View} view @param {boolean} [stored] whether there are stores beside it */
function extent(view, stored = false) {
  const xs = [...view.cells.map((cell) => cell.x), ...view.lines.flatMap((line) => [line.from[0] ?? 0, line.to[0] ?? 0])];
  const ys = [...view.cells.map((cell) => cell.y), ...view.lines.flatMap((line) => [line.from[1] ?? 0, line.to[1] ?? 0])];
  const box = { left: min(xs, 0), right: max(xs, 0), top: min(ys, 0), bottom: max(ys, 0) };
  const rim = 0.56 * magnitude(view);
  const away = rim + 0.22;
  const labels = view.labels.map((label) => {
    const wide = label.text.length > 3;
    const x = label.x < box.left ? box.left - away : label.x > box.right ? label.x - (wide ? 0.35 : 0.22) : label.x - (wide ? 0.3 : 0);
    // Words further away keep their distance to each other.
    const y = label.y < box.top ? label.y + 0.22 : label.y > box.bottom ? box.bottom + away + 0.5 * (label.y - box.bottom - 1) : label.y;
    return { x, y, text: label.text, wide };
  });
  const frame = { left: box.left - rim, right: box.right + rim, top: box.top - rim, bottom: box.bottom + rim };
  for (const { x, y, text, wide } of labels) {
    frame.left = Math.min(frame.left, x - 0.28);
    frame.right = Math.max(frame.right, x + (wide ? 0.2 * text.length + 0.2 : 0.28));
    frame.top = Math.min(frame.top, y - 0.28);
    frame.bottom = Math.max(frame.bottom, y + 0.28);
  }
  if (stored) {
    frame.left = Math.min(frame.left, box.left - BESIDE - 0.5);
    frame.right = Math.max(frame.right, box.right + BESIDE + 0.5);
  }
  return { box, labels, frame };
}

/** @param {number[]} numbers @param {number} none */
const min = (numbers, none) => numbers.reduce((least, n) => Math.min(least, n), numbers[0] ?? none);
/** @param {number[]} numbers @param {number} none */
const max = (numbers, none) => numbers.reduce((most, n) => Math.max(most, n), numbers[0] ?? none);

/** The most single things in one row, and how many stand in a row where there are more. */
const LONGEST_ROW = 12;
const FOLDED = 10;

/** A view whose long rows of single things, such as matches, go on in the next row: a phone shows twenty beside each other too small. @param {View} view @returns {View} */
function folded(view) {
  const single = view.cells.every(({ shape, piece }) => shape === 'pit' && (!piece || (piece.symbol === '|' && piece.count === 1)));
  if (!single || max(view.cells.map((cell) => cell.x), 0) < LONGEST_ROW) return view;
  /** Where each row begins. @type {Map<number, number>} */
  const begin = new Map();
  let next = 0;
  for (const row of rows(view.cells)) {
    begin.set(row[0]?.cell.y ?? 0, next);
    next += Math.ceil(row.length / FOLDED);
  }
  /** @template {{ x: number, y: number }} T @param {T} one */
  const moved = (one) => ({ ...one, x: one.x < 0 ? one.x : one.x % FOLDED, y: (begin.get(one.y) ?? one.y) + Math.max(0, Math.floor(one.x / FOLDED)) });
  return { ...view, cells: view.cells.map(moved), labels: view.labels.map(moved) };
}

/** How large pieces are on points that lie far from each other. @param {View} view */
function magnitude(view) {
  const points = view.cells.filter((cell) => cell.shape === 'point').slice(0, 60);
  let least = Infinity;
  for (const a of points) for (const b of points) if (a !== b) least = Math.min(least, Math.abs(a.x - b.x) + Math.abs(a.y - b.y));
  return least >= 2 && Number.isFinite(least) ? 1.6 : 1;
}

/** @param {Cell} cell @param {string} look @param {number} large */
function drawPiece({ piece, x, y, shape }, look, large) {
  if (!piece) return s('g', {});
  const side = piece.side ?? 'nobody';
  const scale = shape !== 'square' && large !== 1 ? ` scale(${large})` : '';
  const letter = piece.symbol;
  // Men of draughts are white or black whoever begins.
  const colour = look.includes('kings') ? (letter.toLowerCase() === 'w' ? ' white' : ' black') : '';
  const at = { transform: `translate(${x} ${y})${scale}`, class: `piece ${side}${colour}` };
  if (look.includes('men') && MEN[letter.toLowerCase()]) {
    return s('g', at, s('text', { class: 'man', y: 0.03 }, MEN[letter.toLowerCase()]));
  }
  if (look.includes('marks') && piece.side) {
    return piece.side === 'first'
      ? s('g', at, s('path', { class: 'cross', d: 'M-.25-.25.25.25M.25-.25-.25.25' }))
      : s('g', at, s('circle', { class: 'nought', r: 0.27 }));
  }
  if (letter === '#' && look === 'chocolate') {
    return s('g', at,
      s('rect', { class: 'chocolate', x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.08 }),
      s('rect', { class: 'relief', x: -0.3, y: -0.3, width: 0.6, height: 0.6, rx: 0.05 }));
  }
  if (letter === 'X' && look === 'chocolate') {
    return s('g', at,
      s('rect', { class: 'poison', x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.08 }),
      s('path', { class: 'skull', d: 'M-.2-.2.2.2M.2-.2-.2.2' }));
  }
  if (letter === '#') return s('g', at, s('rect', { class: 'block', x: -0.44, y: -0.44, width: 0.88, height: 0.88, rx: 0.1 }));
  if (letter === '|' && piece.count === 1) {
    return s('g', at,
      s('rect', { class: 'stick', x: -0.07, y: -0.3, width: 0.14, height: 0.7, rx: 0.03 }),
      s('ellipse', { class: 'head', cy: -0.32, rx: 0.12, ry: 0.16 }));
  }
  if (letter === 'Q') return s('g', at, s('text', { class: 'man', y: 0.03 }, '♛\uFE0E'));
  if (piece.side && piece.count > 1) {
    return s('g', at, piece.side === 'first' ? s('circle', { class: 'disc', r: 0.32 }) : s('circle', { class: 'ring', r: 0.24 }), tally(piece.count));
  }
  if (piece.count !== 1 || (piece.side === null && /[0-9|]/.test(letter))) return s('g', at, dots(piece.count), tally(piece.count));
  if (piece.side) {
    const stones = look.includes('stones') || look.includes('kings');
    const king = /[KQ]/.test(letter.toUpperCase()) && look.includes('kings');
    return s('g', at,
      piece.side === 'first' || stones
        ? s('circle', { class: 'disc', r: 0.39 })
        : s('circle', { class: 'ring', r: 0.29 }),
      king ? s('path', { class: 'crown', d: 'M-.2.13-.22-.12-.09 0 0-.18.09 0 .22-.12.2.13z' }) : null,
      look === 'plain' && !'xo●'.includes(letter.toLowerCase()) ? s('text', { class: 'letter' }, letter) : null);
  }
  if (letter === '●') return s('g', at, s('circle', { class: 'token', r: 0.3 }));
  return s('g', at, s('text', { class: 'letter alone' }, letter));
}

/** Seeds laid out in a spiral of sunflowers. @param {number} count */
function dots(count) {
  const drawn = Math.min(count, 24);
  const size = drawn > 12 ? 0.055 : 0.075;
  return Array.from({ length: drawn }, (_, i) => {
    const radius = 0.3 * Math.sqrt((i + 0.4) / Math.max(drawn, 4));
    const angle = i * 2.39996;
    return s('circle', { class: 'seed', cx: radius * Math.cos(angle), cy: radius * Math.sin(angle), r: size });
  });
}

/** A number at the corner of a place. @param {number} count */
function tally(count, x = 0.27, y = 0.29) {
  return [s('circle', { class: 'tally', r: 0.2, cx: x, cy: y }), s('text', { class: 'count', x, y }, count)];
}

/**
 * The places, lines and labels, without pieces: what stays while a game is played.
 * @param {View} view @param {string} look @param {ReturnType<typeof extent>} room
 */
function drawGround(view, look, room) {
  const { box } = room;
  const parts = [];
  const large = magnitude(view);
  const squares = view.cells.some((cell) => cell.shape === 'square');
  const felt = look.includes('felt') || look.includes('holes') || look.includes('chequered');
  if (squares && felt) {
    const [width, height] = [box.right - box.left + 1, box.bottom - box.top + 1];
    parts.push(s('rect', { class: 'field', x: box.left - 0.5, y: box.top - 0.5, width, height, rx: look.includes('holes') ? 0.2 : 0 }));
  }
  if (look.includes('wood')) {
    const [width, height] = [box.right - box.left + 1, box.bottom - box.top + 1];
    parts.push(s('rect', { class: 'field', x: box.left - 0.5, y: box.top - 0.5, width, height, rx: 0.1 }));
    let d = '';
    for (let x = box.left; x <= box.right; x += 1) d += `M${x} ${box.top}V${box.bottom}`;
    for (let y = box.top; y <= box.bottom; y += 1) d += `M${box.left} ${y}H${box.right}`;
    parts.push(s('path', { class: 'rule', d }));
  }
  // Where no line can be drawn, lines are the board.
  const drawing = look === 'edges' || view.lines.some((line) => !line.drawn);
  for (const line of view.lines) {
    const [x1, y1, x2, y2] = [line.from[0], line.from[1], line.to[0], line.to[1]];
    parts.push(s('line', { class: !drawing ? 'way' : line.drawn ? 'drawn' : 'undrawn', x1, y1, x2, y2 }));
  }
  for (const { x, y, shape } of view.cells) {
    if (shape === 'point') parts.push(s('circle', { class: 'point', cx: x, cy: y, r: 0.13 }));
    else if (shape === 'pit') {
      // A row of single things, such as matches, needs no bowls.
      if (!view.cells.every((cell) => cell.piece === null || (cell.piece.symbol === '|' && cell.piece.count === 1))) {
        parts.push(s('circle', { class: 'pit', cx: x, cy: y, r: 0.46 * large }));
      }
    } else if (look.includes('holes')) parts.push(s('circle', { class: 'hole', cx: x, cy: y, r: 0.4 }));
    else if (!look.includes('wood')) {
      const tint = (x + y) % 2 === 0 ? 'light' : 'dark';
      parts.push(s('rect', { class: `square ${tint}`, x: x - 0.5, y: y - 0.5, width: 1, height: 1 }));
    }
  }
  for (const { x, y, text, wide } of room.labels) {
    parts.push(s('text', { class: `label${wide ? ' wide' : ''}${large > 1 ? ' large' : ''}`, x, y }, text));
  }
  return parts;
}

/**
 * A picture of a view, for galleries.
 * @param {View} shown @param {string} game @param {number[] | null} [points]
 */
export function picture(shown, game, points = null) {
  const look = theme(game);
  const view = folded(shown);
  const stored = points && look.includes('sowing') ? stores(view, points) : [];
  const room = extent(view, stored.length > 0);
  const { left, right, top, bottom } = room.frame;
  return s('svg', { class: `board ${look}`, viewBox: `${left} ${top} ${right - left} ${bottom - top}`, 'aria-hidden': 'true', translate: 'no' },
    drawGround(view, look, room), stored.map(drawStore),
    view.cells.map((cell) => (cell.piece ? drawPiece(cell, look, magnitude(view)) : null)));
}

/** Whether a move takes a side's own man from one place to another: its source is chosen before its target. @param {View} view @param {Touch} touch */
export function isManMove(view, touch) {
  const [from] = touch.cells;
  return touch.cells.length > 1 && from !== undefined && Boolean(view.cells[from]?.piece?.side);
}

/**
 * What a click means.
 * @param {View} view
 * @param {number[]} chosen the places chosen so far
 * @param {number} cell the place clicked
 * @returns {{ play: number } | { chosen: number[], among: number[] } | null} a move, or places chosen and the moves that remain
 */
export function meant(view, chosen, cell) {
  if (chosen.length > 0 && chosen[chosen.length - 1] === cell) return { chosen: [], among: [] };
  const all = view.moves.map((touch, index) => ({ touch, index }));
  const open = all.filter(({ touch }) => chosen.every((place, i) => touch.cells[i] === place));
  const next = open.filter(({ touch }) => touch.cells[chosen.length] === cell);
  const last = open.filter(({ touch }) => touch.cells.at(-1) === cell && (chosen.length > 0 || !isManMove(view, touch)));
  // A longer way that ends on the clicked place is meant before one that only passes over it.
  const found = chosen.length > 0 && last.length > 0 ? last : next.length > 0 ? next : last;
  const [only] = found;
  if (!only) return chosen.length > 0 ? meant(view, [], cell) : null;
  if (found.length === 1 && (chosen.length > 0 || !isManMove(view, only.touch))) return { play: only.index };
  return { chosen: next.length > 0 ? [...chosen, cell] : chosen, among: found.map(({ index }) => index) };
}

/**
 * @typedef {object} Showing
 * @property {View} view
 * @property {string[]} moves
 * @property {string} game
 * @property {Touch | null} last what the move before touched
 * @property {Map<string, Shown>} worths what is said of each move
 * @property {string | null} hint the move to point at
 * @property {boolean} live whether a person may move
 * @property {State} [state] the game, where one is played
 * @property {View | null} [before] the board before the last move, if it has just been played
 */

/** What moves the pieces comes after the first board. */
export const motion = () => import('./play/motion.js');

/** A board that can be clicked. */
export class Board {
  /**
   * @param {(move: string) => void} play
   * @param {(moves: string[]) => void} offer called with the moves that are still meant when a click leaves several
   */
  constructor(play, offer) {
    this.play = play;
    this.offer = offer;
    /** @type {number[]} */
    this.chosen = [];
    /** @type {Showing | null} */
    this.showing = null;
    this.large = 1;
    /** The pieces by their cells. @type {Map<number, SVGElement>} */
    this.pieces = new Map();
    /** The same by what they show: a move leaves most of them as they are. @type {Map<string, SVGElement>} */
    this.drawn = new Map();
    /** What the ground shows. */
    this.ground = '';
    this.element = s('svg', { class: 'board', 'aria-hidden': 'true', translate: 'no' });
    // From the ground up: the last move and stores, arrows, pieces, rows that have won, what is said of moves, what can be clicked.
    this.under = s('g', {});
    this.arrows = s('g', {});
    this.men = s('g', {});
    this.won = s('g', {});
    this.overlay = s('g', {});
    this.reach = s('g', {});
    this.element.addEventListener('click', (event) => this.clicked(event));
    this.element.addEventListener('pointermove', (event) => this.hovered(event));
    this.element.addEventListener('pointerleave', () => this.point([]));
  }

  /** @param {Showing} showing */
  show(showing) {
    const view = folded(showing.view);
    this.showing = { ...showing, view };
    this.chosen = [];
    const { game, last } = showing;
    const look = theme(game);
    this.large = magnitude(view);
    const { state } = showing;
    const before = showing.before ? folded(showing.before) : null;
    const stored = state?.points && look.includes('sowing') ? stores(view, state.points) : [];
    const room = extent(view, stored.length > 0);
    const { left, right, top, bottom } = room.frame;
    const [width, height] = [right - left, bottom - top];
    const single = view.cells.every(({ piece }) => !piece || (piece.symbol === '|' && piece.count === 1));
    const ground = JSON.stringify([look, room.frame, view.cells.map(({ x, y, shape }) => [x, y, shape]), view.lines, view.labels, single]);
    if (ground !== this.ground) {
      this.ground = ground;
      this.drawn.clear();
      this.men.replaceChildren();
      this.element.setAttribute('viewBox', `${left} ${top} ${width} ${height}`);
      this.element.setAttribute('class', `board ${look}`);
      this.element.style.setProperty('--units', String(width));
      this.element.style.setProperty('--shape', String(width / height));
      this.element.replaceChildren(...drawGround(view, look, room), this.under, this.arrows, this.men, this.won, this.overlay, this.reach);
      this.reach.replaceChildren(...view.cells.map(({ x, y }, index) =>
        s('rect', { class: 'reach', 'data-cell': index, x: x - 0.5 * this.large, y: y - 0.5 * this.large, width: this.large, height: this.large })));
    }
    for (const seed of this.element.querySelectorAll('.moving')) seed.remove();
    this.under.replaceChildren(...stored.map(drawStore), ...(last ? this.marks(last, 'last') : []));
    const dominoes = state && look.includes('dominoes') ? laid(state) : [];
    const covered = new Set(dominoes.flatMap(({ cells }) => cells));
    const drawn = new Map(dominoes.map((one) => {
      const key = JSON.stringify(one);
      return [key, this.drawn.get(key) ?? domino(one.cells.flatMap((i) => view.cells[i] ?? []), one.side)];
    }));
    this.pieces = new Map();
    view.cells.forEach((cell, i) => {
      if (!cell.piece || covered.has(i)) return;
      const key = `${i} ${JSON.stringify(cell.piece)}`;
      const piece = this.drawn.get(key) ?? drawPiece(cell, look, this.large);
      drawn.set(key, piece);
      this.pieces.set(i, piece);
    });
    for (const [key, piece] of this.drawn) if (!drawn.has(key)) piece.remove();
    for (const [key, piece] of drawn) if (!this.drawn.has(key)) this.men.append(piece);
    this.drawn = drawn;
    this.won.replaceChildren(...(state ? wonRows(state, last) : []).map(([a, b]) => s('line', { class: 'won', x1: a?.x, y1: a?.y, x2: b?.x, y2: b?.y })));
    // Lines are chosen themselves; the points at their ends stay out of the way.
    const lines = view.moves.flatMap((move) => move.lines);
    if (lines.length > 0) {
      this.reach.replaceChildren(...lines.map((index) => {
        const line = view.lines[index];
        return s('line', { class: 'reach', 'data-line': index, x1: line?.from[0], y1: line?.from[1], x2: line?.to[0], y2: line?.to[1] });
      }));
    }
    const { pieces } = this;
    if (before && last) void motion().then(({ move }) => pieces === this.pieces && move(this, before, view, last, look, stored), () => {});
    this.point([]);
  }

  /** Says other things of the moves; what is chosen stays. @param {Partial<Showing>} news */
  say(news) {
    if (!this.showing) return;
    Object.assign(this.showing, news);
    this.point([]);
  }

  /**
   * The marks of what a move touches.
   * @param {Touch} touch @param {string} kind
   * @returns {SVGElement[]}
   */
  marks(touch, kind) {
    const view = this.showing?.view;
    if (!view) return [];
    return [
      ...touch.lines.flatMap((index) => {
        const line = view.lines[index];
        return line ? [s('line', { class: `mark ${kind}`, x1: line.from[0], y1: line.from[1], x2: line.to[0], y2: line.to[1] })] : [];
      }),
      ...(touch.lines.length > 0 ? [] : touch.cells).flatMap((index) => {
        /** @type {SVGElement[]} */
        const none = [];
        const cell = view.cells[index];
        if (!cell) return none;
        return cell.shape === 'square' && !theme(this.showing?.game ?? '').includes('holes')
          ? [/** @type {SVGElement} */ (s('rect', { class: `mark ${kind}`, x: cell.x - 0.46, y: cell.y - 0.46, width: 0.92, height: 0.92, rx: 0.06 }))]
          : [s('circle', { class: `mark ${kind}`, cx: cell.x, cy: cell.y, r: cell.shape === 'point' ? 0.46 * this.large : 0.46 })];
      }),
    ];
  }

  /** The way of a man, under the pieces. @param {Touch} touch @param {string} kind @returns {SVGElement[]} */
  arrow(touch, kind) {
    const view = this.showing?.view;
    const [from, to] = [view?.cells[touch.cells[0] ?? -1], view?.cells[touch.cells.at(-1) ?? -1]];
    if (!from || !to || from === to) return [];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const [x, y] = [to.x - 0.15 * ux, to.y - 0.15 * uy];
    const [bx, by] = [x - 0.32 * ux, y - 0.32 * uy];
    return [s('path', { class: `arrow ${kind}`, d: `M${from.x} ${from.y}L${bx} ${by}M${x} ${y}L${bx - 0.2 * uy} ${by + 0.2 * ux} ${bx + 0.2 * uy} ${by - 0.2 * ux}z` })];
  }

  /** Where what is said of a move stands. @param {Touch} touch @returns {[number, number] | null} */
  anchor(touch) {
    const view = this.showing?.view;
    if (!view) return null;
    const line = view.lines[touch.lines[0] ?? -1];
    if (line) return [((line.from[0] ?? 0) + (line.to[0] ?? 0)) / 2, ((line.from[1] ?? 0) + (line.to[1] ?? 0)) / 2];
    const shared = view.moves.length > 1 && view.moves.every((move) => move.cells[0] === touch.cells[0] && move.cells.length > 1);
    const place = this.chosen.length > 0 || shared ? touch.cells.at(-1) : touch.cells[0];
    const cell = view.cells[place ?? -1];
    return cell ? [cell.x, cell.y] : null;
  }

  /** The moves that the chosen places leave. */
  open() {
    const moves = this.showing?.view.moves ?? [];
    return moves.flatMap((touch, index) => (this.chosen.every((place, i) => touch.cells[i] === place) ? [index] : []));
  }

  /**
   * Draws what is said of the moves, what may be played, and points at some.
   * @param {number[]} pointed indices of moves
   */
  point(pointed) {
    const showing = this.showing;
    if (!showing) return;
    const { view, moves, worths, hint, live } = showing;
    /** @type {SVGElement[]} */
    const parts = [];
    const open = this.open();
    // What is said of the moves stands above what is pointed at.
    for (const place of this.chosen) parts.push(...this.marks({ cells: [place], lines: [] }, 'chosen'));
    const hinted = view.moves[moves.indexOf(hint ?? '')];
    if (hinted) parts.push(...this.marks(hinted, 'hint'));
    for (const index of pointed) {
      const touch = view.moves[index];
      if (touch) parts.push(...this.marks(touch, 'pointed'));
    }
    /** @type {Map<string, { at: [number, number], shown: Shown | null }>} */
    const places = new Map();
    for (const index of open) {
      const touch = view.moves[index];
      const at = touch ? this.anchor(touch) : null;
      if (!at) continue;
      const shown = worths.get(moves[index] ?? '') ?? null;
      const known = places.get(at.join());
      // Where several moves meet, the best of them speaks.
      if (!known || (shown && (!known.shown || speaks(shown) < speaks(known.shown)))) places.set(at.join(), { at, shown });
    }
    for (const { at, shown } of places.values()) {
      const cell = view.cells.find(({ x, y }) => x === at[0] && y === at[1]);
      const onPoint = cell?.shape === 'point';
      // A piece stays in sight: what is said of it stands at its corner.
      const away = cell?.piece ? (onPoint ? 0.4 * this.large : 0.36) : 0;
      const [x, y] = [at[0] + away, at[1] - away];
      if (shown && shown.kind !== 'none') parts.push(badge(shown, x, y, (away ? 0.6 : !cell ? 0.7 : shown.kind === 'opinion' && !shown.best ? 0.8 : 1) * this.large));
      else if (live) parts.push(s('circle', { class: onPoint && !away ? 'legal ring' : 'legal', cx: x, cy: y, r: onPoint && !away ? 0.25 : 0.08 }));
    }
    this.arrows.replaceChildren(...open.flatMap((index) => {
      const touch = view.moves[index];
      const shown = worths.get(moves[index] ?? '');
      return touch && shown?.best && isManMove(view, touch) ? this.arrow(touch, shown.kind) : [];
    }).slice(0, MOST_ARROWS));
    this.overlay.replaceChildren(...parts);
  }

  /** @param {Event} event */
  cellOf(event) {
    const target = event.target instanceof Element ? event.target : null;
    const cell = target?.getAttribute('data-cell');
    const line = target?.getAttribute('data-line');
    return { cell: cell === null || cell === undefined ? null : Number(cell), line: line === null || line === undefined ? null : Number(line) };
  }

  /** Where stones fall, any place of a column means the one they fall to. @param {number} cell */
  landing(cell) {
    const showing = this.showing;
    if (!showing || !theme(showing.game).includes('holes')) return cell;
    const { view } = showing;
    const column = view.cells[cell]?.x;
    return view.moves.map((move) => move.cells[0] ?? -1).find((place) => view.cells[place]?.x === column) ?? cell;
  }

  /** @param {Event} event */
  clicked(event) {
    const showing = this.showing;
    if (!showing?.live) return;
    const { cell, line } = this.cellOf(event);
    if (line !== null) {
      const index = showing.view.moves.findIndex((move) => move.lines.includes(line));
      if (index >= 0) this.play(showing.moves[index] ?? '');
      return;
    }
    if (cell === null) return;
    const meaning = meant(showing.view, this.chosen, this.landing(cell));
    if (meaning && 'play' in meaning) return this.play(showing.moves[meaning.play] ?? '');
    this.chosen = meaning?.chosen ?? [];
    this.point([]);
    const among = meaning?.among ?? [];
    const touched = among.map((index) => showing.view.moves[index]?.cells ?? []);
    const alike = new Set(touched.map((cells) => cells.join())).size < among.length;
    const whole = touched.some((cells) => cells.length === this.chosen.length);
    // Further clicks can tell moves apart that go on to different places; only the others are listed.
    this.offer(alike || whole || this.chosen.length === 0 ? among.map((index) => showing.moves[index] ?? '') : []);
  }

  /** @param {Event} event */
  hovered(event) {
    const showing = this.showing;
    if (!showing?.live) return;
    const { cell, line } = this.cellOf(event);
    if (line !== null) return this.point(showing.view.moves.flatMap((move, i) => (move.lines.includes(line) ? [i] : [])));
    if (cell === null) return this.point([]);
    const meaning = meant(showing.view, this.chosen, this.landing(cell));
    if (meaning && 'play' in meaning) this.point([meaning.play]);
    else this.point(this.chosen.length === 0 ? (meaning?.among ?? []) : []);
  }
}

/** The smaller, the rather a badge is shown where there is room for one. @param {Shown} shown */
const speaks = (shown) => (shown.best ? -1 : shown.kind === 'none' ? 3 : (shown.given ?? 2));

/** Where a move lies, for the arrow keys. @param {View} view @param {Touch | undefined} touch @returns {[number, number]} */
export function middle(view, touch) {
  const line = view.lines[touch?.lines[0] ?? -1];
  if (line) return [((line.from[0] ?? 0) + (line.to[0] ?? 0)) / 2, ((line.from[1] ?? 0) + (line.to[1] ?? 0)) / 2];
  const single = touch && !isManMove(view, touch) && !view.moves.every((move) => move.cells[0] === touch.cells[0]);
  const cell = view.cells[(single ? touch.cells[0] : touch?.cells.at(-1)) ?? -1];
  return cell ? [cell.x, cell.y] : [0, 0];
}

/** The move that lies nearest to a place. @param {View} view @param {[number, number]} place */
export function nearest(view, place) {
  const away = view.moves.map((touch) => {
    const [x, y] = middle(view, touch);
    return Math.hypot(x - place[0], y - place[1]);
  });
  return Math.max(0, away.indexOf(min(away, 0)));
}

/**
 * The move that lies nearest in a direction, for the arrow keys.
 * @param {View} view @param {number} from index of a move @param {number} dx @param {number} dy
 */
export function neighbour(view, from, dx, dy) {
  const here = middle(view, view.moves[from]);
  let best = -1;
  let cost = Infinity;
  view.moves.forEach((touch, index) => {
    const there = middle(view, touch);
    const along = (there[0] - here[0]) * dx + (there[1] - here[1]) * dy;
    const across = Math.abs((there[0] - here[0]) * dy) + Math.abs((there[1] - here[1]) * dx);
    const price = along + 2 * across;
    if (along > 0.01 && price < cost) [best, cost] = [index, price];
  });
  if (best >= 0) return best;
  // Nothing lies further that way: moves that share a place come one after the other.
  const step = dx + dy > 0 ? 1 : -1;
  return (from + step + view.moves.length) % view.moves.length;
}
