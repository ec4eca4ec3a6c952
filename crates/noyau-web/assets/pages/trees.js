// Trees: minimax, alpha-beta and and/or, step by step, on a typed tree or a game; and exercises.

import { address, note, pack, parameters, unpack } from '../address.js';
import { Editor } from '../editor.js';
import { announce, choice, download, field, fill, h } from '../elements.js';
import { ask, gameNames, samples } from '../server.js';
import { Stepper } from '../stepper.js';
import { learn, number, t } from '../text.js';
import { sampled, treeCode } from '../trees/code.js';
import { drawTree, Exercise, figure } from '../trees/drawing.js';

/** @typedef {import('../trees/drawing.js').Tree} Tree */

/** The tree with which the course shows its first cuts. */
const FIRST_TREE = '[[5, 3, 4], [2, 6, 7], [1, 8, 4]]';
const EXPORTS = ['svg', 'tikz', 'json', 'indented'];

/** The parameters of the address, with their defaults. */
const DEFAULTS = {
  game: '', after: '', at: '', depth: '2', opinion: '', algorithm: 'alphabeta', form: 'extreme', order: 'given', turn: 'first', seed: '1', exercise: '', size: '3,2',
};

/** @param {HTMLElement} into */
export async function show(into) {
  await learn('code');
  const asked = parameters();
  const given = { ...DEFAULTS };
  for (const name of /** @type {(keyof typeof DEFAULTS)[]} */ (Object.keys(DEFAULTS))) given[name] = asked.get(name) ?? given[name];
  const { turn: first, ...rest } = given;
  const text = await unpack();
  const page = new TreesPage(into, {
    text: text ?? FIRST_TREE,
    pasted: text !== null,
    ...rest,
    first,
  });
  if (page.asked.exercise) await page.invent();
  else await page.load(Number(asked.get('step') ?? 0));
  // Lists to choose from are wanted later.
  void page.offer().catch(() => {});
  return { leave: () => page.stepper.stop() };
}

