// The cross table of a tournament as a picture: each square is what the agent of its row scored against that of its column.

import { download, h, s } from '../elements.js';
import { number, percent, t } from '../text.js';
import { signed } from '../worth.js';

const [WIDE, HIGH] = [104, 60];
/** Of the row's agent: lost, even, won. The colours are the same on paper and in the dark. */
const [LOST, EVEN, WON] = [[194, 79, 0], [241, 238, 229], [0, 114, 178]];

/** @param {number} share */
function colour(share) {
  const [from, to, way] = share < 0.5 ? [LOST, EVEN, share * 2] : [EVEN, WON, share * 2 - 1];
  return `rgb(${from.map((part, i) => Math.round(part + way * ((to[i] ?? 0) - part))).join(' ')})`;
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** @param {any} result @param {any[]} ratings the agents, the strongest first, each with its `place` in the table */
export function crossPicture(result, ratings) {
  const longest = Math.min(28, Math.max(...ratings.map((one) => one.agent.length)));
  const left = 36 + 7.6 * longest;
  const [width, height] = [left + WIDE * ratings.length + 120, 46 + HIGH * ratings.length + 12];
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ said, /** @type {Record<string, any>} */ more = {}) => s('text', { x, y, 'font-size': 13, fill: '#1d2733', 'dominant-baseline': 'central', translate: 'no', ...more }, said);
  const parts = ratings.flatMap((one, row) => {
    const y = 46 + HIGH * row;
    return [
      text(left - 10, y + HIGH / 2, `${row + 1}. ${short(one.agent, 28)}`, { 'text-anchor': 'end', 'font-weight': 600 }),
      text(left + WIDE * (row + 0.5), 28, String(row + 1), { 'text-anchor': 'middle', 'font-weight': 600 }),
      ...ratings.map((other, column) => {
        const x = left + WIDE * column;
        const cell = result.table?.[one.place]?.[other.place];
        if (row === column || !cell) return s('rect', { x, y, width: WIDE - 2, height: HIGH - 2, rx: 6, fill: '#fff', stroke: '#d8d5cc' });
        const [wins, draws, losses] = cell;
        const games = wins + draws + losses;
        const share = games > 0 ? (wins + draws / 2) / games : 0.5;
        const ink = { 'text-anchor': 'middle', fill: share > 0.8 || share < 0.12 ? '#fff' : '#1d2733' };
        return s('g', {}, s('title', { data: true }, `${one.agent} – ${other.agent}: +${wins} =${draws} −${losses}`), s('rect', { x, y, width: WIDE - 2, height: HIGH - 2, rx: 6, fill: games > 0 ? colour(share) : '#fff', stroke: '#d8d5cc' }),
          games > 0 ? [text(x + WIDE / 2 - 1, y + HIGH / 2 - 9, percent(share), { ...ink, 'font-weight': 700, 'font-size': 15 }), text(x + WIDE / 2 - 1, y + HIGH / 2 + 12, `+${wins} =${draws} −${losses}`, { ...ink, 'font-size': 12 })] : null);
      }),
      text(left + WIDE * ratings.length + 12, y + HIGH / 2 - 9, `${t('lab.elo')} ${Number.isFinite(one.elo) ? signed(Math.round(one.elo)) : '∞'}`, { 'font-weight': 700, 'font-size': 15 }),
      text(left + WIDE * ratings.length + 12, y + HIGH / 2 + 12, `${number(one.points)} / ${number(one.games)}`),
    ];
  });
  const svg = s('svg', { xmlns: 'http://www.w3.org/2000/svg', class: 'cross-picture', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': t('cross.label'), 'font-family': 'system-ui, sans-serif' },
    s('rect', { width, height, rx: 10, fill: '#fff' }), parts);
  return h('div', { class: 'part' }, h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('cross.label') }, svg),
    h('div', { class: 'bar' }, h('button', { type: 'button', class: 'save-cross', onclick: () => download('cross-table.svg', new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' })) }, t('cross.save'))));
}
