// A box for pasted text that shows what is wrong with it where it is wrong: the line is marked, the cursor can be sent to the
// column. Files can be dropped on it.

import { fill, h } from './elements.js';
import { Refusal } from './server.js';
import { t } from './text.js';

export class Editor {
  /**
   * @param {string} label
   * @param {string} text
   * @param {(text: string, name: string | null) => void} changed also called with the name of a dropped file
   * @param {number} [rows]
   */
  constructor(label, text, changed, rows = 12) {
    this.behind = h('div', { class: 'behind', 'aria-hidden': 'true', data: true });
    this.box = h('textarea', {
      rows, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', value: text, 'aria-label': label, data: true,
      oninput: () => {
        this.settle();
        changed(this.box.value, null);
      },
      onscroll: () => this.align(),
    });
    this.problems = h('div', { class: 'problems', role: 'alert' });
    const file = h('input', { type: 'file', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', onchange: () => void read(file.files?.[0]) });
    /** @param {File | undefined} from */
    const read = async (from) => {
      if (!from) return;
      this.text = await from.text();
      file.value = '';
      changed(this.text, from.name);
    };
    const pick = h('button', { type: 'button', onclick: () => file.click() }, t('editor.open'));
    this.element = h('div', {
      class: 'editor',
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      },
    }, h('div', { class: 'editor-head' }, h('span', {}, label), pick, file), h('div', { class: 'layers' }, this.behind, this.box), this.problems);
  }

  get text() {
    return this.box.value;
  }

  set text(text) {
    this.box.value = text;
    this.settle();
  }

  /** Takes the marks away. */
  settle() {
    fill(this.behind);
    fill(this.problems);
    this.box.removeAttribute('aria-invalid');
  }

  align() {
    this.behind.scrollTop = this.box.scrollTop;
    this.behind.scrollLeft = this.box.scrollLeft;
  }

  /**
   * Shows what is wrong, at its place where that is known.
   * @param {unknown} error
   */
  blame(error) {
    const message = error instanceof Error ? error.message : String(error);
    const places = error instanceof Refusal ? error.places : [];
    this.box.setAttribute('aria-invalid', 'true');
    /** @type {Map<number, number[]>} */
    const wrong = new Map();
    for (const { line, column } of places) {
      if (line) wrong.set(line, [...(wrong.get(line) ?? []), column ?? 0]);
    }
    fill(this.behind, this.text.split('\n').map((line, i) => {
      const columns = wrong.get(i + 1);
      if (!columns) return h('div', {}, line || ' ');
      const column = Math.max(0, (columns[0] ?? 1) - 1);
      return h('div', { class: 'wrong', 'data-line': i + 1 }, line.slice(0, column), h('mark', {}, line.slice(column, column + 1) || ' '), line.slice(column + 1));
    }));
    this.align();
    if (places.length === 0) {
      fill(this.problems, h('p', { class: 'problem', data: true }, message));
      return;
    }
    fill(this.problems, places.map((place) =>
      h('p', { class: 'problem' },
        h('button', { type: 'button', class: 'place', onclick: () => this.visit(place.line ?? 1, place.column ?? 1) },
          place.column ? t('editor.place', { line: place.line ?? 1, column: place.column }) : t('editor.line', { line: place.line ?? 1 })), ' ',
        h('span', { data: true }, place.message ?? message))));
  }

  /** @param {number} line @param {number} column */
  visit(line, column) {
    const start = this.text.split('\n').slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0) + column - 1;
    this.box.focus();
    this.box.setSelectionRange(start, start + 1);
    this.box.scrollTop = Math.max(0, (line - 3) * parseFloat(getComputedStyle(this.box).lineHeight));
    this.align();
  }
}
