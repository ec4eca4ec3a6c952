// An agent composed from lists: its kind, its argument, and its options with what they do. Its text follows, and can be typed instead.

import { choice, field, fill, h } from '../elements.js';
import { number, pair, t } from '../text.js';

/** @typedef {import('../server.js').AgentInfo} AgentInfo */
/** @typedef {import('../server.js').Setting} Setting */

/** The pieces of a text between commas outside parentheses. @param {string} text */
function pieces(text) {
  let depth = 0;
  const all = [''];
  for (const letter of text) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) all.push('');
    else all[all.length - 1] += letter;
  }
  return all;
}

/** @param {string} text as in `mcts:400,leaf=search` */
export function parse(text) {
  const at = text.indexOf(':');
  const name = at < 0 ? text : text.slice(0, at);
  /** @type {Record<string, string>} */
  const values = {};
  let argument = '';
  for (const piece of at < 0 ? [] : pieces(text.slice(at + 1))) {
    const [, key, value] = /^(\w+)=(.*)$/s.exec(piece) ?? [];
    if (key !== undefined) values[key] = (value ?? '').replace(/^\((.*)\)$/s, '$1');
    else argument = piece;
  }
  return { name, argument, values };
}

/** @param {AgentInfo} agent @param {string} argument @param {Record<string, string>} values */
function compose(agent, argument, values) {
  const set = agent.settings.flatMap(({ name, kind }) => (values[name] ? [`${name}=${kind === 'agent' ? `(${values[name]})` : values[name]}`] : []));
  // A precision stands in the place of a number of samples.
  const all = [...(argument && !values.epsilon ? [argument] : []), ...set];
  return agent.name + (all.length > 0 ? `:${all.join(',')}` : '');
}

/**
 * @param {AgentInfo[]} agents
 * @param {string} text
 * @param {string} label what the agent is called on the page
 * @param {() => Promise<string[]>} heuristics the names of those that the game has
 * @param {() => void} remove
 */
export function composer(agents, text, label, heuristics, remove) {
  const typed = h('input', { type: 'text', name: 'agent', value: text, required: true, autocomplete: 'off', spellcheck: 'false', 'aria-label': pair(label, t('agent.text')), data: true, oninput: () => show() });
  const list = choice([...agents.map((one) => /** @type {[string, string]} */ ([one.name, one.name])), ['', t('agent.other')]], '', (chosen) => {
    const agent = agents.find((one) => one.name === chosen);
    if (agent) typed.value = agent.example || agent.name;
    show();
  }, { 'aria-label': pair(label, t('agent.kind')), class: 'kind' });
  for (const option of list.options) if (option.value) option.setAttribute('translate', 'no');
  const summary = h('p', { class: 'faint', data: true });
  const argumentPlace = h('span', {});
  const options = h('div', { class: 'options' });
  const folded = h('details', {}, h('summary', { 'aria-label': pair(label, t('agent.options')) }, t('agent.options')), options);
  let shown = '';

  /** @param {Setting} setting @param {string} value @param {(value: string) => void} set */
  const control = (setting, value, set) => {
    const { kind, most, words } = setting;
    const usual = setting.default === null ? '' : typeof setting.default === 'number' ? number(setting.default) : setting.default;
    const changed = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value.trim());
    if (kind === 'word') return choice(words.map((word) => [word === setting.default ? '' : word, word]), value, set, { data: true });
    if (kind === 'heuristic') {
      const names = choice([['', t('agent.usual')], ...(value ? [/** @type {[string, string]} */ ([value, value])] : [])], value, set);
      void heuristics().then((all) => names.append(...all.filter((name) => name !== value).map((name) => h('option', { value: name, data: true }, name))), () => {});
      return names;
    }
    const numeric = kind === 'count' || kind === 'number';
    return h('input', {
      value, oninput: changed, placeholder: usual, data: true,
      ...(numeric ? { type: 'number', min: kind === 'count' ? 1 : 0, max: most, step: kind === 'count' ? 1 : 'any' } : { type: 'text', list: kind === 'agent' ? 'lab-agents' : null, autocomplete: 'off', spellcheck: 'false' }),
    });
  };

  const show = () => {
    const { name, argument, values } = parse(typed.value.trim());
    const agent = agents.find((one) => one.name === name);
    list.value = agent ? name : '';
    fill(summary, agent?.summary ?? '');
    // What is being typed into is left alone.
    if (shown === name && (argumentPlace.contains(document.activeElement) || options.contains(document.activeElement))) return;
    shown = name;
    folded.hidden = !agent || agent.settings.length === 0;
    const write = () => {
      if (agent) typed.value = compose(agent, now.argument, now.values);
    };
    const now = { argument, values };
    fill(argumentPlace, agent?.argument ? h('label', { class: 'field wide' }, h('span', { data: true }, agent.argument.summary), control(agent.argument, argument, (value) => {
      now.argument = value;
      write();
    })) : null);
    fill(options, folded.open && agent ? agent.settings.map((setting) => h('label', { class: 'option', 'data-setting': setting.name }, h('span', { data: true }, setting.name), control(setting, values[setting.name] ?? '', (value) => {
      now.values[setting.name] = value;
      write();
    }), h('small', { data: true }, setting.summary))) : null);
  };
  folded.addEventListener('toggle', () => {
    shown = '';
    show();
  });
  show();
  return h('fieldset', { class: 'agent' }, h('legend', {}, label),
    h('div', { class: 'bar' }, list, argumentPlace, h('button', { type: 'button', class: 'remove', 'aria-label': pair(t('lab.remove'), label), title: t('lab.remove'), onclick: remove }, '×')),
    summary, folded, field(t('agent.text'), typed, 'typed'));
}
