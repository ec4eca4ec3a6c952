// The arena: a game or a pasted graph, and the algorithms of the course on it.

import { address, note, pack, parameters, unpack } from '../address.js';
import { Editor } from '../editor.js';
import { announce, choice, download, field, fill, h } from '../elements.js';
import { GraphView } from '../graph.js';
import { Stepper } from '../stepper.js';
import { ask, gameNames, isAborted, isUnreachable, latest, samples } from '../server.js';
import { called, learn, plural, t } from '../text.js';
import { attractorSteps, kernelSteps, markCopies, names, nimberSteps, PLAIN, solutionLook, successors } from '../arena/steps.js';
import { PARTS, Scope } from '../arena/scope.js';

/** @typedef {import('../arena/steps.js').Arena} Arena */
/** @typedef {import('../server.js').Side} Side */

const TOOLS = ['kernel', 'attractor', 'nimbers', 'strategy', 'guess', 'token'];
const FORMATS = ['auto', 'json', 'python', 'dot', 'tgf', 'edges', 'matrix', 'pg'];
const EXPORTS = ['svg', 'png', 'tikz', 'dot', 'json', 'python', 'tgf', 'edges', 'matrix', 'pg'];
/** From how many vertices on lists with an entry for each are left out. */
const LISTED = 200;
/** Chomp on a bar of 2 by 3, with which the course shows the kernel. */
const FIRST_GRAPH = `# Chomp (2, 3), as in the course.
d = {
  0: [1, 2, 3, 4, 5],
  1: [4, 5, 6],
  2: [1, 3, 4, 5],
  3: [5, 6, 7],
  4: [7, 8],
  5: [8],
  6: [5, 7],
  7: [8],
  8: [],
}
`;

/** @param {HTMLElement} into */
export async function show(into) {
  await learn('code');
  const asked = parameters();
  const pasted = await unpack();
  const page = new ArenaPage(into, {
    game: asked.get('game') ?? '',
    text: pasted ?? (asked.get('game') ? '' : FIRST_GRAPH),
    pasted: pasted !== null,
    format: asked.get('format') ?? 'auto',
    tool: TOOLS.includes(asked.get('tool') ?? '') ? (asked.get('tool') ?? '') : 'kernel',
    step: asked.get('step') === null ? null : Number(asked.get('step')),
    double: asked.get('double') === '1',
    player: asked.get('player') === 'second' ? 'second' : 'first',
    part: PARTS.includes(asked.get('part') ?? '') ? (asked.get('part') ?? '') : '',
    size: asked.get('size') ?? '',
    vertex: asked.get('vertex') ?? '',
    seed: asked.get('seed') ?? '',
  });
  await page.load(page.asked.step);
  // Lists to choose from are wanted later.
  void page.offer().catch(() => {});
  return { leave: () => page.stepper.stop(), again: () => void (page.arena ?? page.load()) };
}

/**
 * @typedef {object} Asked
 * @property {string} game
 * @property {string} text
 * @property {boolean} pasted whether the text is the reader's own
 * @property {string} format
 * @property {string} tool
 * @property {number | null} step
 * @property {boolean} double
 * @property {Side} player
 * @property {string} part what is shown; empty for as much as fits
 * @property {string} size
 * @property {string} vertex
 * @property {string} seed
 */

