// How what a move is worth is shown: win, draw and loss each have a shape, a colour and a word, and a move is the paler
// the more it gives away.

import { h, s } from './elements.js';
import { number, plural, t } from './text.js';

/** @typedef {import('./server.js').Values} Values */
/** @typedef {import('./server.js').Worth} Worth */

/**
 * @typedef {object} Shown
 * @property {'win' | 'draw' | 'loss' | 'opinion'} kind
 * @property {string} short for a small badge
 * @property {string} words
 * @property {boolean} best
 * @property {number | null} given from 0, the best move, to 1, which gives away most; null where not every move is valued
 */

/** A place on one scale for all worths, the better the larger. @param {Worth} worth */
function height(worth) {
  const { outcome, distance, margin } = worth;
  if (margin !== null && margin !== undefined) return margin;
  const far = Math.min(distance ?? 0, 999);
  return outcome === 'win' ? 2000 - far : outcome === 'loss' ? -2000 + far : 0;
}

/** @param {Worth} worth */
export function describe(worth) {
  const { outcome, distance, margin } = worth;
  if (outcome === 'unknown') return t('worth.unknown');
  if (margin !== null && margin !== undefined) return t(`worth.margin.${outcome}`, { n: Math.abs(margin) });
  if (outcome === 'draw' || distance === null || distance === undefined) return t(`worth.${outcome}`);
  return plural(`worth.${outcome}.in`, distance);
}

/** @param {number} n */
export const signed = (n) => (n > 0 ? '+' : n < 0 ? '−' : '') + number(Math.abs(n));

/**
 * What is said of each move of a position.
 * @param {Values} values
 * @param {number} legal how many moves there are
 * @returns {Map<string, Shown>}
 */
export function shown(values, legal) {
  /** @type {Map<string, Shown>} */
  const all = new Map();
  const proved = (values.moves ?? []).filter((move) => move.outcome !== 'unknown');
  const given = ranking(proved.map(height), proved.length === legal);
  proved.forEach((move, i) => {
    const kind = /** @type {'win' | 'draw' | 'loss'} */ (move.outcome);
    all.set(move.move, { kind, short: brief(move), words: describe(move), best: values.best.includes(move.move), given: given[i] ?? null });
  });
  if (values.outcome !== 'unknown' && values.best.length > 0) {
    // A best move is worth what the position is, though its own value may not have been written down.
    const kind = values.outcome;
    for (const move of values.best) if (!all.has(move)) all.set(move, { kind, short: brief(values), words: describe(values), best: true, given: null });
    return all;
  }
  const opinions = (values.opinion?.moves ?? []).filter(({ move }) => !all.has(move));
  const preferred = values.opinion?.line[0];
  const ranks = ranking(opinions.map(({ score }) => score), opinions.length === legal);
  opinions.forEach(({ move, score }, i) => {
    all.set(move, { kind: 'opinion', short: short(score), words: t('worth.opinion', { score: signed(round(score)) }), best: move === preferred || ranks[i] === 0, given: ranks[i] ?? null });
  });
  return all;
}

/**
 * What each move gives away, if all are known: of a part of them nobody can tell.
 * @param {number[]} heights @param {boolean} whole
 * @returns {(number | null)[]}
 */
function ranking(heights, whole) {
  const [best, worst] = [Math.max(...heights), Math.min(...heights)];
  return heights.map((height) => (whole ? (best === worst ? 0 : (best - height) / (best - worst)) : null));
}

/** What fits on a badge. @param {Worth} worth */
function brief({ outcome, distance, margin }) {
  if (margin !== null && margin !== undefined) return signed(margin);
  if (outcome === 'draw') return '=';
  return distance === null || distance === undefined ? '' : String(distance);
}

/** @param {number} score */
const round = (score) => Math.round(score * 100) / 100;
/** @param {number} score */
const short = (score) => (Math.abs(score) >= 1000 ? (score > 0 ? '+∞' : '−∞') : signed(Math.abs(score) >= 10 ? Math.round(score) : round(score)));

/** The outline of each kind, around the origin. */
export const OUTLINES = {
  win: 'M0-.26A.26.26 0 0 1 0 .26 .26.26 0 0 1 0-.26z',
  draw: 'M-.23-.23H.23V.23H-.23z',
  loss: 'M0-.31.31 0 0 .31-.31 0z',
  opinion: 'M-.13-.25H.13L.28 0 .13.25H-.13L-.28 0z',
};

/** @param {Shown} shown @param {number} x @param {number} y @param {number} scale */
export function badge(shown, x, y, scale) {
  return s('g', { class: `badge ${shown.kind}${shown.best ? ' best' : ''}`, transform: `translate(${x} ${y}) scale(${scale})` },
    s('path', { d: OUTLINES[shown.kind], 'fill-opacity': (1 - 0.65 * (shown.given ?? 0)).toFixed(2) }),
    s('text', {}, shown.short));
}

/** The same beside a word, in HTML. @param {string} kind */
export function token(kind) {
  const outline = OUTLINES[/** @type {keyof typeof OUTLINES} */ (kind)] ?? OUTLINES.opinion;
  return s('svg', { class: `token ${kind}`, viewBox: '-.35 -.35 .7 .7', 'aria-hidden': 'true' }, s('path', { d: outline }));
}

/** A worth as a sign and words. @param {Worth} worth */
export function worth(worth) {
  return h('span', { class: `worth ${worth.outcome}` }, token(worth.outcome), describe(worth));
}
