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
 * @property {number} given from 0, the best move, to 1, which gives away most
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
 * @returns {Map<string, Shown>}
 */
export function shown(values) {
  /** @type {Map<string, Shown>} */
  const all = new Map();
  const proved = (values.moves ?? []).filter((move) => move.outcome !== 'unknown');
  if (proved.length > 0) {
    const heights = proved.map(height);
    const [best, worst] = [Math.max(...heights), Math.min(...heights)];
    proved.forEach((move, i) => {
      const given = best === worst ? 0 : (best - (heights[i] ?? 0)) / (best - worst);
      const kind = /** @type {'win' | 'draw' | 'loss'} */ (move.outcome);
      all.set(move.move, { kind, short: brief(move), words: describe(move), given });
    });
    return all;
  }
  const opinions = values.opinion?.moves ?? [];
  const scores = opinions.map((move) => move.score);
  const [best, worst] = [Math.max(...scores), Math.min(...scores)];
  for (const { move, score } of opinions) {
    const given = best === worst ? 0 : (best - score) / (best - worst);
    all.set(move, { kind: 'opinion', short: short(score), words: t('worth.opinion', { score: signed(round(score)) }), given });
  }
  return all;
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
  return s('g', { class: `badge ${shown.kind}${shown.given === 0 ? ' best' : ''}`, transform: `translate(${x} ${y}) scale(${scale})` },
    s('path', { d: OUTLINES[shown.kind], 'fill-opacity': (1 - 0.65 * shown.given).toFixed(2) }),
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
