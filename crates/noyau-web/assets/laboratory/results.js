// What a duel, a tournament or learning has shown so far.

import { address } from '../address.js';
import { fill, h } from '../elements.js';
import { sideName } from '../names.js';
import { crossPicture } from './cross.js';
import { Plot } from '../plot.js';
import { ask } from '../server.js';
import { number, pair, percent, t } from '../text.js';
import { signed, token } from '../worth.js';
import { saving } from '../transport.js';

/** @typedef {import('../jobs.js').Job} Job */

/** @param {number | null | undefined} value */
const elo = (value) => (value === null || value === undefined || !Number.isFinite(value) ? '∞' : signed(Math.round(value)));

export function results() {
  const figures = h('div', { class: 'figures' });
  const path = new Plot(t('sprt.chart'));
  const rating = new Plot(t('lab.elo-chart'));
  const curvePlot = new Plot(t('learn.chart'));
  const games = h('div', { class: 'games' });
  const pathPlace = h('div', { class: 'part', hidden: true }, h('h3', {}, t('sprt.chart')), path.element);
  const ratingPlace = h('div', { class: 'part', hidden: true }, h('h3', {}, t('lab.elo-chart')), rating.element);
  const curvePlace = h('div', { class: 'part', hidden: true }, h('h3', {}, t('learn.chart')), curvePlot.element);
  let listed = '';
  return {
    element: h('div', {}, figures, ratingPlace, pathPlace, curvePlace, games),
    /** @param {Job} job */
    show(job) {
      const { result } = job;
      if (!result) return fill(figures, h('p', { class: 'faint' }, t('lab.waiting')));
      if (job.kind === 'tournament') {
        const ranked = ranking(result);
        fill(figures, crossTable(result, ranked), crossPicture(result, ranked));
      }
      else if (job.kind === 'learn') fill(figures, learned(result, job));
      else fill(figures, duel(result, job));
      const steps = result.elo_path ?? [];
      ratingPlace.hidden = steps.length < 2;
      if (steps.length >= 2) {
        void rating.show(t('lab.games'), steps.map((/** @type {number[]} */ one) => one[0]), [
          { label: t('lab.elo'), colour: '--blue', width: 2.5 }, { label: t('lab.low'), colour: '--sky', dash: [5, 4], width: 1.5 }, { label: t('lab.high'), colour: '--sky', dash: [5, 4], width: 1.5 },
        ], [1, 2, 3].map((column) => steps.map((/** @type {(number | null)[]} */ one) => one[column] ?? null)));
      }
      const walk = result.path ?? [];
      pathPlace.hidden = walk.length < 2;
      if (walk.length >= 2) {
        const bounds = result.sprt?.bounds ?? [null, null];
        void path.show(t('lab.games'), walk.map((/** @type {number[]} */ one) => one[0]), [
          { label: t('sprt.ratio'), colour: '--blue', width: 2.5 }, { label: t('sprt.accept0'), colour: '--vermilion', dash: [6, 4] }, { label: t('sprt.accept1'), colour: '--green', dash: [6, 4] },
        ], [walk.map((/** @type {number[]} */ one) => one[1]), walk.map(() => bounds[0]), walk.map(() => bounds[1])]);
      }
      const curve = result.curve ?? [];
      curvePlace.hidden = curve.length < 2;
      if (curve.length >= 2) {
        void curvePlot.show(t('learn.games'), curve.map((/** @type {number[]} */ one) => one[0]), [{ label: t('learn.score', { opponent: result.opponent ?? '' }), colour: '--blue', width: 2.5 }],
          [curve.map((/** @type {number[]} */ one) => one[1])]);
      }
      const key = `${job.id} ${Math.floor(job.done / 10)} ${job.state}`;
      if (job.kind !== 'learn' && key !== listed) {
        listed = key;
        void listGames(job, games);
      }
    },
  };
}

/** @param {any} result @param {Job} job */
function duel(result, job) {
  const total = Math.max(1, result.wins + result.draws + result.losses);
  /** @param {string} kind @param {number} count */
  const bar = (kind, count) => h('div', { class: `share ${kind}`, 'data-share': Math.round((100 * count) / total) }, token(kind), h('span', {}, number(count)));
  const shares = h('div', { class: 'shares', role: 'img', 'aria-label': t('lab.shares', { wins: result.wins, draws: result.draws, losses: result.losses }) }, bar('win', result.wins), bar('draw', result.draws), bar('loss', result.losses));
  for (const share of shares.children) /** @type {HTMLElement} */ (share).style.flexGrow = share.getAttribute('data-share') ?? '1';
  const [low, high] = result.interval ?? [null, null];
  const { sprt } = result;
  const accepted = sprt?.accepted;
  return [
    h('p', { class: 'score' }, h('strong', { data: true }, result.agents?.[0] ?? job.request?.agents?.[0] ?? ''), ' ', t('lab.score', { score: percent(result.score ?? (result.wins + result.draws / 2) / total) })),
    shares,
    h('dl', { class: 'facts' },
      h('div', {}, h('dt', {}, t('lab.elo')), h('dd', { class: 'big' }, elo(result.elo))),
      h('div', {}, h('dt', {}, t('lab.interval')), h('dd', {}, `${elo(low)} … ${elo(high)}`)),
      h('div', {}, h('dt', {}, t('lab.los')), h('dd', {}, percent(result.los ?? 0.5))),
      sprt ? h('div', {}, h('dt', {}, t('sprt.verdict')), h('dd', {}, accepted ? t(`sprt.accepted.${accepted}`) : t('sprt.open'))) : null),
  ];
}

