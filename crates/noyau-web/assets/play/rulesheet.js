// A game written as rules in the Game Description Language: a box for them, their mistakes in place, then the game.

import { address, pack, visit } from '../address.js';
import { Editor } from '../editor.js';
import { choice, fill, h } from '../elements.js';
import { ask, samples } from '../server.js';
import { t } from '../text.js';

/**
 * @param {HTMLElement} into
 * @param {string} name
 * @param {string} [text]
 * @param {unknown} [error] what was wrong with it
 */
export async function ruleSheet(into, name, text, error) {
  const known = (await samples()).gdl;
  const editor = new Editor(t('gdl.rules'), text ?? known.find((one) => one.name.startsWith('tictactoe'))?.content ?? '', () => fill(notes), 24);
  const notes = h('div', { class: 'notes' });
  let file = name.includes(':') ? name : 'gdl:pasted.kif';
  const list = choice([['', t('editor.sample')], ...known.map((one) => /** @type {[string, string]} */ ([one.name, one.name]))], '', (chosen) => {
    const sample = known.find((one) => one.name === chosen);
    if (!sample) return;
    editor.text = sample.content;
    file = `gdl:${sample.name.split('/').at(-1)}`;
  }, { 'aria-label': t('editor.sample') });
  for (const option of list.options) if (option.value) option.setAttribute('translate', 'no');
  const check = async () => {
    try {
      const answer = await ask('/api/gdl', { text: editor.text });
      editor.settle();
      fill(notes, h('p', {}, t('gdl.fine', { roles: answer.roles.join(', ') })), (answer.notes ?? []).map((/** @type {string} */ note) => h('p', { class: 'faint', data: true }, note)));
      return true;
    } catch (problem) {
      fill(notes);
      editor.blame(problem);
      return false;
    }
  };
  const play = async () => {
    if (await check()) visit(address('/play', { game: file, values: 1 }, await pack(editor.text)));
  };
  into.append(h('h1', {}, t('gdl.title')), h('p', {}, t('gdl.intro')), h('div', { class: 'bar' }, list), editor.element, notes,
    h('div', { class: 'bar' }, h('button', { type: 'button', class: 'primary', onclick: () => void play() }, t('gdl.play')), h('button', { type: 'button', onclick: () => void check() }, t('gdl.check'))));
  if (error) editor.blame(error);
  return {};
}
