// The values along a game as a tug of war: up is good for First, down for Second, and the nearer the end the nearer the edge.

import { s } from './elements.js';
import { t } from './text.js';
import { describe, OUTLINES } from './worth.js';

/** @typedef {import('./server.js').Worth} Worth */
/** @typedef {import('./server.js').Side} Side */
/** @typedef {{ side: Side, move: string, before: Worth, after: Worth, mark: string, mark_text: string, best: string[] }} JudgedMove */

/** @type {Worth} */
const NOTHING = { outcome: 'unknown', distance: null, margin: null };

/** The value of each position of a game, for First. @param {(JudgedMove | undefined)[]} moves */
export function positions(moves) {
  const all = moves.map((move) => ({ side: move?.side ?? 'first', worth: move?.before ?? NOTHING }));
  const last = moves.at(-1);
  if (last) {
    const distance = last.after.distance === null ? null : Math.max(0, last.after.distance - 1);
    all.push({ side: last.side, worth: { ...last.after, distance } });
  }
  return all.map(({ side, worth }) => {
    const sign = side === 'first' ? 1 : -1;
    const winner = worth.outcome === 'draw' || worth.outcome === 'unknown' ? null : (worth.outcome === 'win') === (side === 'first') ? 'first' : 'second';
    return { winner, distance: worth.distance, margin: worth.margin === null || worth.margin === undefined ? null : worth.margin * sign, score: worth.outcome === 'unknown' ? (worth.score ?? 0) * sign : null, worth };
  });
}

/**
 * @param {(JudgedMove | undefined)[]} moves
 * @param {number} ply the position that is looked at
 * @param {{ one: string, two: string }} names of the sides
 * @param {(ply: number) => void} visit
 */
export function tug(moves, ply, names, visit) {
  const points = positions(moves);
  const [step, half, left] = [points.length > 40 ? 12 : 22, 70, 26];
  const width = left + step * Math.max(points.length, 17) + 10;
  const longest = Math.max(1, ...points.map((point) => point.distance ?? 0));
  const widest = Math.max(1, ...points.map((point) => Math.abs(point.margin ?? 0)));
  // Of what is only estimated the most counts as half a win.
  const steepest = Math.max(1, ...points.map((point) => Math.abs(point.score ?? 0)).filter((score) => score < 1e6));
  const places = points.map((point, i) => {
    const share = point.score !== null ? Math.max(-0.6, Math.min(0.6, (0.5 * point.score) / steepest)) : point.margin !== null
      ? point.margin / widest
      : point.winner === null ? 0 : (point.winner === 'first' ? 1 : -1) * (0.25 + 0.75 * (1 - (point.distance ?? longest) / (longest + 1)));
    const kind = point.score !== null ? 'opinion' : point.winner === 'first' ? 'win' : point.winner === 'second' ? 'loss' : 'draw';
    return { x: left + step * i + step / 2, y: half - share * (half - 12) + 6, kind, point };
  });
  const height = 2 * half + 12;
  const word = (/** @type {typeof places[number]} */ { point }) => (point.score !== null ? describe({ ...point.worth, score: point.score }) : point.winner === null ? t('worth.draw') : t('tug.wins', { side: point.winner === 'first' ? names.one : names.two, worth: describe({ ...point.worth, outcome: 'win' }) }));
  const summary = places.map((place, i) => `${i}: ${word(place)}`).join('; ');
  return s('svg', { class: 'tug', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': t('tug.label', { ...names, summary }) },
    s('rect', { class: 'half first', x: left, y: 0, width: width - left, height: height / 2 }),
    s('rect', { class: 'half second', x: left, y: height / 2, width: width - left, height: height / 2 }),
    s('line', { class: 'middle', x1: left, x2: width, y1: height / 2, y2: height / 2 }),
    s('circle', { class: 'sign first', cx: 13, cy: 14, r: 7 }),
    s('circle', { class: 'sign second', cx: 13, cy: height - 14, r: 5.5 }),
    places[ply] ? s('rect', { class: 'here', x: places[ply].x - step / 2, y: 0, width: step, height }) : null,
    s('polyline', { class: 'rope', points: places.map(({ x, y }) => `${x},${y}`).join(' ') }),
    places.map((place, i) => {
      const mark = moves[i - 1]?.mark ?? '';
      const kind = mark.includes('-to-') ? ' mistake' : '';
      return s('g', { class: `knot ${place.kind}${kind}`, transform: `translate(${place.x} ${place.y}) scale(${step > 12 ? 22 : 14})`, onclick: () => visit(i) },
        s('path', { d: OUTLINES[/** @type {'win' | 'draw' | 'loss' | 'opinion'} */ (place.kind)] }),
        s('title', { data: true }, `${i}${moves[i - 1] ? ` (${moves[i - 1]?.move})` : ''}: ${word(place)}`));
    }));
}
