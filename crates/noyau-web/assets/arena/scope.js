// What is shown of an arena: the whole, or a part of one that is too large; and a box that finds a vertex in it.

import { address } from '../address.js';
import { announce, choice, field, fill, h } from '../elements.js';
import { number, pair, plural, t } from '../text.js';

/** @typedef {import('./steps.js').Arena} Arena */
/** @typedef {{ part: string, size: string, vertex: string, seed: string }} Part as in the address; `part` is empty for as much as fits */

export const PARTS = ['plies', 'around', 'plays'];
/** From how many vertices on a part may be easier to read than the whole. */
const MANY = 40;

export class Scope {
  /**
   * @param {Part & { game: string }} asked
   * @param {import('../graph.js').GraphView} graph
   * @param {() => void} changed another part is wanted
   * @param {() => boolean} picks whether vertices are chosen
   */
  constructor(asked, graph, changed, picks) {
    this.picks = picks;
    this.asked = asked;
    this.graph = graph;
    this.changed = changed;
    /** @type {Arena | null} */
    this.arena = null;
    /** @type {number[]} */
    this.matches = [];
    this.kind = choice([['', t('scope.whole')], ...PARTS.map((one) => /** @type {[string, string]} */ ([one, t(`scope.${one}`)]))], asked.part, (chosen) => this.show({ part: chosen, size: '', vertex: chosen === 'around' ? this.name(graph.found) || asked.vertex : '' }), { class: 'scope' });
    this.size = h('input', { type: 'number', min: 1, max: 1000, 'aria-label': t('scope.size'), onchange: () => this.show({ part: asked.part || this.arena?.part?.kind || 'plies', size: this.size.value }) });
    this.again = h('button', { type: 'button', onclick: () => this.show({ seed: String(Number(asked.seed || 0) + 1) }) }, t('scope.again'));
    this.find = h('input', { type: 'search', placeholder: t('find.label'), 'aria-label': t('find.label'), autocomplete: 'off', spellcheck: 'false', oninput: () => this.search(false), data: true });
    this.count = h('span', { class: 'faint', role: 'status' });
    this.card = h('div', { class: 'found', hidden: true });
    const form = h('form', { class: 'bar find', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.search(true); } }, this.find, h('button', { type: 'submit' }, t('find.next')), this.count);
    this.sizeField = field(t('scope.size'), this.size, 'short');
    this.element = h('div', { class: 'bar scope-bar' }, field(t('scope.label'), this.kind), this.sizeField, this.again, form);
  }

  /** @param {Partial<Part>} part */
  show(part) {
    Object.assign(this.asked, part);
    this.changed();
  }

  /** @param {number} vertex */
  name(vertex) {
    return this.arena?.vertices[vertex]?.name ?? '';
  }

  /** @param {Arena} arena */
  set(arena) {
    this.arena = arena;
    this.matches = [];
    const { part } = arena;
    this.element.hidden = !part && arena.vertices.length <= MANY;
    this.kind.value = part ? part.kind : '';
    // The whole is no choice where it does not fit.
    const whole = this.kind.options[0];
    if (whole) whole.disabled = whole.hidden = Boolean(part) && this.asked.part === '';
    this.sizeField.hidden = !part;
    this.size.value = part ? String(part.size) : '';
    this.again.hidden = part?.kind !== 'plays';
    this.find.value = '';
    fill(this.count);
    this.select(-1);
  }

  /** What is shown, in words. @param {Arena} arena */
  words(arena) {
    const { part } = arena;
    if (!part) return null;
    const shown = part.kind === 'around' ? t('part.around', { n: part.size, vertex: this.name(0) }) : plural(`part.${part.kind}`, part.size);
    const all = part.vertices === null ? t('part.more', { n: part.more_than ?? 0 }) : number(part.vertices);
    return [t('part.shown', { what: shown, n: arena.vertices.length, all }), part.cut ? t('part.cut') : '', part.open.length > 0 ? plural('part.open', part.open.length) : '', part.kind === 'around' && part.vertices === null ? t('part.forward') : ''].filter(Boolean).join(' ');
  }

  /** Marks the vertices that a text names, the next one at each step. @param {boolean} next */
  search(next) {
    const { arena } = this;
    const wanted = this.find.value.trim().toLowerCase();
    if (!arena || !wanted) {
      this.matches = [];
      fill(this.count);
      return this.select(-1);
    }
    const at = next ? this.matches.indexOf(this.graph.found) + 1 : 0;
    const names = arena.vertices.map((vertex) => vertex.name.toLowerCase());
    const found = names.flatMap((name, i) => (name.includes(wanted) ? [i] : []));
    // The vertex of just that name comes first.
    this.matches = found.sort((a, b) => Number(names[b] === wanted) - Number(names[a] === wanted) || a - b);
    const vertex = this.matches[at % Math.max(1, this.matches.length)] ?? -1;
    const said = vertex < 0 ? t('find.none') : t('find.found', { i: (at % this.matches.length) + 1, n: this.matches.length });
    fill(this.count, said);
    announce(vertex < 0 ? said : pair(said, this.name(vertex)));
    // A position outside of the part may be in the game.
    if (vertex < 0 && next && arena.part) this.show({ part: 'around', vertex: this.find.value.trim(), size: '' });
    else this.select(vertex);
  }

  /** Shows a vertex and what can be done with it. @param {number} vertex @param {boolean} [still] whether the view stays */
  select(vertex, still = false) {
    const { arena, graph, asked } = this;
    this.card.hidden = vertex < 0 || !arena;
    if (vertex < 0 || !arena) {
      if (graph.found >= 0) graph.seek(-1);
      return;
    }
    if (still) {
      graph.found = vertex;
      graph.redraw();
    } else graph.seek(vertex);
    const name = this.name(vertex);
    const { solution } = arena;
    const outcome = solution?.outcome[vertex];
    const distance = solution?.distance[vertex];
    const worth = outcome ? (distance === null || distance === undefined ? t(`worth.${outcome}`) : plural(`worth.${outcome}.in`, distance)) : t('part.unknown');
    fill(this.card, h('strong', { data: true }, name), solution ? h('span', {}, worth) : null,
      this.picks() ? h('button', { type: 'button', onclick: () => graph.clicked(vertex) }, t('scope.choose')) : null,
      h('button', { type: 'button', onclick: () => this.show({ part: 'around', vertex: name, size: '' }) }, t('scope.here')),
      asked.game && !/^graph\b/.test(asked.game) ? h('a', { class: 'button', href: address('/play', { game: asked.game, at: arena.vertices[vertex]?.owner ? name : `${name} first` }) }, t('gallery.start')) : null);
  }
}
