// Draws an arena that the server has laid out. However large it is, it is a handful of paths: one for each look of vertices and
// edges, so that thousands of vertices cost as little as nine. Clicks find the nearest vertex by themselves.

import { h, s } from './elements.js';
import { t } from './text.js';

/** @typedef {{ name: string, owner: 'first' | 'second' | null, ending: 'first' | 'second' | 'draw' | null, x: number, y: number, column: number }} Vertex */
/** @typedef {{ from: number, to: number, count: number, curve: [number, number][] }} Edge */
/**
 * @typedef {object} Look
 * @property {(vertex: number) => string} vertex the classes of a vertex
 * @property {(edge: Edge) => string} edge `plain`, `bold`, `faded` or others that the style sheet knows
 * @property {(vertex: number) => string | null} tab a small number beside a vertex
 */

/** From how many vertices on names are drawn only where one looks closely. */
const CROWD = 400;
const HEAD = 7;

export class GraphView {
  /** @param {(vertex: number) => void} clicked */
  constructor(clicked) {
    this.clicked = clicked;
    /** @type {Vertex[]} */
    this.vertices = [];
    /** @type {Edge[]} */
    this.edges = [];
    /** @type {[number, number][]} */
    this.halves = [];
    this.box = { x: 0, y: 0, width: 100, height: 100 };
    this.whole = this.box;
    this.edgeLayer = s('g', {});
    this.vertexLayer = s('g', {});
    this.nameLayer = s('g', { class: 'names' });
    this.tabLayer = s('g', { class: 'tabs' });
    this.svg = s('svg', { class: 'graph', role: 'img', tabindex: '0', 'aria-label': t('arena.drawing'), preserveAspectRatio: 'xMidYMid meet' }, this.edgeLayer, this.vertexLayer, this.nameLayer, this.tabLayer);
    /** @param {string} sign @param {string} label @param {() => void} act */
    const button = (sign, label, act) => h('button', { type: 'button', title: label, 'aria-label': label, onclick: act }, sign);
    this.element = h('div', { class: 'graph-place' },
      h('div', { class: 'zoom' }, button('+', t('graph.closer'), () => this.zoom(0.7)), button('−', t('graph.further'), () => this.zoom(1 / 0.7)), button('⤢', t('graph.fit'), () => this.fit())), this.svg);
    this.listen();
  }

  /** @param {Vertex[]} vertices @param {Edge[]} edges @param {number} width @param {number} height */
  set(vertices, edges, width, height) {
    this.vertices = vertices;
    this.edges = edges;
    // The server's curves end on the border of a vertex: they tell how wide it is.
    const halves = vertices.map(() => /** @type {[number, number]} */ ([15, 15]));
    const wide = new Set();
    for (const { from, to, curve } of edges) {
      const [a, b] = [curve[0], curve.at(-1)];
      if (from === to || !a || !b) continue;
      for (const [vertex, point] of /** @type {[number, [number, number]][]} */ ([[from, a], [to, b]])) {
        const half = halves[vertex];
        const reach = Math.abs(point[0] - (vertices[vertex]?.x ?? 0));
        if (half && reach > half[0]) {
          half[0] = Math.min(reach, 120);
          wide.add(vertex);
        }
      }
    }
    this.halves = halves;
    this.whole = { x: -14, y: -14, width: width + 28, height: height + 28 };
    this.named = false;
    this.nameLayer.replaceChildren();
    this.fit();
  }

  /** @param {number} vertex */
  outline(vertex, grow = 0) {
    const { x, y, owner } = this.vertices[vertex] ?? { x: 0, y: 0, owner: null };
    const [a, b] = this.halves[vertex] ?? [15, 15];
    const [w, k] = [a + grow, b + grow];
    if (owner === 'second') return `M${x - w} ${y - k}h${2 * w}v${2 * k}h${-2 * w}z`;
    const flat = Math.max(0, w - k);
    return `M${x - flat} ${y - k}h${2 * flat}a${k} ${k} 0 0 1 0 ${2 * k}h${-2 * flat}a${k} ${k} 0 0 1 0 ${-2 * k}z`;
  }

