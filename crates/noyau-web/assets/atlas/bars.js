// Counts as bars, stacked by outcome.

import { h } from '../elements.js';
import { number, percent, t } from '../text.js';
import { token } from '../worth.js';

/** @param {{ win: number, draw: number, loss: number, positions: number }} stats */
export function counts(stats) {
  const total = Math.max(1, stats.win + stats.draw + stats.loss);
  return h('div', { class: 'outcome-counts' }, /** @type {('win' | 'draw' | 'loss')[]} */ (['win', 'draw', 'loss']).map((kind) =>
    h('div', { class: `count-card ${kind}` }, token(kind), h('strong', {}, number(stats[kind])), h('span', {}, t(`worth.${kind}`)), h('span', { class: 'faint' }, percent(stats[kind] / total)))));
}

/**
 * @param {string} title
 * @param {string} column what the bars are by
 * @param {{ key: number, kind: string, n: number }[]} entries
 * @param {((key: number, kind: string) => void) | null} chosen called when a bar is clicked
 */
export function bars(title, column, entries, chosen) {
  const keys = [...new Set(entries.map((entry) => entry.key))].sort((a, b) => a - b);
  const totals = keys.map((key) => entries.filter((entry) => entry.key === key).reduce((sum, entry) => sum + entry.n, 0));
  const most = Math.max(1, ...totals);
  return h('div', { class: 'part' }, h('h3', {}, title), h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, h('table', { class: 'bars' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, column), h('th', { scope: 'col' }, t('atlas.count')))),
    h('tbody', {}, keys.map((key, i) => {
      const parts = entries.filter((entry) => entry.key === key && entry.n > 0).map((entry) => {
        const label = `${t(`worth.${entry.kind}`)} ${number(entry.n)}`;
        const bar = chosen
          ? h('button', { type: 'button', class: `stack ${entry.kind}`, title: label, 'aria-label': `${column} ${key}, ${label}`, 'data-key': key, onclick: () => chosen(key, entry.kind) })
          : h('span', { class: `stack ${entry.kind}`, title: label });
        bar.style.width = `${Math.max(0.4, (100 * entry.n) / most)}%`;
        return bar;
      });
      return h('tr', {}, h('th', { scope: 'row' }, key), h('td', {}, h('div', { class: 'stacks' }, parts), h('span', { class: 'sum' }, number(totals[i] ?? 0))));
    })))));
}
