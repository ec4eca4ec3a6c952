// An exercise that is marked step by step. The steps are texts, which the server marks; buttons and clicks only write them.

import { picture } from '../board.js';
import { announce, choice, field, fill, h } from '../elements.js';
import { GraphView } from '../graph.js';
import { ask } from '../server.js';
import { t } from '../text.js';
import { drawTree } from '../trees/drawing.js';
import { progress, progressKey } from './progress.js';

/** @typedef {import('./progress.js').Wanted} Wanted */
/** @typedef {{ right: number, why: string | null, done: boolean, hint: string | null, looks: string[], tabs: (string | null)[], bold: [number, number][], windows: [number, [number | null, number | null]][], next: number | null, answer?: string[] }} Marked */
/** @typedef {Wanted & { title: string, question: string, form: string, seed: number, level: number, arena?: import('../arena/steps.js').Arena, drawing?: any, game?: string, position?: string, moves?: string[] }} Posed */

/** A word of a step, as it is typed in this language. @param {string} word */
const typed = (word) => t(`practice.typed.${word}`);

export class Practice {
  /** @param {Wanted} wanted @param {(wanted: Wanted) => void} [noted] told which exercise is shown, and when one is solved */
  constructor(wanted, noted = () => {}) {
    this.wanted = { level: 2, seed: 1, ...wanted };
    this.noted = noted;
    /** @type {string[]} */
    this.steps = [];
    this.hints = 0;
    this.element = h('div', { class: 'practice' });
    this.graph = new GraphView((vertex) => this.clicked(vertex));
    this.drawing = h('div', {});
    this.verdict = h('div', { class: 'verdict', role: 'status' });
    this.done = h('ol', { class: 'done-steps' });
    this.mode = 'look';
    /** @type {HTMLInputElement | HTMLTextAreaElement} */
    this.box = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', data: true });
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
  }

