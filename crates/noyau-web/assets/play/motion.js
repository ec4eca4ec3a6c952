// Pieces that slide, drop or turn and seeds that go from pit to pit, so that the eye follows a move. The board shows the new
// position from the first moment on; those who ask for less motion see nothing else.

import { s } from '../elements.js';

/** @typedef {import('../server.js').View} View */
/** @typedef {import('../server.js').Cell} Cell */

/** Milliseconds: a piece on its way, a seed from one pit to the next. */
const SLIDE = 180;
const STEP = 70;
/** The most seeds that are seen to move. */
const MOST = 24;

/**
 * Moves a piece from places to its own.
 * @param {SVGElement} piece @param {Cell[]} way @param {number} large
 */
function slide(piece, way, large) {
  const scale = large === 1 ? '' : ` scale(${large})`;
  piece.animate(way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)${scale}` })), { duration: SLIDE, easing: 'ease-out' });
}

/**
 * @param {{ element: SVGSVGElement, pieces: Map<number, SVGElement>, large: number }} board that shows the position after the move
 * @param {View} before
 * @param {View} after
 * @param {import('../server.js').Touch} touch what the move touched
 * @param {string} look
 * @param {{ x: number, y: number }[]} stores First's and Second's, where there are some
 */
export function move(board, before, after, touch, look, stores) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || before.cells.length !== after.cells.length) return;
  const [source = -1, ...others] = touch.cells;
  const [from, side] = [before.cells[source], before.cells[source]?.piece?.side];
  if (!from) return;
  if (from.shape === 'pit' && from.piece && !from.piece.side && from.piece.symbol !== '|' && before.cells.every((cell) => cell.shape === 'pit')) return sow(board, ring(before, source, look.includes('stores') ? stores : []), from);
  // Of the places of a man's move, the one where it stands now.
  const target = from.piece ? others.findLast((i) => after.cells[i]?.piece && after.cells[i]?.piece?.side === side && before.cells[i]?.piece?.side !== side) : undefined;
  const moved = board.pieces.get(target ?? -1);
  if (moved && target !== undefined) {
    const way = others.slice(0, others.indexOf(target)).filter((i) => !before.cells[i]?.piece);
    slide(moved, [source, ...way, target].flatMap((i) => after.cells[i] ?? []), after.cells[target]?.shape === 'point' ? board.large : 1);
  }
  const dropped = look.includes('holes') ? board.pieces.get(source) : undefined;
  if (dropped) slide(dropped, [{ ...from, y: Math.min(...after.cells.map((cell) => cell.y)) - 0.5 }, from], 1);
  after.cells.forEach(({ piece, x, y }, i) => {
    const old = before.cells[i]?.piece;
    if (i === target || !piece?.side || !old?.side || old.side === piece.side || old.symbol === piece.symbol) return;
    board.pieces.get(i)?.animate([{ transform: `translate(${x}px, ${y}px) scaleX(0.1)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: SLIDE });
  });
}

/**
 * The places from a pit on, in the order in which seeds are sown: that of the cells, First's before Second's, with the mover's store
 * at the end of his own.
 * @param {View} before @param {number} source @param {{ x: number, y: number }[]} stores
 */
function ring({ cells }, source, stores) {
  const half = cells.length / 2;
  const own = stores[source < half ? 0 : 1];
  const end = source < half ? half : cells.length;
  return [...cells.slice(source, end), ...(own ? [own] : []), ...cells.slice(end), ...cells.slice(0, source)];
}

/**
 * Seeds go round pit by pit.
 * @param {{ element: SVGSVGElement }} board @param {{ x: number, y: number }[]} places @param {Cell} from
 */
function sow(board, places, from) {
  const count = Math.min(from.piece?.count ?? 0, MOST);
  if (places.length < 4) return;
  for (let i = 1; i <= count; i += 1) {
    const way = Array.from({ length: i + 1 }, (_, k) => places[k % places.length] ?? from);
    const seed = s('circle', { class: 'seed moving', r: 0.09 });
    board.element.append(seed);
    const going = seed.animate(way.map(({ x, y }, k) => ({ transform: `translate(${x + (k % 2) * 0.08}px, ${y - 0.05}px)` })), { duration: STEP * i, easing: 'linear', fill: 'forwards' });
    going.onfinish = () => seed.remove();
    going.oncancel = () => seed.remove();
  }
}
