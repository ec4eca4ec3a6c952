// How what a move is worth is shown: win, draw and loss each have a shape, a colour and a word, and a move is the paler
// the more it gives away.

import { h, s } from './elements.js';
import { number, plural, t } from './text.js';

/** @typedef {import('./server.js').Values} Values */
/** @typedef {import('./server.js').Worth} Worth */

/**
 * @typedef {object} Shown
 * @property {'win' | 'draw' | 'loss' | 'opinion' | 'none'} kind
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
  const { outcome, distance, margin, score } = worth;
  if (outcome === 'unknown' && score !== undefined) return estimate(score);
  if (outcome === 'unknown') return t('worth.unknown');
  if (margin !== null && margin !== undefined) return t(`worth.margin.${outcome}`, { n: Math.abs(margin) });
  if (outcome === 'draw' || distance === null || distance === undefined) return t(`worth.${outcome}`);
  return plural(`worth.${outcome}.in`, distance);
}

/** @param {number} n */
export const signed = (n) => (n > 0 ? '+' : n < 0 ? '−' : '') + number(Math.abs(n));

/** A search calls this a win. */
const WON = 1_000_000;

/** A score in words. @param {number} score */
export const estimate = (score) => (Math.abs(score) >= WON ? t(score > 0 ? 'worth.sees.win' : 'worth.sees.loss') : t('worth.opinion', { score: signed(round(score)) }));

/**
 * What is known of a position after another answer: what was proved stays, and the deeper of two searches.
 * @param {Values | undefined} old @param {Values} news
 * @returns {Values}
 */
export function merged(old, news) {
  if (!old) return news;
  const known = old.outcome !== 'unknown' && news.outcome === 'unknown' ? old : news;
  const moves = [...(news.moves ?? [])];
  for (const one of old.moves ?? []) if (!moves.some(({ move }) => move === one.move)) moves.push(one);
  const opinion = (old.opinion?.depth ?? -1) > (news.opinion?.depth ?? -1) ? old.opinion : news.opinion;
  return { ...known, moves, opinion: opinion ?? null };
}

/** Whether every move is proved. @param {Values | undefined} values @param {number} legal */
export const isWhole = (values, legal) => Boolean(values && values.outcome !== 'unknown' && (values.moves ?? []).filter(({ outcome }) => outcome !== 'unknown').length >= legal);

/**
 * How good a move was, by what is known of the position before it; nothing where nothing is.
 * @param {import('./match.js').Knot} knot
 * @returns {import('./tug.js').JudgedMove | undefined}
 */
export function judged({ move, side, up }) {
  const values = up?.values;
  if (!values) return undefined;
  const moves = values.moves ?? [];
  const own = moves.find((one) => one.move === move && one.outcome !== 'unknown') ?? (values.best.includes(move) && values.outcome !== 'unknown' ? values : undefined);
  if (own && values.outcome !== 'unknown') {
    const worse = own.outcome !== values.outcome;
    const mark = worse ? `${values.outcome}-to-${own.outcome}` : own.margin !== values.margin ? 'points' : 'kept';
    return { side, move, before: values, after: own, mark, mark_text: mark === 'kept' ? t('mark.kept') : t('mark.change', { before: describe(values), after: describe(own) }), best: values.best };
  }
  const scores = values.opinion?.moves ?? [];
  const [best, after] = [Math.max(...scores.map(({ score }) => score)), scores.find((one) => one.move === move)?.score];
  if (after === undefined) return undefined;
  const lost = (best > -WON && after <= -WON) || (best >= WON && after < WON);
  const worth = (/** @type {number} */ score) => ({ outcome: /** @type {'unknown'} */ ('unknown'), distance: null, margin: null, score });
  return { side, move, before: worth(best), after: worth(after), mark: lost ? 'seems-to-lose' : 'estimate', mark_text: t('mark.estimate', { own: short(after), best: short(best) }),
    best: scores.filter(({ score }) => score === best).map((one) => one.move) };
}

/**
 * What is said of each move of a position.
 * @param {Values} values
 * @param {string[]} legal the moves there are
 * @param {boolean} soon whether more is being worked out
 * @returns {Map<string, Shown>}
 */
export function shown(values, legal, soon) {
  /** @type {Map<string, Shown>} */
  const all = new Map();
  const proved = (values.moves ?? []).filter((move) => move.outcome !== 'unknown');
  const given = ranking(proved.map(height), proved.length === legal.length);
  proved.forEach((move, i) => {
    const kind = /** @type {'win' | 'draw' | 'loss'} */ (move.outcome);
    all.set(move.move, { kind, short: brief(move), words: describe(move), best: values.best.includes(move.move), given: given[i] ?? null });
  });
  const known = values.outcome !== 'unknown' && values.best.length > 0;
  if (values.outcome !== 'unknown') {
    // A best move is worth what the position is, though its own value may not have been written down.
    const kind = values.outcome;
    for (const move of values.best) if (!all.has(move)) all.set(move, { kind, short: brief(values), words: describe(values), best: true, given: null });
  }
  const opinions = (values.opinion?.moves ?? []).filter(({ move }) => !all.has(move));
  const preferred = known ? null : values.opinion?.line[0];
  const ranks = ranking(opinions.map(({ score }) => score), !known && opinions.length === legal.length);
  opinions.forEach(({ move, score }, i) => {
    all.set(move, { kind: 'opinion', short: short(score), words: estimate(score), best: !known && (move === preferred || ranks[i] === 0), given: ranks[i] ?? null });
  });
  // A move without a value says why.
  for (const move of legal) if (!all.has(move)) all.set(move, { kind: 'none', short: soon ? '…' : '?', words: t(soon ? 'worth.soon' : 'worth.none'), best: false, given: null });
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
/** An end that a search sees and nobody has proved is no number. @param {number} score */
const short = (score) => (Math.abs(score) >= WON ? (score > 0 ? '+?' : '−?') : signed(Math.abs(score) >= 10 ? Math.round(score) : round(score)));

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
    s('path', { d: OUTLINES[shown.kind === 'none' ? 'opinion' : shown.kind], 'fill-opacity': (1 - 0.65 * (shown.given ?? 0)).toFixed(2) }),
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