/** The strongest comes first; the table's rows stay where they are. @param {any} result @returns {any[]} */
const ranking = (result) => result.ratings.map((/** @type {any} */ one, /** @type {number} */ place) => ({ ...one, place })).sort((/** @type {any} */ a, /** @type {any} */ b) => b.elo - a.elo);

/** @param {any} result @param {any[]} ratings */
function crossTable(result, ratings) {
  const { table } = result;
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('lab.cross') }, h('table', { class: 'cross' },
    h('caption', {}, t('lab.cross')),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('column.agent')), h('th', { scope: 'col' }, t('lab.elo')), h('th', { scope: 'col' }, t('lab.interval')), h('th', { scope: 'col' }, t('column.points')),
      ratings.map((/** @type {any} */ _, /** @type {number} */ i) => h('th', { scope: 'col' }, i + 1)))),
    h('tbody', {}, ratings.map((/** @type {any} */ one, /** @type {number} */ row) => h('tr', {},
      h('th', { scope: 'row' }, `${row + 1}. `, h('span', { data: true }, one.agent)), h('td', {}, elo(one.elo)), h('td', {}, `${elo(one.interval?.[0])} … ${elo(one.interval?.[1])}`), h('td', {}, `${number(one.points)} / ${number(one.games)}`),
      ratings.map((/** @type {any} */ other, /** @type {number} */ column) => {
        const cell = table?.[one.place]?.[other.place];
        return h('td', { class: row === column ? 'self' : '' }, cell ? `+${cell[0]} =${cell[1]} −${cell[2]}` : '·');
      }))))));
}

/** @param {any} result @param {Job} job */
function learned(result, job) {
  /** @param {string} name @param {string} value @param {boolean} [data] */
  const fact = (name, value, data = false) => h('div', {}, h('dt', {}, name), h('dd', { data }, value));
  return [
    h('dl', { class: 'facts' }, fact(t('learn.agent'), result.agent, true), fact(t('learn.games'), number(result.games)), fact(t('learn.weights'), number(result.weights)),
      result.opponent ? fact(t('learn.opponent'), result.opponent, true) : null, fact(t('lab.seed'), String(result.seed))),
    h('div', { class: 'bar' },
      h('a', { class: 'button primary', href: address('/play', { game: job.game, second: result.agent }) }, t('learn.play')),
      h('a', { class: 'button data', ...saving(`/api/jobs/${encodeURIComponent(job.id)}/data`, 'learned.noyau') }, t('learn.download'))),
  ];
}

/** @param {Job} job @param {HTMLElement} into */
async function listGames(job, into) {
  if (job.done === 0) return;
  let from = 0;
  const body = h('tbody', {});
  const more = h('button', { type: 'button', onclick: () => void load() }, t('lab.more'));
  const load = async () => {
    const answer = await ask(`/api/jobs/${encodeURIComponent(job.id)}/games?from=${from}&count=50`);
    from += answer.games.length;
    more.hidden = from >= answer.total;
    body.append(...answer.games.map((/** @type {any} */ one) => h('tr', {},
      h('td', {}, one.number + 1), h('td', { data: true }, one.players[0]), h('td', { data: true }, one.players[1]),
      h('td', {}, one.end !== 'unfinished' ? (one.winner ? sideName(job.game, one.winner) : t('worth.draw')) : t('lab.unfinished')), h('td', {}, number(one.moves.length)),
      h('td', {}, h('a', { class: 'button look', 'aria-label': pair(t('lab.look'), t('live.game', { n: one.number + 1 })), href: address('/play', { game: job.game, at: job.request?.at ?? null, after: one.moves.join(' '), values: 1 }) }, t('lab.look'))))));
  };
  try {
    await load();
    fill(into, h('div', { class: 'bar' }, h('h3', {}, t('lab.games')), h('a', { class: 'button data', ...saving(`/api/jobs/${encodeURIComponent(job.id)}/data`, 'games.jsonl') }, t('lab.download'))),
      h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('lab.games') }, h('table', {}, h('thead', {}, h('tr', {}, [t('column.number'), sideName(job.game, 'first'), sideName(job.game, 'second'), t('column.winner'), t('column.plies'), t('column.look')].map((column) => h('th', { scope: 'col' }, column)))), body)), more);
  } catch {
    fill(into);
  }
}