  async load() {
    try {
      this.posed = /** @type {Posed} */ (await ask('/api/exercise', { ...this.wanted, direction: innerWidth < 700 ? 'down' : 'right' }));
    } catch (error) {
      fill(this.element, h('p', { class: 'problem', role: 'alert', data: true }, error instanceof Error ? error.message : ''));
      return;
    }
    const { posed } = this;
    this.steps = [];
    this.hints = 0;
    const { kind } = posed;
    this.box = kind === 'representation'
      ? h('textarea', { rows: 4, spellcheck: 'false', data: true, class: 'step-box' })
      : h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', data: true, class: 'step-box' });
    const form = h('form', { class: 'bar', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.take(this.box.value); } },
      field(t('practice.step'), this.box, 'wide'), h('button', { type: 'submit', class: 'primary' }, t('practice.check')));
    const button = (/** @type {string} */ name, /** @type {() => void} */ act, kind = '') => h('button', { type: 'button', class: kind, onclick: act }, t(`practice.${name}`));
    const level = choice([1, 2, 3, 4, 5].map((one) => [String(one), t('practice.level', { n: one })]), String(posed.level), (chosen) => this.other({ level: Number(chosen) }), { 'aria-label': t('practice.levels') });
    fill(this.element,
      h('p', { class: 'question', data: true }, posed.question),
      this.drawing, this.choices(posed),
      form, h('p', { class: 'faint', data: true }, posed.form.split('`').map((part, i) => (i % 2 === 1 ? h('code', {}, part) : part))), this.verdict, this.done,
      h('div', { class: 'bar' },
        button('hint', () => void this.mark(Math.min(3, ++this.hints)), 'hint'),
        button('undo', () => { this.steps.pop(); void this.mark(); }), button('restart', () => { this.steps = []; void this.mark(); }),
        button('key', () => void this.mark(4), 'key'),
        button('new', () => this.other({}), 'new'), level));
    if (posed.game) {
      const state = await ask('/api/game', { game: posed.game, at: posed.position });
      fill(this.drawing, h('div', { class: 'practice-board' }, picture(state.view, posed.game, state.points)));
    } else if (posed.arena) {
      this.graph.set(posed.arena.vertices, posed.arena.edges, posed.arena.width, posed.arena.height);
      this.graph.svg.setAttribute('aria-label', `${posed.question} ${this.described()}`);
      this.graph.svg.setAttribute('translate', 'no');
      fill(this.drawing, this.graph.element);
    }
    await this.mark();
  }

  /** The edges in words, for those who do not see the drawing. */
  described() {
    const { vertices = [], edges = [] } = this.posed?.arena ?? {};
    return vertices.map((vertex, i) => `${vertex.name}${vertex.owner ? ` (${t(`side.${vertex.owner}`)})` : ''} → ${edges.filter((edge) => edge.from === i).map((edge) => vertices[edge.to]?.name).join(', ') || '∅'}`).join('; ');
  }

  /** Another exercise of the kind: generated, with the next seed. @param {{ level?: number }} change */
  other(change) {
    const { kind, level, seed } = this.wanted;
    this.wanted = { kind, level, seed: (seed ?? 0) + 1, ...change };
    this.noted(this.wanted);
    void this.load();
  }

  /** Buttons that write steps. @param {Posed} posed */
  choices(posed) {
    const { kind } = posed;
    const sides = ['first', 'second'];
    /** @type {string[]} */
    let names = posed.moves ?? (posed.arena?.vertices ?? posed.drawing?.nodes ?? []).map((/** @type {any} */ one) => one.name ?? one.label);
    if (kind === 'doubling') names = names.flatMap((name) => sides.map((side) => `${name} ${typed(side)}`));
    if (kind === 'representation') names = [];
    this.buttons = names.map((name, index) => h('button', { type: 'button', data: true, onclick: () => this.named(name, index) }, name));
    const words = /** @type {Record<string, string[]>} */ ({ kernel: ['none'], attractor: ['none'], acyclic: ['cycle', 'order'], bipartite: ['part', 'cycle'], alphabeta: ['look', 'cut', 'return'], representation: ['matrix', 'list', 'dictionary'] })[kind] ?? [];
    const whole = kind === 'kernel';
    const modes = words.map((word) => h('button', {
      type: 'button', class: 'word', 'aria-pressed': kind === 'alphabeta' ? String(word === this.mode) : null,
      onclick: () => {
        if (kind === 'alphabeta') {
          this.mode = word;
          modes.forEach((one, i) => one.setAttribute('aria-pressed', String(words[i] === word)));
        } else if (word === 'none') void this.take(typed(word));
        else this.write(`${typed(word)}=`);
      },
    }, word === 'none' ? t(whole ? 'practice.no-kernel' : 'practice.no-more') : t(`practice.${word}`)));
    return [
      modes.length > 0 ? h('div', { class: 'bar', role: 'group', 'aria-label': t('practice.words') }, modes) : null,
      this.buttons.length > 0 ? h('div', { class: 'vertex-bar', role: 'group', 'aria-label': t('practice.names') }, this.buttons) : null,
    ];
  }

  /** @param {string} text */
  write(text) {
    this.box.value = text;
    this.box.focus();
  }

  /** A vertex or node was clicked. @param {number} index */
  clicked(index) {
    const { posed } = this;
    if (!posed) return;
    const one = posed.arena?.vertices[index] ?? posed.drawing?.nodes[index];
    // In a doubled graph a click can mean either copy.
    if (one && posed.kind !== 'doubling') this.named(one.name ?? one.label, index);
  }

  /** @param {string} name @param {number} index */
  named(name, index) {
    const kind = this.posed?.kind ?? '';
    const text = this.box.value.trim();
    const inner = this.posed?.drawing && !this.posed.drawing.nodes[index]?.leaf;
    if (kind === 'kernel' || kind === 'best-reply') return void this.take(name);
    if (kind === 'alphabeta') {
      if (this.mode === 'cut') return void this.take(`${typed('cut')} ${name}`);
      if (this.mode === 'return') return this.write(`${name}=`);
      return inner ? this.write(`${name} [, ]`) : void this.take(name);
    }
    if (kind === 'nimbers' || kind === 'minimax' || kind === 'andor') return this.write(`${name}=`);
    const [, list] = /^[^=]*=(.*)$/.exec(text) ?? [];
    if (kind === 'strategy') return list === '' && text ? void this.take(`${text}${name}`) : this.write(`${name}=`);
    if (kind === 'doubling') return this.write(list === undefined ? `${name}=` : `${text}${list.trim() ? ', ' : ''}${name}`);
    // A set or a list: another click takes a vertex out of a set.
    const [, head = '', rest = ''] = /^([^=]*=)?(.*)$/.exec(text) ?? [];
    const all = rest.split(',').map((one) => one.trim()).filter(Boolean);
    const set = kind === 'attractor' || head === `${typed('part')}=`;
    this.write(head + (set && all.includes(name) ? all.filter((one) => one !== name) : [...all, name]).join(', '));
  }

  /** @param {string} step */
  async take(step) {
    if (!step.trim()) return;
    this.steps.push(step.trim());
    await this.mark();
  }

  /** Has the steps marked. @param {number} [hint] */
  async mark(hint) {
    /** @type {Marked} */
    let marked;
    const { kind, figure, level, seed } = this.wanted;
    const asked = this.steps.length;
    try {
      marked = await ask('/api/exercise/check', { kind, figure, level, seed, steps: this.steps, ...(hint ? { hint } : {}) });
    } catch (error) {
      fill(this.verdict, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
      return;
    }
    const wrong = this.steps.slice(marked.right);
    this.steps = this.steps.slice(0, marked.right);
    if (asked > 0 && wrong.length === 0 && !hint) {
      this.hints = 0;
      this.box.value = '';
    }
    fill(this.verdict,
      marked.why ? h('p', { class: 'problem' }, `${t('practice.wrong')} `, h('span', { data: true }, `${wrong[0]} — ${marked.why}`)) : null,
      marked.done ? h('p', { class: 'right' }, t('practice.done')) : !marked.why && asked > 0 && !hint ? h('p', { class: 'right' }, t('practice.right')) : null,
      marked.hint ? h('p', { class: 'hint-line' }, `${t('practice.hint-label')} `, h('span', { data: true }, marked.hint)) : null,
      marked.answer ? h('p', { class: 'hint-line' }, `${t('practice.key-label')} `, h('span', { data: true }, marked.answer.join('   '))) : null);
    fill(this.done, this.steps.map((step) => h('li', { data: true }, step)));
    this.draw(marked);
    if (asked > 0 || hint) announce(this.verdict.textContent ?? '');
    if (marked.done && !marked.why && asked > 0) {
      const key = progressKey(this.wanted);
      const all = progress();
      if (!hint) localStorage.setItem('exercises', JSON.stringify({ ...all, [key]: (all[key] ?? 0) + 1 }));
      this.noted(this.wanted);
    }
  }

  /** @param {Marked} marked */
  draw(marked) {
    const { posed } = this;
    if (posed?.arena) {
      const bold = new Set(marked.bold.map(([from, to]) => `${from} ${to}`));
      this.graph.paint({
        vertex: (vertex) => marked.looks[vertex] ?? 'plain',
        edge: ({ from, to }) => (bold.has(`${from} ${to}`) ? 'bold' : marked.looks[from] === 'dropped' ? 'faded' : 'plain'),
        tab: (vertex) => marked.tabs[vertex] ?? null,
      });
    }
    if (posed?.drawing) {
      const boolean = posed.kind === 'andor';
      const value = (/** @type {string | null | undefined} */ text) => (boolean ? text === 'true' : Number(text));
      const windows = new Map(marked.windows);
      /** @type {(look: string, node: number) => import('../trees/drawing.js').TreeStep[]} */
      const drawn = (look, node) => {
        const { parent } = posed.drawing.nodes[node];
        if (look === 'cut') return [{ kind: 'cut', node: parent, skipped: [node], cut: posed.drawing.nodes[parent].turn === 'first' ? 'beta' : 'alpha', text: '' }];
        if (look === 'plain') return [];
        const tab = marked.tabs[node];
        return [{ kind: tab ? 'leave' : 'enter', node, window: windows.get(node) ?? null, ...(tab ? { value: value(tab) } : {}), text: '' }];
      };
      const steps = marked.looks.flatMap(drawn);
      // Steps are drawn in the order of the nodes, so none of them is the current one.
      const none = { kind: /** @type {const} */ ('enter'), node: -1, text: posed.question };
      const place = drawTree({ ...posed.drawing, steps: [...steps, none, none], best: [] }, steps.length + 1, null, this.drawing.clientWidth || 900);
      place.addEventListener('click', (event) => {
        const found = event.target instanceof Element ? event.target.closest('[data-node]') : null;
        if (found) this.clicked(Number(found.getAttribute('data-node')));
      });
      fill(this.drawing, place);
    }
  }
}
