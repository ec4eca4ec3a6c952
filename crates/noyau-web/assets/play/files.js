// Games as files, and positions set up by hand.

import { Board } from '../board.js';
import { fill, h } from '../elements.js';
import { isAborted, latest } from '../server.js';
import { t } from '../text.js';

/** @typedef {import('../match.js').Match} Match */
/** @typedef {import('../server.js').State} State */

/** @param {Match} match */
export function asFile(match) {
  const { place, players, moves } = match;
  return `${JSON.stringify({ game: place.game, ...(place.at ? { at: place.at } : {}), first: players.first, second: players.second, moves }, null, 1)}\n`;
}

/** A header of the Portable Game Notation. */
const HEADER = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/gm;

/**
 * The first game of a file in Portable Game Notation: its main line, and the position it starts from.
 * @param {string} text
 */
function fromPgn(text) {
  const begin = text.search(/^\s*[^\s[]/m);
  const headers = new Map([...text.slice(0, begin < 0 ? undefined : begin).matchAll(HEADER)].map(([, name = '', value = '']) => [name.toLowerCase(), value]));
  let moves = begin < 0 ? '' : text.slice(begin);
  const next = moves.search(/^\s*\[\s*\w+\s+"/m);
  if (next >= 0) moves = moves.slice(0, next);
  // Comments, then variations from the innermost outwards, then signs, numbers of moves, and the result.
  moves = moves.replaceAll(/\{[^}]*\}|;[^\n]*/g, ' ');
  for (let before = ''; before !== moves;) {
    before = moves;
    moves = moves.replaceAll(/\([^()]*\)/g, ' ');
  }
  moves = moves.replaceAll(/\$\d+/g, ' ').replaceAll(/(^|\s)\d+\.+/g, ' ').replaceAll(/[!?]+(?=\s|$)/g, ' ');
  moves = moves.replace(/(\*|1-0|0-1|1\/2-1\/2|[012]-[012])\s*$/, ' ').replaceAll(/\s+/g, ' ').trim();
  const at = headers.get('fen');
  return { moves, ...(at ? { at } : {}) };
}

/**
 * A game from a file: JSON as it is exported, Portable Game Notation, or a text of moves; lines that start with # are comments.
 * @param {string} text
 * @returns {{ game?: string, at?: string, first?: string, second?: string, moves: string }}
 */
export function fromFile(text) {
  text = text.replace(/^\uFEFF/, '');
  if (/^\s*\[\s*\w+\s+"/.test(text) || /^\s*1\.+\s*\D/.test(text)) return fromPgn(text);
  if (!text.trimStart().startsWith('{')) {
    return { moves: text.split('\n').filter((line) => !line.trimStart().startsWith('#')).join(' ').replaceAll(/\s+/g, ' ').trim() };
  }
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new Error(t('files.bad', { why: error instanceof Error ? error.message : '' }));
  }
  const moves = Array.isArray(file.moves) ? file.moves.join(' ') : String(file.moves ?? '');
  return { game: file.game, at: file.at, first: file.first, second: file.second, moves };
}

/**
 * The rows of a position's text, if it has a character for every square of the board: then it can be edited by clicks.
 * @param {string} text
 * @param {import('../server.js').View} view
 */
function rows(text, view) {
  const { cells } = view;
  const [board, ...rest] = text.split(' ');
  const lines = (board ?? '').split('/');
  const xs = [...new Set(cells.map((cell) => cell.x))].sort((a, b) => a - b);
  const ys = [...new Set(cells.map((cell) => cell.y))].sort((a, b) => a - b);
  const whole = cells.length === xs.length * ys.length && cells.every((cell) => cell.shape === 'square');
  if (!whole || lines.length !== ys.length || lines.some((line) => line.length !== xs.length)) return null;
  const places = cells.map((cell) => ({ row: ys.indexOf(cell.y), column: xs.indexOf(cell.x), piece: cell.piece }));
  const letters = places.map(({ row, column }) => lines[row]?.[column] ?? '');
  const empty = letters[places.findIndex(({ piece }) => piece === null)] ?? '.';
  const fits = places.every(({ piece }, i) => letters[i] === (piece === null ? empty : piece.symbol));
  return fits ? { lines, rest, places, empty } : null;
}

/** The same position with the other side to move. @param {string} text */
const turned = (text) => text.replace(/\b(first|second)\b/, (side) => (side === 'first' ? 'second' : 'first'));

/**
 * The pieces that stand on boards of a game, those of First before those of Second.
 * @param {(import('../server.js').View | null | undefined)[]} views
 */
function pieces(views) {
  const all = new Map(views.flatMap((view) => (view?.cells ?? []).flatMap(({ piece }) => (piece ? [[piece.symbol, { ...piece, count: 1 }]] : []))));
  return [...all.values()].sort((a, b) => (a.side ?? '').localeCompare(b.side ?? ''));
}

/**
 * @param {{ game: string, content?: string, at?: string }} place
 * @param {State} state
 * @param {import('../server.js').View | null} sample a board of the game with pieces on it
 * @param {(at: string) => void} done
 */
export function setUp(place, state, sample, done) {
  const text = h('input', { type: 'text', value: state.position, 'aria-label': t('setup.text'), spellcheck: 'false', data: true, oninput: () => void look(false) });
  const problem = h('p', { class: 'problem', role: 'alert', data: true });
  const explained = h('p', { class: 'faint' });
  const board = new Board(() => {}, () => {});
  let view = state.view;
  const known = pieces([sample, state.view]);
  const draw = () => {
    board.show({ view: { ...view, moves: [] }, moves: [], game: state.game, last: null, worths: new Map(), hint: null, live: false });
    fill(explained, known.length > 0 && rows(text.value, view) ? t('setup.click') : t('setup.type'));
  };
  const asked = latest();
  /** @param {string} at @returns {Promise<State>} */
  const read = (at) => asked.ask('/api/game', { ...place, at, after: [] });
  /** @param {boolean} either whether the other side may be to move instead: a man more or less changes whose turn it is */
  const look = async (either) => {
    const wanted = text.value;
    try {
      const found = await read(wanted).catch((error) => {
        if (!either || isAborted(error) || turned(wanted) === wanted) throw error;
        return read(turned(wanted));
      });
      text.value = found.position;
      view = found.view;
      fill(problem);
      ready.disabled = false;
      draw();
    } catch (error) {
      if (isAborted(error)) return;
      fill(problem, error instanceof Error ? error.message : '');
      ready.disabled = true;
    }
  };
  board.element.addEventListener('click', (event) => {
    const { cell } = board.cellOf(event);
    const grid = rows(text.value, view);
    if (cell === null || !grid) return;
    const { row, column, piece } = grid.places[cell] ?? { row: 0, column: 0, piece: null };
    const next = known[known.findIndex((one) => one.symbol === piece?.symbol) + 1] ?? null;
    const line = grid.lines[row] ?? '';
    grid.lines[row] = line.slice(0, column) + (next?.symbol ?? grid.empty) + line.slice(column + 1);
    text.value = [grid.lines.join('/'), ...grid.rest].join(' ');
    // Drawn at once: on the way to a position that is legal there may be some that are not.
    view = { ...view, cells: view.cells.map((one, index) => (index === cell ? { ...one, piece: next } : one)) };
    draw();
    void look(true);
  });
  const ready = h('button', { type: 'button', class: 'primary', onclick: () => { dialog.close(); done(text.value); } }, t('setup.use'));
  const dialog = h('dialog', { 'aria-label': t('setup.title'), onclose: () => dialog.remove() },
    h('h2', {}, t('setup.title')), explained, h('div', { class: 'board-place small' }, board.element), text, problem,
    h('div', { class: 'bar' }, ready,
      h('button', { type: 'button', onclick: () => { dialog.close(); done(''); } }, t('setup.start')),
      h('button', { type: 'button', onclick: () => dialog.close() }, t('setup.cancel'))));
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
