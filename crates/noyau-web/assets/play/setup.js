// Positions set up by hand: a palette, a board, and the text, which follow each other. Games write their boards in few ways; which
// one it is, is seen from a position's view and text. What is no position is told as one edits.

import { Board, neighbour, picture, rows, theme } from '../board.js';
import { announce, fill, h } from '../elements.js';
import { sideName } from '../names.js';
import { isAborted, latest } from '../server.js';
import { has, t } from '../text.js';

/** @typedef {import('../server.js').State} State */
/** @typedef {import('../server.js').View} View */
/** @typedef {import('../server.js').Piece} Piece */
/** @typedef {import('../server.js').Cell} Cell */
/** @typedef {{ name: string, sign: Node | string, key: string, apply: (cell: Cell, view: View) => void }} Tool */

/** @param {Cell[]} cells @param {(cell: Cell) => string | number} tell @param {string} between */
const written = (cells, tell, between) => rows(cells).map((row) => row.map(({ cell }) => tell(cell)).join(between)).join('/');

/** The middle of a line. @param {View['lines'][number]} line */
const centre = (line) => [((line.from[0] ?? 0) + (line.to[0] ?? 0)) / 2, ((line.from[1] ?? 0) + (line.to[1] ?? 0)) / 2];

/** What the column and the row of a place are called. @param {View} view @param {number} x @param {number} y */
function names(view, x, y) {
  const [xs, ys] = [view.cells.map((cell) => cell.x), view.cells.map((cell) => cell.y)];
  const column = view.labels.find((label) => label.x === x && (label.y < Math.min(...ys) || label.y > Math.max(...ys)));
  const row = view.labels.find((label) => label.y === y && label.x < Math.min(...xs));
  return [column?.text ?? '', row?.text ?? ''];
}

/**
 * The ways of writing a board: what a text becomes with that board in it. `rest` is what follows the board.
 * @type {Record<string, (view: View, board: string, rest: string[]) => string>}
 */
const WRITERS = {
  pieces(view, board, rest) {
    const hands = view.cells.filter((cell) => cell.shape === 'pit');
    const count = (/** @type {string} */ side) => hands.find((cell) => cell.piece?.side === side)?.piece?.count ?? 0;
    const after = hands.length > 0 && /^\d+,\d+$/.test(rest[0] ?? '') ? [`${count('first')},${count('second')}`, ...rest.slice(1)] : rest;
    return [written(view.cells.filter((cell) => cell.shape !== 'pit'), ({ piece }) => piece?.symbol ?? (board.includes('_') ? '_' : '.'), ''), ...after].join(' ');
  },
  runs: (view, _, rest) => [written(view.cells, ({ piece }) => piece?.symbol ?? '.', '').replaceAll(/\.+/g, (run) => String(run.length)), ...rest].join(' '),
  lists(view, _, rest) {
    const men = (/** @type {string} */ letter) => view.cells.flatMap(({ piece }, i) => (piece?.symbol.toLowerCase() === letter ? [(piece.symbol === letter ? '' : 'K') + (i + 1)] : []));
    return [`W${men('w').join()}:B${men('b').join()}`, ...rest].join(' ');
  },
  counts: (view, _, rest) => [written(view.cells, ({ piece }) => piece?.count ?? 0, ','), ...rest].join(' '),
  heaps: (view, _, rest) => [rows(view.cells).map((row) => row.reduce((sum, { cell }) => sum + (cell.piece?.count ?? 0), 0)).join(), ...rest].join(' '),
  place(view, _, rest) {
    const cell = view.cells.find(({ piece }) => piece);
    return [cell ? names(view, cell.x, cell.y).join() : '', ...rest].join(' ');
  },
  lines(view, _, rest) {
    const middles = view.lines.map((line) => ({ line, x: centre(line)[0] ?? 0, y: centre(line)[1] ?? 0 })).sort((a, b) => a.y - b.y || a.x - b.x);
    const ys = [...new Set(middles.map(({ y }) => y))];
    return [ys.map((y) => middles.filter((one) => one.y === y).map(({ line }) => (!line.drawn ? '.' : line.from[0] === line.to[0] ? '|' : '-')).join('')).join('/'), ...rest].join(' ');
  },
  // Facts of a rule sheet, such as (cell 1 2 x).
  facts(view, board, rest) {
    const cells = new Map(view.cells.map((cell) => [names(view, cell.x, cell.y).join(' '), cell]));
    return [board, ...rest].join(' ').replaceAll(/\((\S+) (\S+) (\S+) ([^\s()]+)\)/g, (whole, name, x, y, what) => {
      const cell = cells.get(`${x} ${y}`);
      return cell ? `(${name} ${x} ${y} ${cell.piece?.symbol ?? (what.length > 1 ? what : 'blank')})` : whole;
    });
  },
  token: (view, _, rest) => [view.labels.find(({ y }) => y === view.cells.find(({ piece }) => piece)?.y)?.text ?? '', ...rest].join(' '),
};

