// Draws an arena that the server has laid out. However large it is, it is a handful of paths: one for each look of vertices and
// edges, so that thousands of vertices cost as little as nine. Clicks find the nearest vertex by themselves.
//
// A large arena is a map: from afar vertices are dots and edges lines, and what lies outside of the view is not drawn. Names have the
// size of a text that can be read, whatever the scale, and stand where there is room for them; from afar only the start and what is
// looked at have theirs.

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

/** From how many vertices on a drawing is a map. */
const CROWD = 400;
/** From how many on it fills its place. */
const MANY = 40;
const HEAD = 7;
/** The size of a name in the drawing, and the least on the screen: pixels. */
const LETTERS = 12.5;
const READABLE = 12;
/** Below this scale vertices are dots. */
const FAR = 0.3;
/** So many names are looked at, and after so many milliseconds without a movement. */
const NAMES = 1200;
const REST = 120;

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
    /** Vertices with moves that are not drawn. @type {Set<number>} */
    this.open = new Set();
    /** @type {Look | null} */
    this.last = null;
    /** The vertex that was looked for. */
    this.found = -1;
    this.box = { x: 0, y: 0, width: 100, height: 100 };
    this.whole = this.box;
    /** What is drawn of a map. */
    this.drawn = this.box;
    this.isMap = false;
    this.isFar = false;
    /** The scale of the last drawing. */
    this.painted = 1;
    this.waiting = 0;
    this.edgeLayer = s('g', {});
    this.vertexLayer = s('g', {});
    this.nameLayer = s('g', { class: 'names' });
    this.tabLayer = s('g', { class: 'tabs' });
    this.svg = s('svg', { class: 'graph', role: 'img', tabindex: '0', 'aria-label': t('arena.drawing'), preserveAspectRatio: 'xMidYMid meet' }, this.edgeLayer, this.vertexLayer, this.nameLayer, this.tabLayer);
    /** @param {string} sign @param {string} label @param {() => void} act */
    const button = (sign, label, act) => h('button', { type: 'button', title: label, 'aria-label': label, onclick: act }, sign);
    this.tools = h('div', { class: 'zoom' }, button('+', t('graph.closer'), () => this.zoom(0.7)), button('−', t('graph.further'), () => this.zoom(1 / 0.7)), button('⤢', t('graph.fit'), () => this.fit()));
    this.element = h('div', { class: 'graph-place' }, this.tools, this.svg);
    this.listen();
    new ResizeObserver(() => this.last && this.drawNames()).observe(this.svg);
  }

  /** @param {Vertex[]} vertices @param {Edge[]} edges @param {number} width @param {number} height @param {number[]} [open] */
  set(vertices, edges, width, height, open = []) {
    this.vertices = vertices;
    this.edges = edges;
    this.open = new Set(open);
    this.last = null;
    this.found = -1;
    // The server's curves end on the border of a vertex: they tell how wide it is.
    const halves = vertices.map(() => /** @type {[number, number]} */ ([15, 15]));
    for (const { from, to, curve } of edges) {
      const [a, b] = [curve[0], curve.at(-1)];
      if (from === to || !a || !b) continue;
      for (const [vertex, point] of /** @type {[number, [number, number]][]} */ ([[from, a], [to, b]])) {
        const half = halves[vertex];
        const reach = Math.abs(point[0] - (vertices[vertex]?.x ?? 0));
        if (half && reach > half[0]) half[0] = Math.min(reach, 120);
      }
    }
    this.halves = halves;
    this.isMap = vertices.length > CROWD;
    this.svg.classList.toggle('map', vertices.length > MANY);
    const [sx, sy] = vertices.length > MANY ? this.shape(width, height) : [1, 1];
    this.whole = { x: -14, y: -14, width: width * sx + 28, height: height * sy + 28 };
    this.fit();
  }

  /**
   * Layers of a large arena are long and thin: they are drawn closer and their vertices further apart, as far as fills the place.
   * @param {number} width @param {number} height @returns {[number, number]}
   */
  shape(width, height) {
    const wanted = (this.svg.clientWidth || 800) / (this.svg.clientHeight || 500);
    const ratio = width / height / wanted;
    const widest = Math.max(...this.halves.map(([w]) => w));
    /** How close vertices can come. @param {(vertex: Vertex) => number} of @param {number} room */
    const closest = (of, room) => {
      const all = [...new Set(this.vertices.map(of))].sort((a, b) => a - b);
      const gaps = all.slice(1).map((at, i) => at - (all[i] ?? 0)).filter((gap) => gap > 12);
      return Math.min(1, room / Math.min(...gaps, 1e9));
    };
    const [fewer, wide] = ratio > 1 ? [Math.max(1 / ratio, closest((one) => one.x, 2 * widest + 22)), true] : [Math.max(ratio, closest((one) => one.y, 46)), false];
    const stretch = Math.min(4, Math.max(1, (ratio > 1 ? ratio : 1 / ratio) * fewer));
    /** @type {[number, number]} */
    const by = wide ? [fewer, stretch] : [stretch, fewer];
    const [sx, sy] = by;
    // Curves go on ending at the borders of their vertices.
    this.edges = this.edges.map((edge) => {
      const last = edge.curve.length - 1;
      const curve = edge.curve.map(([x, y], i) => {
        const vertex = i < 2 ? this.vertices[edge.from] : i > last - 2 ? this.vertices[edge.to] : null;
        const end = i < 2 ? edge.curve[0] : edge.curve[last];
        if (!vertex || !end) return /** @type {[number, number]} */ ([x * sx, y * sy]);
        return /** @type {[number, number]} */ ([x * sx + (1 - sx) * (end[0] - vertex.x), y * sy + (1 - sy) * (end[1] - vertex.y)]);
      });
      return { ...edge, curve };
    });
    this.vertices = this.vertices.map((vertex) => ({ ...vertex, x: vertex.x * sx, y: vertex.y * sy }));
    return by;
  }

  /** Pixels of the screen for one of the drawing. */
  get scale() {
    return Math.min((this.svg.clientWidth || 800) / this.box.width, (this.svg.clientHeight || 500) / this.box.height);
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
    this.last = look;
    const { x, y, width, height } = this.box;
    this.painted = this.scale;
    this.isFar = this.isMap && this.painted < FAR;
    this.svg.classList.toggle('far', this.isFar);
    this.drawn = this.isMap && !this.isFar ? { x: x - width / 2, y: y - height / 2, width: 2 * width, height: 2 * height } : { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };
    /** @type {Map<string, string[]>} */
    const shapes = new Map();
    /** @param {string} kind @param {string} d */
    const add = (kind, d) => {
      const known = shapes.get(kind);
      if (known) known.push(d);
      else shapes.set(kind, [d]);
    };
    const near = this.vertices.map((vertex) => !this.isMap || this.isFar || inside(vertex, this.drawn));
    for (const edge of this.edges) {
      if (!near[edge.from] && !near[edge.to]) continue;
      const { curve } = edge;
      const [start, ...rest] = curve;
      const end = curve.at(-1);
      const before = curve.at(-2);
      if (!start || !end || !before) continue;
      const kind = look.edge(edge);
      if (this.isFar) {
        add(`edge ${kind}`, `M${Math.round(start[0])} ${Math.round(start[1])}L${Math.round(end[0])} ${Math.round(end[1])}`);
        continue;
      }
      const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
      const [ux, uy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
      const tip = [end[0] - ux * HEAD * 0.8, end[1] - uy * HEAD * 0.8];
      let d = `M${one(start[0])} ${one(start[1])}`;
      for (let i = 0; i + 2 < rest.length; i += 3) {
        const [c1, c2, to] = [rest[i], rest[i + 1], i + 3 >= rest.length ? tip : rest[i + 2]];
        if (c1 && c2 && to) d += `C${one(c1[0])} ${one(c1[1])} ${one(c2[0])} ${one(c2[1])} ${one(to[0])} ${one(to[1])}`;
      }
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
    // From afar a vertex is as large as can be seen.
    const least = this.isFar ? Math.max(0, 2.5 / this.scale - 15) : 0;
    this.vertices.forEach(({ x: vx, y: vy, ending }, vertex) => {
      const kind = look.vertex(vertex);
      kinds.push(kind);
      if (!near[vertex]) return;
      add(`vertex ${kind}`, this.outline(vertex, least));
      if (/\b(current|token)\b/.test(kind) || vertex === this.found) add('halo', this.outline(vertex, 5 + least));
      if (this.isFar) return;
      if (/\b(kernel|target)\b/.test(kind)) add('inner', this.outline(vertex, -3.5));
      if (/\bdropped\b/.test(kind)) add('struck', this.strike(vertex));
      if (/\bwrong\b/.test(kind)) add('fault', this.strike(vertex));
      if (ending) add(`ending ${ending}`, this.outline(vertex, 3));
      if (this.open.has(vertex)) add('more', `M${vx + (this.halves[vertex]?.[0] ?? 15) + 5} ${vy}h.01m5 0h.01m5 0h.01`);
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

  /** Names and small numbers, where there is room for them: those that matter most first. */
  drawNames() {
    const { scale, kinds = [] } = this;
    const size = Math.max(LETTERS, READABLE / scale);
    this.svg.style.setProperty('--letters', `${size}px`);
    const special = (/** @type {number} */ vertex) => (vertex === this.found ? 0 : /\b(current|token)\b/.test(kinds[vertex] ?? '') ? 1 : vertex === 0 ? 2 : 3);
    const seen = this.vertices.flatMap((vertex, index) => (inside(vertex, this.box) && (!this.isFar || special(index) < 3) ? [index] : [])).sort((a, b) => special(a) - special(b) || a - b).slice(0, NAMES);
    /** Taken places, by the squares of a coarse grid. @type {Map<string, number[][]>} */
    const taken = new Map();
    const square = 6 * size;
    /** @param {number} x @param {number} y @param {number} w @param {number} k halves */
    const cells = (x, y, w, k) => {
      const all = [];
      for (let i = Math.floor((x - w) / square); i <= Math.floor((x + w) / square); i += 1) for (let j = Math.floor((y - k) / square); j <= Math.floor((y + k) / square); j += 1) all.push(`${i} ${j}`);
      return all;
    };
    /** @param {number} x @param {number} y @param {number} w @param {number} k */
    const take = (x, y, w, k) => {
      for (const cell of cells(x, y, w, k)) {
        const known = taken.get(cell);
        if (known) known.push([x, y, w, k]);
        else taken.set(cell, [[x, y, w, k]]);
      }
    };
    /** Whether there is room around a point, which is then taken. @param {number} x @param {number} y @param {number} w @param {number} k */
    const reserve = (x, y, w, k) => {
      const free = !cells(x, y, w, k).some((cell) => taken.get(cell)?.some(([a = 0, b = 0, c = 0, d = 0]) => Math.abs(a - x) < c + w && Math.abs(b - y) < d + k));
      if (free) take(x, y, w, k);
      return free;
    };
    const names = [];
    const tabs = [];
    const loose = size > LETTERS;
    // A name covers no other vertex.
    if (loose) for (const index of seen) {
      const { x, y } = this.vertices[index] ?? { x: 0, y: 0 };
      const [w, k] = this.halves[index] ?? [15, 15];
      take(x, y, w, k);
    }
    for (const index of seen) {
      const vertex = this.vertices[index];
      if (!vertex) continue;
      const [w, k] = this.halves[index] ?? [15, 15];
      const parts = broken(vertex.name, Math.max(w / 3.4, loose ? 9 : 0));
      const longest = Math.max(...parts.map((part) => part.length));
      const tall = parts.length * 0.55 * size;
      // A name that has room stands inside of its vertex, where nothing else is; another one stands below it.
      const below = loose && (longest * 0.3 * size > w || tall > 1.3 * k);
      const y = vertex.y + (below ? k + tall + 0.01 : 0);
      const wide = (longest * 0.31 + 0.15) * size;
      // At the edge of what is seen a name moves inwards, so that it is read whole.
      const x = below ? Math.max(this.box.x + wide, Math.min(vertex.x, this.box.x + this.box.width - wide)) : vertex.x;
      if (below && !reserve(x, y, wide, tall)) continue;
      names.push(s('text', { class: `name ${kinds[index] ?? ''}${below ? ' loose' : ''}`, x, y, translate: 'no' }, parts.length === 1 ? parts[0]
        : parts.map((part, i) => s('tspan', { x, dy: i === 0 ? '-.5em' : '1.05em' }, part))));
      const tab = this.tabs?.[index];
      if (tab === null || tab === undefined) continue;
      const unit = size / LETTERS;
      const half = (5 + 3.4 * tab.length) * unit;
      const [left, top] = [vertex.x + w - 5, vertex.y - k - 8 * unit];
      if (loose && !reserve(left + half, top + 7 * unit, half, 4 * unit)) continue;
      tabs.push(s('rect', { class: 'tab', x: left, y: top, width: 2 * half - 2, height: 15 * unit, rx: 5 * unit }), s('text', { class: 'tab', x: left + half - 1, y: top + 8 * unit }, tab));
    }
    this.nameLayer.replaceChildren(...names);
    this.tabLayer.replaceChildren(...tabs);
  }

  fit() {
    this.box = { ...this.whole };
    this.svg.style.setProperty('--shape', String(this.whole.width / this.whole.height));
    this.look();
  }

  look() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
    if (!this.last) return;
    // A map is moved as it is; what is new in it comes when it rests.
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.follow(), this.isMap ? REST : 0);
  }

  /** Draws what the view needs. */
  follow() {
    if (!this.last) return;
    const { box, drawn } = this;
    const held = box.x >= drawn.x && box.y >= drawn.y && box.x + box.width <= drawn.x + drawn.width && box.y + box.height <= drawn.y + drawn.height;
    const grown = Math.abs(Math.log(this.scale / this.painted)) > 0.2;
    if (this.isMap && (Number.isFinite(drawn.x) ? !held || this.scale < FAR : grown)) this.paint(this.last);
    else this.drawNames();
  }

  /** Shows a vertex, large enough to be read. @param {number} vertex */
  seek(vertex) {
    this.found = vertex;
    const at = this.vertices[vertex];
    if (!at) return this.redraw();
    const scale = this.scale;
    const factor = scale < 0.9 ? scale / 0.9 : 1;
    const [width, height] = [this.box.width * factor, this.box.height * factor];
    this.box = { x: at.x - width / 2, y: at.y - height / 2, width, height };
    this.look();
    this.redraw();
  }

  redraw() {
    if (this.last) this.paint(this.last);
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
    const reach = Math.max(8, 8 / this.scale);
    this.vertices.forEach((vertex, index) => {
      const [w, k] = this.halves[index] ?? [15, 15];
      const [dx, dy] = [Math.max(0, Math.abs(vertex.x - x) - w), Math.max(0, Math.abs(vertex.y - y) - k)];
      const distance = Math.hypot(dx, dy) + 1e-3 * Math.hypot(vertex.x - x, vertex.y - y);
      if (distance < reach && distance < least) [best, least] = [index, distance];
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
        this.box = { ...this.box, x: this.box.x - dx / this.scale, y: this.box.y - dy / this.scale };
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

/** @param {Vertex} vertex @param {{ x: number, y: number, width: number, height: number }} box */
const inside = (vertex, box) => vertex.x > box.x && vertex.x < box.x + box.width && vertex.y > box.y && vertex.y < box.y + box.height;
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
