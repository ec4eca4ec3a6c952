// Why a position is worth what it is: the reasons in words, the line that wins or holds, and what refutes every other
// move.

import { h } from '../elements.js';
import { sideName } from '../names.js';
import { t } from '../text.js';
import { signed, token, worth } from '../worth.js';

/** @typedef {{ kind: string, title: string, theorem: string | null, move: string | null, text: string }} Reason */
/** @typedef {{ outcome: 'win' | 'draw' | 'loss' | 'unknown', distance?: number | null, margin?: number | null, line: string[], reasons: Reason[], refutations: { move: string, outcome: 'win' | 'draw' | 'loss' | 'unknown', distance: number | null, margin?: number | null, line: string[] }[], opinion?: import('../server.js').Opinion }} Reasons */

/**
 * @param {Reasons} reasons
 * @param {import('../server.js').State} state
 * @param {(moves: string[]) => void} follow plays a line on the board
 */
export function lines(reasons, state, follow) {
  if (reasons.outcome === 'unknown') {
    const score = reasons.opinion?.score;
    return h('div', { class: 'part why' },
      h('h2', {}, t('why.title')),
      h('p', {}, h('strong', { class: 'unproved' }, token('opinion'), t('play.unproved')), ' ', t('why.unknown'), score === null || score === undefined ? null : ` ${t('play.opinion.plain', { score: signed(score) })}`),
      line(reasons.line, follow));
  }
  return h('div', { class: 'part why' },
    h('h2', {}, t('why.title')),
    ideas(reasons.reasons, follow),
    reasons.line.length > 0
      ? [h('p', {}, t(`why.${reasons.outcome}`, { side: sideName(state.game, state.side) })), line(reasons.line, follow)]
      : null,
    reasons.refutations.length > 0
      ? [h('h3', {}, t('why.refutations')),
        h('ul', { class: 'refutations' }, reasons.refutations.map((one) =>
          h('li', {}, h('strong', { data: true }, one.move), ' ', worth({ outcome: one.outcome, distance: one.distance, margin: one.margin ?? null }),
            one.line.length > 0 ? line(one.line[0] === one.move ? one.line : [one.move, ...one.line], follow) : null)))]
      : h('p', { class: 'faint' }, t('why.none')));
}

/** The reasons in words; best play and refutations are shown by themselves. @param {Reason[]} reasons @param {(moves: string[]) => void} follow */
function ideas(reasons, follow) {
  const told = reasons.filter((reason) => reason.kind !== 'refutation' && (reason.kind !== 'line' || reasons.length === 1 && reason.move === null));
  if (told.length === 0) return null;
  return h('dl', { class: 'ideas' }, told.map((reason) => [
    h('dt', { data: true }, reason.title),
    h('dd', {},
      h('p', { data: true }, reason.text),
      reason.theorem === null ? null : h('p', { class: 'faint', data: true }, reason.theorem),
      reason.move === null ? null : line([reason.move], follow)),
  ]));
}

/** @param {string[]} moves @param {(moves: string[]) => void} follow */
function line(moves, follow) {
  return h('span', { class: 'line', data: true }, moves.map((move, i) =>
    h('button', { type: 'button', class: 'ply', onclick: () => follow(moves.slice(0, i + 1)) }, move)));
}