/** In which way a text writes a board. @param {string} text @param {View} view */
export function way(text, view) {
  const [board = '', ...rest] = text.split(' ');
  return Object.keys(WRITERS).find((name) => WRITERS[name]?.(view, board, rest) === text) ?? null;
}

/** The same position with the other side to move. @param {string} text */
const turned = (text) => (/\b(first|second)\b/.test(text) ? text.replace(/\b(first|second)\b/, (side) => (side === 'first' ? 'second' : 'first')) : text.replace(/ ([wb]) /, (_, side) => ` ${side === 'w' ? 'b' : 'w'} `));

/** Who is to move by a text. @param {string} text */
const mover = (text) => (/\bsecond\b| b /.test(text) ? 'second' : 'first');

/** @param {string} game @param {Piece} piece */
function pieceName(game, { side, symbol }) {
  const look = theme(game);
  const key = look.includes('men') ? `piece.${symbol.toLowerCase()}` : look.includes('kings') ? (symbol === symbol.toLowerCase() ? 'piece.man' : 'piece.crowned') : '';
  const what = has(key) ? t(key) : '';
  return side ? [sideName(game, side), what].filter(Boolean).join(' · ') : symbol;
}

/**
 * The pieces that stand on boards of a game, those of First before those of Second.
 * @param {(View | null)[]} views @param {string} game
 */
function pieces(views, game) {
  const all = new Map(views.flatMap((view) => (view?.cells ?? []).flatMap(({ piece }) => (piece ? [[piece.symbol, { ...piece, count: 1 }]] : []))));
  // Men of draughts become kings, which are written in capitals.
  if (theme(game).includes('kings')) for (const piece of [...all.values()]) all.set(piece.symbol.toUpperCase(), { ...piece, symbol: piece.symbol.toUpperCase() });
  return [...all.values()].sort((a, b) => (a.side ?? '').localeCompare(b.side ?? ''));
}

/** @param {Piece | null} piece @param {string} game */
const pictured = (piece, game) => picture({ cells: [{ x: 0, y: 0, shape: 'square', piece }], lines: [], labels: [], moves: [] }, game);

/** @param {string} kind @param {(View | null)[]} views @param {string} game @returns {Tool[]} */
function tools(kind, views, game) {
  /** @param {Cell} cell @param {number} count */
  const heap = (cell, count) => (cell.piece = count > 0 ? { ...(cell.piece ?? { side: null, symbol: '1' }), count } : null);
  if (kind === 'counts') {
    /** @type {[string, (n: number) => number][]} */
    const steps = [['+1', (n) => n + 1], ['−1', (n) => Math.max(0, n - 1)], ['0', () => 0]];
    return steps.map(([sign, step]) => ({ name: sign, sign, key: sign === '−1' ? '-' : sign.slice(0, 1), apply: (cell) => heap(cell, step(cell.piece?.count ?? 0)) }));
  }
  if (kind === 'heaps') {
    // A click says up to where a heap goes.
    return [{ name: t('setup.heap'), sign: '…', key: '', apply: (cell, view) => {
      const row = rows(view.cells).find((one) => one.some((other) => other.cell === cell)) ?? [];
      const model = view.cells.find(({ piece }) => piece?.symbol === '#' || piece?.symbol === '|')?.piece ?? { side: null, symbol: '|', count: 1 };
      const size = row.filter((one) => one.cell.piece).length;
      const place = row.findIndex((one) => one.cell === cell);
      row.forEach((one, i) => (one.cell.piece = i < (place + 1 === size ? place : place + 1) ? (one.cell.piece ?? { ...model }) : null));
    } }];
  }
  if (kind === 'place' || kind === 'token') {
    return [{ name: t('setup.here'), sign: '●', key: '', apply: (cell, view) => {
      const piece = view.cells.find((one) => one.piece)?.piece ?? null;
      for (const one of view.cells) one.piece = one === cell ? piece : null;
    } }];
  }
  if (kind === 'lines') return [{ name: t('setup.line'), sign: '—', key: '', apply: () => {} }];
  const known = pieces(views, game);
  return [
    ...known.map((piece) => ({ name: pieceName(game, piece), sign: pictured(piece, game), key: piece.symbol, apply: (/** @type {Cell} */ cell) => {
      // Men in hand are counted.
      if (cell.shape === 'pit') return void (cell.piece && (cell.piece = { ...cell.piece, count: cell.piece.count + 1 }));
      cell.piece = cell.piece?.symbol === piece.symbol ? null : { ...piece };
    } })),
    { name: t('setup.erase'), sign: '⌫', key: 'Delete', apply: (cell) => (cell.shape === 'pit' && cell.piece ? (cell.piece = { ...cell.piece, count: Math.max(0, cell.piece.count - 1) }) : (cell.piece = null)) },
  ];
}