class TreesPage {
  /**
   * @param {HTMLElement} into
   * @param {{ text: string, pasted: boolean, game: string, after: string, at: string, depth: string, opinion: string, algorithm: string, form: string, order: string, first: string, seed: string, exercise: string, size: string }} asked
   */
  constructor(into, asked) {
    this.asked = asked;
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Exercise | null} */
    this.exercise = null;
    this.drawing = h('div', { class: 'tree-drawing' });
    this.counters = h('div', { class: 'counters', id: 'counters' });
    this.panel = h('div', { class: 'tool-panel' });
    this.problem = h('p', { class: 'problem', role: 'alert', data: true, hidden: true });
    this.stepper = new Stepper((step) => this.drawStep(step));
    let width = 0;
    new ResizeObserver(() => {
      if (width && width !== this.room()) this.exercise ? this.drawExercise() : this.drawStep(this.stepper.step);
      width = this.room();
    }).observe(this.drawing);
    this.editor = new Editor(t('trees.text'), asked.text, (_, name) => {
      this.asked.pasted = true;
      this.asked.game = gameBox.value = '';
      if (name) void this.load();
    }, 6);
    this.editor.box.addEventListener('paste', () => setTimeout(() => void this.load(), 0));
    /** @param {'algorithm' | 'form' | 'order' | 'first'} name @param {[string, string][]} options */
    const list = (name, options) => choice(options, this.asked[name], (chosen) => {
      this.asked[name] = chosen;
      void this.load();
    }, { 'data-option': name });
    const gameBox = h('input', { type: 'text', list: 'tree-games', value: asked.game, placeholder: 'tictactoe', autocomplete: 'off', spellcheck: 'false', data: true });
    const after = h('input', { type: 'text', value: asked.after, autocomplete: 'off', spellcheck: 'false', data: true });
    const depth = h('input', { type: 'number', min: 1, max: 8, value: asked.depth });
    this.opinions = h('span', {});
    const game = h('form', {
      class: 'bar', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        Object.assign(this.asked, { game: gameBox.value.trim(), after: after.value.trim(), depth: depth.value, opinion: '', pasted: false });
        void this.load();
      },
    }, field(t('arena.game'), gameBox), h('datalist', { id: 'tree-games' }), field(t('trees.after'), after), field(t('trees.depth'), depth, 'short'), h('button', { type: 'submit' }, t('arena.show')));
    /** @type {import('../server.js').Sample[]} */
    let known = [];
    this.offer = async () => {
      known = (await samples()).trees;
      sampleList.append(...known.map((one) => h('option', { value: one.name, data: true }, one.name)));
      into.querySelector('datalist')?.append(...(await gameNames()).map((name) => h('option', { value: name })));
    };
    const sampleList = choice([['', t('editor.sample')]], '', (chosen) => {
      const sample = known.find((one) => one.name === chosen);
      if (!sample) return;
      this.editor.text = sample.content;
      this.asked.pasted = true;
      this.asked.game = gameBox.value = '';
      if (/true|false|vrai|faux/.test(sample.content)) this.asked.algorithm = algorithm.value = 'andor';
      else if (this.asked.algorithm === 'andor') this.asked.algorithm = algorithm.value = 'alphabeta';
      void this.load();
    }, { class: 'samples', 'aria-label': t('editor.sample') });
    const algorithm = list('algorithm', ['minimax', 'alphabeta', 'andor', 'montecarlo'].map((one) => [one, t(`algorithm.${one}`)]));
    const exports = choice([['', t('arena.export')], ...EXPORTS.map((one) => /** @type {[string, string]} */ ([one, one.toUpperCase()]))], '', (chosen) => {
      exports.value = '';
      if (chosen) void this.export(chosen);
    }, { 'aria-label': t('arena.export') });
    for (const option of exports.options) if (option.value) option.setAttribute('translate', 'no');
    const kind = choice([['minimax', t('exercise.minimax')], ['alphabeta', t('exercise.alphabeta')]], asked.exercise || 'minimax', () => {});
    const shape = choice([['2,2', '2 × 2'], ['3,2', '2 × 2 × 2'], ['2,3', '3 × 3'], ['3,3', '3 × 3 × 3'], ['4,2', '2 × 2 × 2 × 2']], asked.size, () => {}, { data: true });
    const invent = h('form', {
      class: 'bar', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        Object.assign(this.asked, { exercise: kind.value, size: shape.value, seed: String(Number(this.asked.seed) + 1) });
        void this.invent();
      },
    }, field(t('exercise.kind'), kind), field(t('exercise.size'), shape), h('button', { type: 'submit', class: 'invent' }, t('exercise.new')));
    into.append(
      h('h1', {}, t('part.trees')),
      h('div', { class: 'arena-page' },
        h('section', { class: 'source', 'aria-label': t('trees.source') },
          h('p', { class: 'faint' }, t('trees.intro')),
          h('div', { class: 'bar' }, sampleList), this.editor.element,
          h('button', { type: 'button', class: 'primary draw-tree', onclick: () => { this.asked.game = gameBox.value = ''; this.asked.pasted = true; void this.load(); } }, t('trees.draw')),
          h('details', { open: Boolean(asked.game) }, h('summary', {}, t('trees.game')), game, this.opinions),
          h('details', { open: Boolean(asked.exercise) }, h('summary', {}, t('trees.exercises')), invent)),
        h('section', { class: 'drawing', 'aria-label': t('trees.drawing') },
          h('div', { class: 'bar' },
            field(t('trees.algorithm'), algorithm),
            field(t('trees.order'), list('order', ['given', 'shuffled', 'best', 'worst'].map((one) => [one, t(`order.${one}`)]))),
            field(t('trees.first'), list('first', [['first', t('trees.max')], ['second', t('trees.min')]])),
            field(t('trees.form'), list('form', [['extreme', t('form.extreme')], ['bound', t('form.bound')]])),
            h('button', { type: 'button', onclick: () => { this.asked.seed = String(Number(this.asked.seed) + 1); void this.load(); } }, t('trees.again')), exports),
          this.problem, this.drawing, this.panel, this.counters)));
  }

  request() {
    const { game, after, at, depth, opinion, algorithm, form, order, seed, first } = this.asked;
    const common = { algorithm: algorithm === 'montecarlo' ? 'minimax' : algorithm, form, order, seed: Number(seed), most: 600 };
    return game
      ? { ...common, game, ...(after ? { after } : {}), ...(at ? { at } : {}), depth: Number(depth), ...(opinion ? { opinion } : {}) }
      : { ...common, text: this.editor.text, format: 'auto', first };
  }

  async note() {
    const { game, after, at, depth, opinion, algorithm, form, order, first, seed, exercise, size } = this.asked;
    const fragment = !game && this.asked.pasted && !exercise ? await pack(this.editor.text) : '';
    note(address('/trees', {
      game: game || null, after: after || null, at: at || null, depth: game ? depth : null, opinion: opinion || null, algorithm: algorithm === 'alphabeta' ? null : algorithm,
      form: form === 'extreme' ? null : form, order: order === 'given' ? null : order, turn: first === 'first' ? null : first, seed: seed === '1' ? null : seed,
      exercise: exercise || null, size: exercise ? size : null, step: !exercise && this.stepper.step > 0 ? this.stepper.step : null,
    }, fragment));
  }

  /** @param {number} [step] */
  async load(step = 0) {
    this.asked.exercise = '';
    this.exercise = null;
    try {
      /** @type {Tree} */
      const tree = await ask('/api/tree', this.request());
      const { algorithm, form, seed } = this.asked;
      if (algorithm === 'montecarlo') tree.steps = sampled(tree, Number(seed));
      this.tree = tree;
      this.editor.settle();
      this.problem.hidden = true;
      fill(this.panel, this.stepper.element);
      this.drawCounters(tree);
      this.drawOpinions(tree);
      const named = algorithm === 'alphabeta' ? form : algorithm;
      this.stepper.code(t(`code.${named}`), (now) => treeCode(tree, now, named));
      this.stepper.set(tree.steps.length, step);
    } catch (error) {
      if (this.asked.game) {
        this.problem.textContent = error instanceof Error ? error.message : String(error);
        this.problem.hidden = false;
      } else this.editor.blame(error);
    }
  }

  room() {
    return this.drawing.clientWidth || 900;
  }

  /** @param {number} step */
  drawStep(step) {
    const { tree } = this;
    if (!tree) return '';
    const before = this.drawing.querySelector('.tree-place');
    const [left, top] = [before?.scrollLeft ?? 0, before?.scrollTop ?? 0];
    const place = drawTree(tree, step, null, this.room());
    fill(this.drawing, place);
    place.scrollLeft = left;
    place.scrollTop = top;
    const current = place.querySelector('.node.current');
    if (current && place.scrollWidth > place.clientWidth) {
      const room = place.getBoundingClientRect();
      const box = current.getBoundingClientRect();
      if (box.left < room.left || box.right > room.right) place.scrollLeft += box.left - room.left - room.width / 2;
    }
    void this.note();
    return step === 0 ? t('trees.begin') : (tree.steps[step - 1]?.text ?? '');
  }

  /** @param {Tree} tree */
  drawOpinions(tree) {
    if (!this.asked.game || tree.opinions.length < 2) return fill(this.opinions);
    const list = choice(tree.opinions.map((one) => [one, one]), this.asked.opinion || (tree.opinions[0] ?? ''), (chosen) => {
      this.asked.opinion = chosen;
      void this.load();
    }, { data: true });
    fill(this.opinions, field(t('trees.opinion'), list));
  }

  /** @param {Tree} tree */
  drawCounters(tree) {
    const { minimax, alphabeta } = tree.counters;
    const cost = tree.cost;
    const row = (/** @type {string} */ name, /** @type {{ nodes: number, leaves: number }} */ counts, /** @type {string} */ cuts) =>
      h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, number(counts.nodes)), h('td', {}, number(counts.leaves)), h('td', {}, cuts));
    fill(this.counters,
      h('p', { class: 'answer-line' }, t('trees.value', { value: figure(tree.value) })),
      h('table', {}, h('caption', { class: 'unseen' }, t('trees.counters')),
        h('thead', {}, h('tr', {}, ['algorithm', 'nodes', 'leaves', 'cuts'].map((column) => h('th', { scope: 'col' }, t(`column.${column}`))))),
        h('tbody', {}, row(t('algorithm.minimax'), minimax, '–'), row(t('algorithm.alphabeta'), alphabeta, `α ${alphabeta.alpha_cuts}, β ${alphabeta.beta_cuts}`))),
      cost ? h('p', { class: 'faint' }, t('trees.cost', { b: cost.branching, p: cost.depth, n: cost.formula })) : null);
  }

  /** A new exercise. */
  async invent() {
    const { exercise, size, seed } = this.asked;
    const [depth, branching] = size.split(',').map(Number);
    this.stepper.stop();
    try {
      const posed = await ask('/api/tree/exercise', { kind: exercise, depth, branching, seed: Number(seed) });
      this.asked.game = '';
      Object.assign(this.asked, { order: 'given', first: 'first', algorithm: exercise });
      for (const select of document.querySelectorAll('select[data-option]')) {
        const name = /** @type {'algorithm' | 'order' | 'first' | 'form'} */ (select.getAttribute('data-option'));
        /** @type {HTMLSelectElement} */ (select).value = this.asked[name];
      }
      this.editor.text = posed.text;
      const tree = await ask('/api/tree', this.request());
      this.tree = tree;
      this.exercise = new Exercise(exercise, () => this.drawExercise());
      const verdict = h('div', { class: 'verdict', id: 'verdict', role: 'status' });
      fill(this.counters);
      fill(this.panel, h('p', { class: 'question', data: true }, posed.question),
        h('div', { class: 'bar' }, h('button', { type: 'button', class: 'primary', onclick: () => void this.check(verdict) }, t('exercise.check')),
          h('button', { type: 'button', onclick: () => void this.load(tree.steps.length) }, t('exercise.show'))), verdict);
      this.drawExercise();
      void this.note();
      announce(posed.question);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }

  drawExercise() {
    if (this.tree && this.exercise) fill(this.drawing, drawTree(this.tree, 0, this.exercise, this.room()));
  }

  /** @param {HTMLElement} verdict */
  async check(verdict) {
    const { tree, exercise } = this;
    if (!tree || !exercise) return;
    try {
      const answer = await ask('/api/tree/check', { text: this.editor.text, algorithm: exercise.kind, ...exercise.answer() });
      exercise.wrong = new Map(answer.wrong.map((/** @type {{ node: number, why: string }} */ one) => [one.node, one.why]));
      this.drawExercise();
      fill(verdict, answer.right ? h('p', { class: 'right' }, t('exercise.right')) : h('p', { class: 'problem' }, t('exercise.wrong')),
        h('ul', {}, [...exercise.wrong.values()].map((why) => h('li', { data: true }, why))));
    } catch (error) {
      fill(verdict, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
    }
  }

  /** @param {string} as */
  async export(as) {
    try {
      const answer = await ask('/api/tree/export', { ...this.request(), as });
      download(answer.name, answer.text);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }
}
