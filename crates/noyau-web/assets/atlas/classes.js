// What the tiers of a table have: the longest win of each, with its line, and the boards on which nobody wants to move.

import { address } from '../address.js';
import { fill, h } from '../elements.js';
import { ask } from '../server.js';
import { number, pair, plural, t } from '../text.js';
import { worth } from '../worth.js';

/** @param {string[]} columns @param {any[]} rows @param {string} label */
const table = (columns, rows, label) => h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, h('table', {},
  h('thead', {}, h('tr', {}, columns.map((column) => h('th', { scope: 'col' }, t(`column.${column}`))))),
  h('tbody', {}, rows)));

/** @param {string} game @param {string} position */
const look = (game, position) => h('a', { class: 'button look', 'aria-label': pair(t('lab.look'), position), href: address('/play', { game, at: position, values: 1 }) }, t('lab.look'));

/** @param {unknown} error */
const problem = (error) => h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : '');

/**
 * The longest win of each tier, the highest tier first; nothing where there is one tier.
 * @param {string} id of the table
 * @param {any} stats
 */
export function longestWins(id, stats) {
  const tiers = (stats.by_tier ?? []).filter((/** @type {any} */ tier) => tier.longest_win_position).reverse();
  if (tiers.length < 2) return null;
  const shown = h('div', { class: 'line', role: 'status' });
  /** @param {string} position */
  const line = async (position) => {
    try {
      const best = await ask(`/api/tables/${encodeURIComponent(id)}/line?at=${encodeURIComponent(position)}`);
      fill(shown, h('p', {}, h('span', { class: 'faint', data: true }, best.position), h('br'), h('span', { class: 'moves', data: true }, best.line.join(' '))), look(stats.game, best.position));
    } catch (error) {
      fill(shown, problem(error));
    }
  };
  return h('div', { class: 'part longest-wins' }, h('h3', {}, t('atlas.classes')), table(['tier', 'positions', 'plies', 'position', 'line'],
    tiers.map((/** @type {any} */ tier) => h('tr', {}, h('td', {}, tier.tier), h('td', {}, number(tier.positions)), h('td', {}, tier.longest_win), h('td', { class: 'position', data: true }, tier.longest_win_position),
      h('td', {}, h('button', { type: 'button', class: 'show-line', 'aria-label': pair(t('column.line'), tier.longest_win_position), onclick: () => void line(tier.longest_win_position) }, t('column.line'))))), t('atlas.classes')), shown);
}

/**
 * The mutual zugzwangs, looked for when they are wanted.
 * @param {string} id of the table
 * @param {string} game
 */
export function zugzwangs(id, game) {
  const shown = h('div', { role: 'status' });
  const find = async () => {
    fill(shown, h('p', { class: 'faint' }, t('atlas.zugzwangs.searching')));
    try {
      const all = await ask(`/api/tables/${encodeURIComponent(id)}/zugzwangs?count=20`);
      fill(shown, h('p', {}, plural('atlas.zugzwangs.found', all.zugzwangs), all.complete ? '' : ` ${t('atlas.zugzwangs.part')}`),
        all.rows.length === 0 ? null : table(['position', 'outcome', 'turned', 'tier', 'look'], all.rows.map((/** @type {any} */ row) => h('tr', {}, h('td', { class: 'position', data: true }, row.position), h('td', {}, worth(row)), h('td', {}, worth(row.turned)), h('td', {}, row.tier), h('td', {}, look(game, row.position)))), t('atlas.zugzwangs')));
    } catch (error) {
      fill(shown, problem(error));
    }
  };
  return h('div', { class: 'part zugzwangs' }, h('h3', {}, t('atlas.zugzwangs')), h('div', { class: 'bar' }, h('span', { class: 'faint' }, t('atlas.zugzwangs.what')), h('button', { type: 'button', class: 'find-zugzwangs', onclick: () => void find() }, t('atlas.zugzwangs.find'))), shown);
}