/**
 * @param {{ game: string, content?: string, at?: string }} place
 * @param {State} state
 * @param {View | null} sample a board of the game with pieces on it
 * @param {(at: string) => void} done
 */
export function setUp(place, state, sample, done) {
  const { game } = state;
  let view = structuredClone(state.view);
  const kind = way(state.position, state.view) ?? '';
  const all = kind ? tools(kind, [sample, state.view], game) : [];
  let tool = all[0];
  let active = 0;
  const text = h('input', { type: 'text', value: state.position, 'aria-label': t('setup.text'), spellcheck: 'false', data: true, oninput: () => void look(false) });
  const problem = h('p', { class: 'problem', role: 'alert', data: true });
  const board = new Board(() => {}, () => {});
  /** The places that are edited: cells, or lines. */
  const places = () => (kind === 'lines' ? view.lines.map((_, i) => ({ cells: [], lines: [i] })) : view.cells.map((_, i) => ({ cells: [i], lines: [] })));
  const keys = h('div', { class: 'keys', role: 'listbox', tabindex: '0', 'aria-label': t('setup.board'), id: 'setup-keys', onkeydown: (/** @type {KeyboardEvent} */ event) => press(event), onfocus: () => activate(active), onblur: () => board.point([]) });
  /** @param {number} i */
  const called = (i) => {
    const line = kind === 'lines' ? view.lines[i] : undefined;
    if (line) return `${names(view, line.from[0] ?? 0, line.from[1] ?? 0).join('')}–${names(view, line.to[0] ?? 0, line.to[1] ?? 0).join('')}: ${line.drawn ? t('setup.drawn') : t('setup.empty')}`;
    const cell = view.cells[i];
    const name = cell ? names(view, cell.x, cell.y).join('') : '';
    const piece = cell?.piece;
    if (kind === 'heaps') {
      const row = rows(view.cells).find((one) => one.some((other) => other.index === i)) ?? [];
      return `${name} ${row.findIndex((one) => one.index === i) + 1}: ${row.filter((one) => one.cell.piece).length}`;
    }
    return `${name || i + 1}: ${!piece ? t('setup.empty') : piece.count > 1 || (!piece.side && kind === 'counts') ? piece.count : pieceName(game, piece)}`;
  };
  const draw = () => {
    board.show({ view: { ...view, moves: kind === 'lines' ? places() : [] }, moves: [], game, last: null, worths: new Map(), hint: null, live: false });
    fill(keys, kind ? places().map((_, i) => h('div', { role: 'option', id: `place-${i}`, class: 'unseen', 'aria-selected': String(i === active), data: true }, called(i))) : null);
    for (const one of sides.querySelectorAll('input')) one.checked = one.value === mover(text.value);
  };
  /** @param {number} i */
  const activate = (i) => {
    active = Math.max(0, Math.min(i, places().length - 1));
    [...keys.children].forEach((one, k) => one.setAttribute('aria-selected', String(k === active)));
    keys.setAttribute('aria-activedescendant', `place-${active}`);
    if (board.showing) board.showing.view = { ...board.showing.view, moves: places() };
    board.point([active]);
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
        return read(turned(wanted)).catch((other) => {
          throw isAborted(other) ? other : error;
        });
      });
      text.value = found.position;
      view = structuredClone(found.view);
      fill(problem);
      ready.disabled = false;
      draw();
    } catch (error) {
      if (isAborted(error)) return;
      fill(problem, error instanceof Error ? error.message : '');
      ready.disabled = true;
    }
    if (document.activeElement === keys) activate(active);
  };
  /** Takes the board into the text. @param {boolean} either */
  const follow = (either) => {
    const [before = '', ...rest] = text.value.split(' ');
    text.value = WRITERS[kind]?.(view, before, rest) ?? text.value;
    // Drawn at once: on the way to a position that is legal there may be some that are not.
    draw();
    void look(either);
  };
  /** @param {number} i */
  const edit = (i) => {
    const cell = view.cells[i];
    if (kind === 'lines' && view.lines[i]) view.lines[i].drawn = !view.lines[i].drawn;
    else if (cell && tool) tool.apply(cell, view);
    else return;
    follow(true);
    activate(i);
    announce(called(i));
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = directions[/** @type {keyof typeof directions} */ (event.key)];
    const chosen = all.findIndex(({ key }) => key === event.key);
    if (step) activate(neighbour({ ...view, moves: places() }, active, step[0] ?? 0, step[1] ?? 0));
    else if (event.key === 'Enter' || event.key === ' ') edit(active);
    else if (chosen >= 0 && !event.ctrlKey && !event.metaKey) {
      choose(chosen);
      edit(active);
    } else return;
    event.preventDefault();
  };
  board.element.addEventListener('click', (event) => {
    const { cell, line } = board.cellOf(event);
    const i = kind === 'lines' ? line : cell;
    if (kind && i !== null) edit(i);
  });
  /** @param {string} label @param {string} name @param {{ value: string, shown: Node | string, called: string }[]} options @param {(i: number) => void} chosen @param {number} now */
  const group = (label, name, options, chosen, now) => h('div', { class: `palette ${name}`, role: 'radiogroup', 'aria-label': label },
    options.map((one, i) => h('label', { title: one.called }, h('input', { type: 'radio', name, value: one.value, 'aria-label': one.called, checked: i === now, onchange: () => chosen(i) }), h('span', { 'aria-hidden': 'true', data: true }, one.shown))));
  /** @param {number} i */
  const choose = (i) => {
    tool = all[i];
    palette.querySelectorAll('input').forEach((one, k) => (one.checked = k === i));
  };
  const palette = group(t('setup.palette'), 'tool', all.map((one, i) => ({ value: String(i), shown: one.sign, called: one.name })), choose, 0);
  const sides = group(t('setup.side'), 'turn-of', ['first', 'second'].map((side) => {
    const called = t('play.turn', { side: sideName(game, /** @type {import('../server.js').Side} */ (side)) });
    return { value: side, shown: called, called };
  }), (i) => {
    if (mover(text.value) !== (i === 0 ? 'first' : 'second')) text.value = turned(text.value);
    void look(false);
  }, mover(state.position) === 'first' ? 0 : 1);
  const clear = h('button', { type: 'button', class: 'act-clear', hidden: !['pieces', 'runs', 'lists', 'counts', 'lines'].includes(kind), onclick: () => {
    for (const cell of view.cells) if (cell.shape !== 'pit' || kind === 'counts') cell.piece = null;
    for (const line of view.lines) if (kind === 'lines') line.drawn = false;
    follow(true);
  } }, t('setup.clear'));
  const ready = h('button', { type: 'button', class: 'primary', onclick: () => { dialog.close(); done(text.value); } }, t('setup.use'));
  const dialog = h('dialog', { class: 'setup', 'aria-label': t('setup.title'), onclose: () => dialog.remove() },
    h('h2', {}, t('setup.title')), h('p', { class: 'faint' }, t(kind ? 'setup.click' : 'setup.type')),
    all.length > 1 ? palette : null, h('div', { class: 'board-place small' }, board.element, kind ? keys : null), sides, text, problem,
    h('div', { class: 'bar' }, ready, clear,
      h('button', { type: 'button', onclick: () => { dialog.close(); done(''); } }, t('setup.start')),
      h('button', { type: 'button', onclick: () => dialog.close() }, t('setup.cancel'))));
  document.body.append(dialog);
  draw();
  dialog.showModal();
}