  /** @param {Look} look */
  paint(look) {
    /** @type {Map<string, string[]>} */
    const shapes = new Map();
    /** @param {string} kind @param {string} d */
    const add = (kind, d) => {
      const known = shapes.get(kind);
      if (known) known.push(d);
      else shapes.set(kind, [d]);
    };
    for (const edge of this.edges) {
      const { curve } = edge;
      const [start, ...rest] = curve;
      const end = curve.at(-1);
      const before = curve.at(-2);
      if (!start || !end || !before) continue;
      const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
      const [ux, uy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
      const tip = [end[0] - ux * HEAD * 0.8, end[1] - uy * HEAD * 0.8];
      let d = `M${one(start[0])} ${one(start[1])}`;
      for (let i = 0; i + 2 < rest.length; i += 3) {
        const [c1, c2, to] = [rest[i], rest[i + 1], i + 3 >= rest.length ? tip : rest[i + 2]];
        if (c1 && c2 && to) d += `C${one(c1[0])} ${one(c1[1])} ${one(c2[0])} ${one(c2[1])} ${one(to[0])} ${one(to[1])}`;
      }
      const kind = look.edge(edge);
      add(`edge ${kind}`, d);
      const side = HEAD * 0.42;
      const [bx, by] = [end[0] - ux * HEAD, end[1] - uy * HEAD];
      add(`tip ${kind}`, `M${one(end[0])} ${one(end[1])}L${one(bx - uy * side)} ${one(by + ux * side)} ${one(bx + uy * side)} ${one(by - ux * side)}z`);
    }
    const layer = (/** @type {string} */ prefix) => [...shapes].filter(([kind]) => kind.startsWith(prefix)).sort(([a], [b]) => order(a) - order(b)).map(([kind, paths]) => s('path', { class: kind, d: paths.join('') }));
    this.edgeLayer.replaceChildren(...layer('edge'), ...layer('tip'));
    shapes.clear();
    /** @type {string[]} */
    const kinds = [];
    this.vertices.forEach(({ ending }, vertex) => {
      const kind = look.vertex(vertex);
      kinds.push(kind);
      add(`vertex ${kind}`, this.outline(vertex));
      if (/\b(kernel|target)\b/.test(kind)) add('inner', this.outline(vertex, -3.5));
      if (/\b(current|token)\b/.test(kind)) add('halo', this.outline(vertex, 5));
      if (/\bdropped\b/.test(kind)) add('struck', this.strike(vertex));
      if (/\bwrong\b/.test(kind)) add('fault', this.strike(vertex));
      if (ending) add(`ending ${ending}`, this.outline(vertex, 3));
    });
    this.vertexLayer.replaceChildren(...[...shapes].sort(([a], [b]) => rank(a) - rank(b)).map(([kind, paths]) => s('path', { class: kind, d: paths.join('') })));
    this.kinds = kinds;
    this.tabs = this.vertices.map((_, vertex) => look.tab(vertex));
    this.drawNames();
  }

  /** @param {number} vertex */
  strike(vertex) {
    const { x, y } = this.vertices[vertex] ?? { x: 0, y: 0 };
    const [w, k] = this.halves[vertex] ?? [15, 15];
    return `M${x - w * 0.8} ${y + k * 0.8}L${x + w * 0.8} ${y - k * 0.8}`;
  }

  /** Names and small numbers, where they can be read. */
  drawNames() {
    const scale = (this.svg.clientWidth || 800) / this.box.width;
    const few = this.vertices.length <= CROWD;
    if (!few && scale < 0.5) {
      this.nameLayer.replaceChildren();
      this.tabLayer.replaceChildren();
      return;
    }
    const { x, y, width, height } = this.box;
    const seen = this.vertices.flatMap((vertex, index) => (few || (vertex.x > x && vertex.x < x + width && vertex.y > y && vertex.y < y + height) ? [index] : []));
    this.nameLayer.replaceChildren(...seen.map((index) => {
      const vertex = this.vertices[index];
      const parts = broken(vertex?.name ?? '', (this.halves[index]?.[0] ?? 15) / 3.4);
      const kind = this.kinds?.[index] ?? '';
      return s('text', { class: `name ${kind}`, x: vertex?.x, y: vertex?.y, translate: 'no' }, parts.length === 1 ? parts[0]
        : parts.map((part, i) => s('tspan', { x: vertex?.x, dy: i === 0 ? '-.5em' : '1.05em' }, part)));
    }));
    this.tabLayer.replaceChildren(...seen.flatMap((index) => {
      const tab = this.tabs?.[index];
      const vertex = this.vertices[index];
      if (tab === null || tab === undefined || !vertex) return [];
      const [w, k] = this.halves[index] ?? [15, 15];
      const half = 5 + 3.4 * tab.length;
      const [left, top] = [vertex.x + w - 5, vertex.y - k - 8];
      return [s('rect', { class: 'tab', x: left, y: top, width: 2 * half - 2, height: 15, rx: 5 }), s('text', { class: 'tab', x: left + half - 1, y: top + 8 }, tab)];
    }));
  }

  fit() {
    this.box = { ...this.whole };
    this.look();
  }

  look() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    this.svg.style.setProperty('--shape', String(this.whole.width / this.whole.height));
    if (this.vertices.length > CROWD && this.kinds) this.drawNames();
  }

