// The buttons of a game, and who plays each side.

import { choice, fill, h } from '../elements.js';
import { PERSON } from '../match.js';
import { t } from '../text.js';

/** @typedef {import('../server.js').Side} Side */
/** @typedef {import('../server.js').AgentInfo} AgentInfo */
/**
 * @typedef {object} Acts
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} restart
 * @property {() => void} hint
 * @property {() => void} why
 * @property {() => void} pause
 * @property {() => void} values
 * @property {() => void} share
 * @property {() => void} exportText
 * @property {() => void} exportJson
 * @property {() => void} exportPgn
 * @property {(text: string) => void} importFile
 * @property {() => void} setUp
 */
/** @typedef {{ undo: boolean, redo: boolean, values: boolean, open: boolean, running: boolean, paused: boolean }} Possible */

/** @param {Acts} acts */
export function controls(acts) {
  /** @param {string} key @param {() => void} act @param {string} [sign] */
  const button = (key, act, sign) => h('button', { type: 'button', class: `act act-${key}`, onclick: act }, sign ? h('span', { 'aria-hidden': 'true' }, sign) : null, h('span', {}, t(`play.${key}`)));
  const undo = button('undo', acts.undo, '↶');
  const redo = button('redo', acts.redo, '↷');
  const hint = button('hint-button', acts.hint, '✦');
  const why = button('why', acts.why, '?');
  const values = h('button', { type: 'button', class: 'act act-values', 'aria-pressed': 'false', onclick: acts.values }, h('span', { 'aria-hidden': 'true' }, '◈'), h('span', {}, t('play.values')));
  const pause = button('pause', acts.pause, '❚❚');
  const share = button('share', acts.share, '↗');
  const file = h('input', {
    type: 'file', accept: '.txt,.json,.pgn,.pdn', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true',
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) acts.importFile(await chosen.text());
      file.value = '';
    },
  });
  const bar = h('div', { class: 'bar', role: 'group', 'aria-label': t('play.controls') }, undo, redo, hint, why, values, pause);
  const more = h('div', { class: 'bar more', role: 'group', 'aria-label': t('play.files') },
    button('restart', acts.restart, '⟲'), button('set-up', acts.setUp, '✎'), share, button('import', () => file.click(), '↥'), file,
    button('export-text', acts.exportText, '↧'), button('export-pgn', acts.exportPgn, '↧'), button('export-json', acts.exportJson, '↧'));
  return {
    bar,
    more,
    copied() {
      fill(share, h('span', {}, t('play.copied')));
      setTimeout(() => fill(share, h('span', { 'aria-hidden': 'true' }, '↗'), h('span', {}, t('play.share'))), 2000);
    },
    /** @param {Possible} possible */
    update(possible) {
      undo.disabled = !possible.undo;
      redo.disabled = !possible.redo;
      hint.disabled = !possible.open;
      why.disabled = !possible.open;
      values.setAttribute('aria-pressed', String(possible.values));
      pause.hidden = !possible.running && !possible.paused;
      fill(pause, h('span', { 'aria-hidden': 'true' }, possible.paused ? '▶' : '❚❚'), h('span', {}, t(possible.paused ? 'play.continue' : 'play.pause')));
    },
  };
}

/**
 * Who plays a side: a person, or an agent with its settings.
 * @param {Side} side
 * @param {string} called
 * @param {string} player
 * @param {AgentInfo[]} agents
 * @param {(player: string) => void} changed
 */
export function sideChooser(side, called, player, agents, changed) {
  const settings = h('input', {
    type: 'text', class: 'settings', autocomplete: 'off', spellcheck: 'false', 'aria-label': t('play.settings', { side: called }), data: true,
    onchange: () => changed(settings.value.trim() ? `${list.value}:${settings.value.trim()}` : list.value),
  });
  const explained = h('p', { class: 'faint', data: true });
  /** @param {string} name */
  const explain = (name) => {
    const agent = agents.find((one) => one.name === name);
    settings.hidden = agent ? !/[:\[]/.test(agent.usage + (agent.options ? ':' : '')) : settings.value === '';
    settings.placeholder = agent ? agent.usage.slice(agent.name.length).replace(/^:/, '') : '';
    settings.title = agent ? `${agent.usage}${agent.options ? ` — ${agent.options}` : ''}` : '';
    fill(explained, [agent?.summary, agent?.argument?.summary].filter((one) => one).join(' — '));
  };
  const at = player.indexOf(':');
  const name = at < 0 ? player : player.slice(0, at);
  settings.value = at < 0 ? '' : player.slice(at + 1);
  // An agent that the list does not offer, such as one that has just learned, may come with a link.
  const names = [...new Set([...agents.map((agent) => agent.name), ...(name === PERSON ? [] : [name])])];
  const list = choice([[PERSON, t('play.person')], ...names.map((one) => /** @type {[string, string]} */ ([one, one]))], name, (chosen) => {
    const agent = agents.find((one) => one.name === chosen);
    const example = agent?.example ?? chosen;
    settings.value = example.includes(':') ? example.slice(example.indexOf(':') + 1) : '';
    explain(chosen);
    changed(settings.value ? `${chosen}:${settings.value}` : chosen);
  }, { 'aria-label': t('play.player', { side: called }), class: 'player', 'data-side': side });
  for (const option of list.options) if (option.value !== PERSON) option.setAttribute('translate', 'no');
  explain(name);
  return h('div', { class: `chooser ${side}` },
    h('div', { class: 'who' }, h('span', { class: `turn ${side}`, 'aria-hidden': 'true' }), h('strong', {}, called), list, settings), explained);
}