class ArenaPage {
  /**
   * @param {HTMLElement} into
   * @param {Asked} asked
   */
  constructor(into, asked) {
    this.asked = asked;
    /** @type {Arena | null} */
    this.arena = null;
    /** @type {import('../arena/steps.js').Steps | null} */
    this.steps = null;
    /** @type {Set<number>} */
    this.chosen = new Set();
    /** @type {Map<number, string>} */
    this.wrong = new Map();
    this.graph = new GraphView((vertex) => this.clicked(vertex));
    this.stepper = new Stepper((step) => this.drawStep(step));
    /** @type {import('../arena/token.js').Token | null} */
    this.token = null;
    this.scope = new Scope(asked, this.graph, () => void this.load(), () => !this.arena?.part && ['guess', 'attractor'].includes(this.asked.tool));
    this.info = h('p', { class: 'info', id: 'arena-info' });
    this.panel = h('div', { class: 'tool-panel' });
    this.table = h('details', { class: 'as-table', ontoggle: () => this.drawTable() });
    this.problem = h('p', { class: 'problem', role: 'alert', data: true, hidden: true });
    this.asking = latest();

    this.editor = new Editor(t('arena.text'), asked.text, (text, name) => {
      this.asked.pasted = true;
      this.asked.game = '';
      gameBox.value = '';
      if (name) void this.load();
    }, 10);
    this.editor.box.addEventListener('paste', () => setTimeout(() => void this.load(), 0));
    const gameBox = h('input', { type: 'text', list: 'arena-games', value: asked.game, placeholder: 'chomp:2x3', autocomplete: 'off', spellcheck: 'false', data: true });
    /** Another graph is drawn whole, if it fits. */
    const whole = { part: '', size: '', vertex: '', seed: '' };
    const pasted = () => {
      Object.assign(this.asked, whole, { game: '', pasted: true });
      gameBox.value = '';
      void this.load();
    };
    const gameForm = h('form', {
      class: 'bar', onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        Object.assign(this.asked, whole, { game: gameBox.value.trim(), pasted: false });
        if (this.asked.game) void this.load();
      },
    }, field(t('arena.game'), gameBox), h('datalist', { id: 'arena-games' }), h('button', { type: 'submit' }, t('arena.show')));
    /** @type {import('../server.js').Sample[]} */
    let known = [];
    const sampleList = choice([['', t('editor.sample')]], '', (chosen) => {
      const sample = known.find((one) => one.name === chosen);
      if (!sample) return;
      this.editor.text = sample.content;
      pasted();
    }, { class: 'samples', 'aria-label': t('editor.sample') });
    this.offer = async () => {
      known = (await samples()).graphs;
      sampleList.append(...known.map((one) => h('option', { value: one.name, data: true }, one.name)));
      into.querySelector('datalist')?.append(...(await gameNames()).map((name) => h('option', { value: name })));
    };
    const format = choice(FORMATS.map((one) => [one, one === 'auto' ? t('arena.auto') : one]), asked.format, (chosen) => {
      this.asked.format = chosen;
      void this.load();
    });
    for (const option of format.options) if (option.value && option.value !== 'auto') option.setAttribute('translate', 'no');
    const tools = h('div', { class: 'tabs', role: 'group', 'aria-label': t('arena.tools') }, TOOLS.map((tool) =>
      h('button', { type: 'button', 'data-tool': tool, 'aria-pressed': 'false', onclick: () => this.choose(tool) }, t(`tool.${tool}`))));
    this.tools = tools;
    this.doubled = h('input', {
      type: 'checkbox', checked: asked.double, onchange: () => {
        this.asked.double = this.doubled.checked;
        void this.load();
      },
    });
    const exports = choice([['', t('arena.export')], ...EXPORTS.map((one) => /** @type {[string, string]} */ ([one, one.toUpperCase()]))], '', (chosen) => {
      exports.value = '';
      if (chosen) void this.export(chosen);
    }, { 'aria-label': t('arena.export') });
    for (const option of exports.options) if (option.value) option.setAttribute('translate', 'no');
    /** What there is of an arena, once there is one. */
    this.canvas = h('div', { hidden: true }, this.scope.element, this.graph.element, this.scope.card, this.info, this.panel,
      h('div', { class: 'bar' }, h('label', { class: 'check' }, this.doubled, h('span', {}, t('arena.double'))), exports), this.table);
    into.append(
      h('h1', {}, t('part.arena')),
      h('div', { class: 'arena-page' },
        h('section', { class: 'source', 'aria-label': t('arena.source') },
          h('p', { class: 'faint' }, t('arena.intro')), gameForm, h('div', { class: 'bar' }, sampleList, field(t('arena.format'), format)), this.editor.element,
          h('button', { type: 'button', class: 'primary draw-graph', onclick: pasted }, t('arena.draw'))),
        h('section', { class: 'drawing', 'aria-label': t('arena.drawing') },
          tools, this.problem, this.canvas)));
  }

  request() {
    const { game, format, double, part, size, vertex, seed } = this.asked;
    return {
      ...(game ? { game } : { text: this.editor.text, format }), direction: innerWidth < 700 ? 'down' : 'right', double, fit: true,
      ...(part ? { part, seed: Number(seed) || 0, ...(Number(size) > 0 ? { size: Number(size) } : {}), ...(vertex ? { vertex } : {}) } : {}),
    };
  }

  async link() {
    const { game, format, tool, double, player, part, size, vertex, seed } = this.asked;
    const fragment = !game && this.asked.pasted ? await pack(this.editor.text) : '';
    return address('/arena', { game: game || null, format: format === 'auto' ? null : format, tool: tool === 'kernel' ? null : tool, double, player: player === 'second' ? player : null, part, size: part && size, vertex: part && vertex, seed: part && seed, step: this.stepper.step > 0 ? this.stepper.step : null }, fragment);
  }

  note() {
    void this.link().then((link) => note(link));
  }

  /** @param {number | null} [step] */
  async load(step = null) {
    this.chosen.clear();
    this.wrong.clear();
    this.attractor = null;
    const begin = performance.now();
    try {
      /** @type {Arena} */
      const arena = await this.asking.ask('/api/arena', this.request());
      if (this.asked.double) markCopies(arena.vertices);
      this.arena = arena;
      this.canvas.hidden = false;
      this.editor.settle();
      if (this.asked.game && !this.asked.double) this.editor.text = arena.text;
      this.problem.hidden = true;
      this.graph.set(arena.vertices, arena.edges, arena.width, arena.height, arena.part?.open);
      this.scope.set(arena);
      this.token?.set(arena);
      this.table.open = false;
      this.drawTable();
      this.drawInfo(arena);
      this.choose(this.asked.tool, step ?? 0);
      performance.measure('arena', { start: begin, end: performance.now() });
      announce(this.info.textContent ?? '');
      if (arena.part?.vertices === null && arena.solution) void this.value(arena);
    } catch (error) {
      if (isAborted(error)) return;
      // What was drawn before is not what is asked for now.
      this.arena = null;
      this.steps = null;
      this.stepper.stop();
      this.canvas.hidden = true;
      this.problem.hidden = !this.asked.game || isUnreachable(error);
      if (isUnreachable(error)) return;
      if (this.asked.game) {
        this.editor.text = '';
        this.problem.textContent = error instanceof Error ? error.message : String(error);
      } else this.editor.blame(error);
      this.note();
    }
  }

  /** The values of a part of a large game come when it is drawn, if they can be found. @param {Arena} arena */
  async value(arena) {
    const { part } = arena;
    /** @type {Arena | null} */
    const valued = await this.asking.ask('/api/arena', { ...this.request(), part: part?.kind, size: part?.size, values: true }).catch(() => null);
    if (!valued || this.arena !== arena || valued.vertices.length !== arena.vertices.length) return;
    Object.assign(arena, { solution: valued.solution, strategy: valued.strategy });
    this.choose(this.asked.tool);
  }

  /** @param {Arena} arena */
  drawInfo(arena) {
    const { info } = arena;
    const shown = this.scope.words(arena);
    if (shown) {
      fill(this.info, shown);
      this.graph.svg.setAttribute('aria-label', t('arena.label', { info: shown }));
      return;
    }
    const parts = [plural('arena.vertices', info.vertices), plural('arena.edges', info.edges)];
    parts.push(info.acyclic ? t('arena.acyclic', { n: info.longest ?? 0 }) : t('arena.cyclic', { cycle: names(arena, (info.cycle ?? []).slice(0, 8)) }));
    parts.push(info.bipartite ? t('arena.bipartite') : t('arena.not-bipartite'));
    if (info.sinks.length <= 12) parts.push(t('arena.sinks', { sinks: names(arena, info.sinks) }));
    fill(this.info, parts.join(' · '));
    this.graph.svg.setAttribute('aria-label', t('arena.label', { info: parts.join(', ') }));
  }

  /** @param {string} tool @param {number} [step] */
  choose(tool, step = 0) {
    this.asked.tool = tool;
    const { arena } = this;
    // What the algorithms of the course find, they find in the whole.
    if (arena?.part) tool = 'strategy';
    for (const button of this.tools.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-tool') === tool));
      button.disabled = Boolean(arena?.part) && button.getAttribute('data-tool') !== 'strategy';
    }
    if (!arena) return;
    this.steps = null;
    if (tool === 'kernel' && arena.kernel) this.steps = kernelSteps(arena);
    if (tool === 'nimbers' && arena.nimbers) this.steps = nimberSteps(arena);
    if (tool === 'attractor' && arena.attractor) {
      const { player } = this.asked;
      this.steps = attractorSteps(arena, this.attractor ?? arena.attractor[player], player);
    }
    if (tool !== 'attractor') this.attractor = null;
    if (this.steps) {
      fill(this.panel, tool === 'attractor' ? this.attractorPanel(arena) : null, this.stepper.element);
      this.stepper.code(t(`code.${tool}`), this.steps.code);
      this.stepper.set(this.steps.count, step);
      return;
    }
    this.stepper.stop();
    this.stepper.step = 0;
    if (tool === 'attractor') fill(this.panel, h('p', {}, t('attractor.owners')), h('button', { type: 'button', onclick: () => { this.doubled.checked = true; this.asked.double = true; void this.load(); } }, t('arena.double')));
    else if (tool === 'nimbers') fill(this.panel, h('p', {}, t('nimbers.cycle')));
    else if (tool === 'strategy') fill(this.panel, this.strategyPanel(arena));
    else if (tool === 'guess') fill(this.panel, this.guessPanel(arena));
    else void this.play(arena);
    this.redraw();
    this.note();
  }

  /** @param {Arena} arena */
  async play(arena) {
    const { Token } = await import('../arena/token.js');
    if (this.arena !== arena || this.asked.tool !== 'token') return;
    if (!this.token) {
      this.token = new Token(() => this.redraw());
      this.token.set(arena);
    }
    fill(this.panel, this.token.element);
    this.redraw();
  }

  /** @param {number} step */
  drawStep(step) {
    const { steps, arena } = this;
    if (!steps || !arena) return '';
    this.graph.paint(steps.look(step));
    this.note();
    return steps.words(step);
  }

  redraw() {
    const { arena } = this;
    if (!arena) return;
    const tool = arena.part ? 'strategy' : this.asked.tool;
    if (this.steps) this.stepper.go(this.stepper.step, false);
    else if (tool === 'strategy') this.graph.paint(solutionLook(arena));
    else if (tool === 'token') this.graph.paint(this.token?.look() ?? PLAIN);
    else if (tool === 'guess') {
      this.graph.paint({ ...PLAIN, vertex: (vertex) => `${this.chosen.has(vertex) ? 'guessed' : 'plain'}${this.wrong.has(vertex) ? ' wrong' : ''}` });
    } else this.graph.paint(PLAIN);
  }

  /** @param {number} vertex */
  clicked(vertex) {
    const { tool } = this.asked;
    if (this.arena?.part) this.scope.select(vertex, true);
    else if (tool === 'token') this.token?.move(vertex);
    else if (tool === 'guess' || tool === 'attractor') this.toggle(vertex);
    else if (!this.scope.element.hidden) this.scope.select(vertex, true);
  }

  /** @param {number} vertex */
  toggle(vertex) {
    if (this.chosen.has(vertex)) this.chosen.delete(vertex);
    else this.chosen.add(vertex);
    const box = this.panel.querySelector(`input[data-vertex="${vertex}"]`);
    if (box instanceof HTMLInputElement) box.checked = this.chosen.has(vertex);
    if (this.asked.tool === 'attractor') void this.attract();
    else this.redraw();
  }

  /** Boxes to choose vertices by keyboard. @param {Arena} arena @param {string} label */
  vertexBoxes(arena, label) {
    if (arena.vertices.length > LISTED) return null;
    return h('details', { class: 'boxes' }, h('summary', {}, label), h('div', { class: 'box-list' }, arena.vertices.map((vertex, index) =>
      h('label', { class: 'check', data: true }, h('input', { type: 'checkbox', checked: this.chosen.has(index), 'data-vertex': index, onchange: () => this.toggle(index) }), h('span', {}, vertex.name)))));
  }

  /** @param {Arena} arena */
  attractorPanel(arena) {
    const player = choice([['first', t('side.first')], ['second', t('side.second')]], this.asked.player, (chosen) => {
      this.asked.player = chosen === 'second' ? 'second' : 'first';
      void this.attract();
    });
    return h('div', { class: 'bar' }, field(t('attractor.player'), player), h('p', { class: 'faint' }, this.chosen.size > 0 ? t('attractor.chosen', { vertices: names(arena, [...this.chosen]) }) : t('attractor.choose')),
      this.chosen.size > 0 ? h('button', { type: 'button', onclick: () => { this.chosen.clear(); void this.attract(); } }, t('attractor.reset')) : null, this.vertexBoxes(arena, t('attractor.list')));
  }

  async attract() {
    const { arena } = this;
    if (!arena) return;
    this.attractor = null;
    if (this.chosen.size > 0) {
      const body = { ...this.request(), player: this.asked.player, targets: [...this.chosen] };
      try {
        this.attractor = await ask('/api/arena/attractor', body);
      } catch (error) {
        announce(error instanceof Error ? error.message : '');
      }
    }
    this.choose('attractor', this.chosen.size > 0 ? 1 : 0);
  }

  /** @param {Arena} arena */
  strategyPanel(arena) {
    const { solution, part } = arena;
    if (!solution || !arena.strategy) return [h('p', {}, t('strategy.points'))];
    if (part) {
      const known = solution.outcome.filter(Boolean).length;
      return [
        h('p', {}, known === solution.outcome.length ? t('part.exact') : part.vertices === null && known === 0 ? t('part.values.none') : t('part.values.some', { n: known })),
        h('p', { class: 'faint' }, t('part.tools')), this.legend(known < solution.outcome.length)];
    }
    const { winner, moves } = arena.strategy;
    const start = arena.vertices[arena.start]?.name ?? '';
    return [
      h('p', {}, winner ? t('strategy.winner', { side: t(`side.${winner}`), start }) : t('strategy.none', { start })),
      moves.length > 0 && moves.length <= 60 ? h('p', { class: 'strategy', data: true }, moves.map(([from, to]) => `${arena.vertices[from]?.name} → ${arena.vertices[to]?.name}`).join('   ')) : null,
      this.legend(false),
    ];
  }

  /** @param {boolean} unknown whether some values are */
  legend(unknown) {
    const kinds = ['win', 'loss', 'draw', ...(unknown ? ['unknown'] : [])];
    return h('p', { class: 'legend' }, kinds.map((kind) => h('span', { class: 'pair' }, h('span', { class: `swatch ${kind}` }), t(kind === 'unknown' ? 'part.unknown' : `strategy.${kind}`))));
  }

  /** @param {Arena} arena */
  guessPanel(arena) {
    const verdict = h('div', { class: 'verdict', id: 'verdict', role: 'status' });
    const check = async (none = false) => {
      try {
        const guess = none ? { none } : { kernel: [...this.chosen].sort((a, b) => a - b) };
        const answer = await ask('/api/arena/check', { ...this.request(), guess });
        this.wrong = new Map(answer.wrong.map((/** @type {{ vertex: number, why: string }} */ one) => [one.vertex, one.why]));
        const right = none ? 'guess.right.none' : answer.only ? 'guess.right' : 'guess.right.one';
        const wrong = none ? t('guess.wrong.none', { kernel: names(arena, answer.kernel ?? []) }) : t('guess.wrong');
        fill(verdict, answer.right ? h('p', { class: 'right' }, t(right)) : h('p', { class: 'problem' }, wrong),
          h('ul', {}, [...this.wrong].slice(0, 20).map(([vertex, why]) => h('li', { data: true }, h('strong', {}, arena.vertices[vertex]?.name ?? ''), ` — ${why}`))));
      } catch (error) {
        fill(verdict, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
      }
      this.redraw();
    };
    return [
      h('p', {}, t('guess.how')),
      h('div', { class: 'bar' }, h('button', { type: 'button', class: 'primary', onclick: () => void check() }, t('guess.check')),
        h('button', { type: 'button', class: 'none', onclick: () => void check(true) }, t('guess.none')),
        h('button', { type: 'button', onclick: () => { this.chosen.clear(); this.wrong.clear(); this.choose('guess'); } }, t('guess.clear'))),
      this.vertexBoxes(arena, t('guess.list')), verdict,
    ];
  }

  /** The arena as a table, for those who do not see the drawing. */
  drawTable() {
    const { arena } = this;
    if (!arena) return;
    fill(this.table, h('summary', {}, t('arena.table')));
    if (!this.table.open) return;
    const out = successors(arena);
    const kernel = new Set(arena.kernel?.kernel);
    this.table.append(h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('arena.table') }, h('table', {},
      h('thead', {}, h('tr', {}, ['vertex', 'successors', 'kernel', 'nimber', 'outcome', 'distance'].map((column) => h('th', { scope: 'col' }, t(`column.${column}`))))),
      h('tbody', {}, arena.vertices.slice(0, 500).map((vertex, i) => {
        const outcome = arena.solution?.outcome[i];
        return h('tr', {}, h('th', { scope: 'row', data: true }, vertex.name), h('td', { data: true }, names(arena, out[i] ?? []) || '–'), h('td', {}, kernel.has(i) ? t('word.yes') : '–'),
          h('td', {}, arena.nimbers?.[i] ?? '–'), h('td', {}, outcome ? t(`worth.${outcome}`) : '–'), h('td', {}, arena.solution?.distance[i] ?? '–'));
      })))));
  }

  /** @param {string} as */
  async export(as) {
    const marks = { kernel: ['kernel'], nimbers: ['nimbers'], strategy: ['strategy'] }[this.asked.tool] ?? [];
    try {
      const answer = await ask('/api/arena/export', { ...this.request(), as: as === 'png' ? 'svg' : as, marks });
      const text = ['svg', 'png', 'tikz', 'dot'].includes(as) ? called(answer.text) : answer.text;
      if (as === 'png') download('arena.png', await (await import('../arena/picture.js')).exportPng(text));
      else download(answer.name, text);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }
}