  /** @param {number} factor @param {[number, number]} [about] a point that stays where it is */
  zoom(factor, about) {
    const { x, y, width, height } = this.box;
    const [cx, cy] = about ?? [x + width / 2, y + height / 2];
    const bounded = Math.max(60 / width, Math.min(factor, (2 * this.whole.width) / width));
    this.box = { x: cx - (cx - x) * bounded, y: cy - (cy - y) * bounded, width: width * bounded, height: height * bounded };
    this.look();
  }

  /** @param {number} dx @param {number} dy shares of what is seen */
  pan(dx, dy) {
    this.box = { ...this.box, x: this.box.x + dx * this.box.width, y: this.box.y + dy * this.box.height };
    this.look();
  }

  /** Where a pointer is in the drawing. @param {MouseEvent} event @returns {[number, number]} */
  place(event) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }

  /** The vertex at a place, or -1. @param {[number, number]} place */
  hit([x, y]) {
    let best = -1;
    let least = Infinity;
    this.vertices.forEach((vertex, index) => {
      const [w, k] = this.halves[index] ?? [15, 15];
      const [dx, dy] = [Math.max(0, Math.abs(vertex.x - x) - w), Math.max(0, Math.abs(vertex.y - y) - k)];
      const distance = Math.hypot(dx, dy) + 1e-3 * Math.hypot(vertex.x - x, vertex.y - y);
      if (distance < 8 && distance < least) [best, least] = [index, distance];
    });
    return best;
  }

  listen() {
    const { svg } = this;
    /** @type {Map<number, [number, number]>} */
    const fingers = new Map();
    let moved = 0;
    svg.addEventListener('pointerdown', (event) => {
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
    });
    svg.addEventListener('pointermove', (event) => {
      const last = fingers.get(event.pointerId);
      if (!last) {
        svg.style.cursor = this.hit(this.place(event)) >= 0 ? 'pointer' : 'grab';
        return;
      }
      const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved < 5) return;
      if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
      const others = [...fingers].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      if (other) {
        const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
        const now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
        if (before > 0 && now > 0) this.zoom(before / now, this.place(event));
      } else {
        const scale = this.box.width / (svg.clientWidth || 1);
        const tall = this.box.height / (svg.clientHeight || 1);
        const unit = Math.max(scale, tall);
        this.box = { ...this.box, x: this.box.x - dx * unit, y: this.box.y - dy * unit };
        this.look();
      }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
    });
    const up = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);
    svg.addEventListener('pointerup', up);
    svg.addEventListener('pointercancel', up);
    svg.addEventListener('pointerleave', up);
    svg.addEventListener('click', (event) => {
      if (moved >= 5) return;
      const vertex = this.hit(this.place(event));
      if (vertex >= 0) this.clicked(vertex);
    });
    svg.addEventListener('wheel', (event) => {
      // Without a key the wheel scrolls the page, as everywhere.
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
      event.preventDefault();
      this.zoom(event.deltaY + event.deltaX > 0 ? 1.15 : 0.87, this.place(event));
    }, { passive: false });
    svg.addEventListener('keydown', (event) => {
      /** @type {Record<string, () => void>} */
      const acts = {
        '+': () => this.zoom(0.8), '=': () => this.zoom(0.8), '-': () => this.zoom(1.25), 0: () => this.fit(),
        ArrowLeft: () => this.pan(-0.1, 0), ArrowRight: () => this.pan(0.1, 0), ArrowUp: () => this.pan(0, -0.1), ArrowDown: () => this.pan(0, 0.1),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}

/** @param {number | undefined} value */
const one = (value) => Math.round((value ?? 0) * 10) / 10;
/** Bold edges lie over plain ones. @param {string} kind */
const order = (kind) => (kind.includes('bold') ? 2 : kind.includes('faded') ? 0 : 1);
/** @param {string} kind */
const rank = (kind) => (kind === 'halo' ? 0 : kind.startsWith('ending') ? 1 : kind.startsWith('vertex') ? 2 : 3);

/** A name on one or two lines, shortened where it has to be. @param {string} name @param {number} most */
function broken(name, most) {
  if (name.length <= Math.max(most, 4)) return [name];
  const cuts = [...name].flatMap((letter, i) => (' ,;/|)_-'.includes(letter) ? [i + 1] : []));
  const middle = name.length / 2;
  const cut = cuts.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const parts = cut ? [name.slice(0, cut).trim(), name.slice(cut).trim()] : [name];
  return parts.map((part) => (part.length <= most + 1 ? part : `${part.slice(0, Math.max(2, Math.floor(most / 2)))}…${part.slice(-Math.max(2, Math.floor(most / 2)))}`));
}
