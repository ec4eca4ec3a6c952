// Draws a game tree as it stands after some steps of a search. First's nodes point up (max, or), Second's down (min, and).

import { h, s } from '../elements.js';
import { t } from '../text.js';

/** @typedef {number | boolean | null} Value */
/** @typedef {{ parent: number | null, turn: 'first' | 'second', label: string, move: string, value: Value, leaf: boolean, x: number, y: number }} TreeNode */
/** @typedef {{ kind: 'enter' | 'leaf' | 'value' | 'cut' | 'leave', node: number, window?: [number | null, number | null] | null, value?: Value, best?: Value, child?: number | null, cut?: 'alpha' | 'beta' | null, skipped?: number[], text: string }} TreeStep */
/**
 * @typedef {object} Tree
 * @property {TreeNode[]} nodes
 * @property {number} width
 * @property {number} height
 * @property {TreeStep[]} steps
 * @property {Value} value
 * @property {number[]} best the best children of the root, by their place
 * @property {{ minimax: { nodes: number, leaves: number }, alphabeta: { nodes: number, leaves: number, alpha_cuts: number, beta_cuts: number } }} counters
 * @property {{ branching: number, depth: number, formula: number } | null} cost
 * @property {string[]} opinions
 * @property {string} text
 */

/** @param {Value | undefined} value */
export function figure(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'word.true' : 'word.false');
  return Math.abs(value) >= 1e6 ? (value > 0 ? '+∞' : '−∞') : String(value).replace('-', '−');
}

/** @param {number | null | undefined} bound @param {string} open what stands for no bound */
const edge = (bound, open) => (bound === null || bound === undefined ? open : figure(bound));

/**
 * What is known after so many steps.
 * @param {Tree} tree @param {number} now
 */
export function stateAfter(tree, now) {
  /** @type {Map<number, Value>} */
  const values = new Map();
  /** @type {Map<number, [number | null, number | null]>} */
  const windows = new Map();
  const entered = new Set();
  const left = new Set();
  /** @type {Map<number, 'alpha' | 'beta'>} */
  const skipped = new Map();
  for (const step of tree.steps.slice(0, now)) {
    entered.add(step.node);
    if (step.window) windows.set(step.node, step.window);
    // At a node the value of a child has come: what counts is the best so far.
    const known = step.kind === 'value' ? step.best : step.value;
    if (known !== undefined && known !== null) values.set(step.node, known);
    if (step.kind === 'leave' || step.kind === 'leaf') left.add(step.node);
    if (step.kind === 'cut') for (const node of step.skipped ?? []) skipped.set(node, step.cut ?? 'alpha');
  }
  return { values, windows, entered, left, skipped };
}

/** The nodes under those that are skipped, with them. @param {Tree} tree @param {Iterable<number>} roots */
export function below(tree, roots) {
  const all = new Set(roots);
  // A parent stands before its children.
  tree.nodes.forEach((node, index) => {
    if (node.parent !== null && all.has(node.parent)) all.add(index);
  });
  return all;
}

const SIZE = 19;

/**
 * A tree that is wider than its place lies on its side, if that makes it fit.
 * @param {Tree} tree
 * @param {number} now how many steps are done
 * @param {Exercise | null} [exercise]
 * @param {number} [room] the width of its place
 */
export function drawTree(tree, now, exercise = null, room = 900) {
  const state = stateAfter(tree, now);
  const pruned = below(tree, exercise ? exercise.cut : state.skipped.keys());
  const step = tree.steps[now - 1];
  const best = now === tree.steps.length && !exercise ? bestLine(tree) : new Set();
  // Moves stand on the edges above their nodes. No edge leads to the root: its name stands beside it, away from its window.
  const rooted = exercise ? '' : (tree.nodes[0]?.label ?? '');
  const margin = exercise ? 46 : rooted ? 42 : 34;
  const { rows, least, gap, from, span } = measures(tree);
  const across = least > 0 ? span.x / least : 0;
  const upright = exercise ? 44 : tree.nodes.length > 120 ? 26 : 38;
  const sideways = across * upright + 2 * margin > room && 2 * margin + (rows - 1) * 84 <= room;
  // As wide as the place if that leaves room enough for numbers, and no wider than is easily seen.
  const wanted = sideways ? (exercise ? 60 : 36) : Math.max(upright, Math.min(64, (Math.min(room, 870) - 2 * margin) / Math.max(1, across)));
  const level = sideways ? Math.min(130, (room - 2 * margin - 4) / Math.max(1, rows - 1)) : exercise ? 118 : 88;
  const spread = { x: least > 0 ? wanted / least : 1, y: gap > 0 ? level / gap : 1 };
  const crowded = spread.x < 1 && !sideways;
  const [long, deep] = [span.x * spread.x + 2 * margin, span.y * spread.y + 2 * margin];
  const [width, height] = sideways ? [Math.max(deep, room - 4), long] : [long, deep];
  const x = (/** @type {TreeNode} */ node) => (sideways ? (node.y - from.y) * spread.y : (node.x - from.x) * spread.x) + margin;
  const y = (/** @type {TreeNode} */ node) => (sideways ? (node.x - from.x) * spread.x : (node.y - from.y) * spread.y) + margin;
  const edges = tree.nodes.map((node, index) => {
    const parent = node.parent === null ? null : tree.nodes[node.parent];
    if (!parent) return null;
    const kind = pruned.has(index) ? 'pruned' : best.has(index) ? 'best' : exercise || state.entered.has(index) ? 'seen' : 'ahead';
    const at = (/** @type {number} */ share) => [x(parent) + share * (x(node) - x(parent)), y(parent) + share * (y(node) - y(parent))];
    const [mx = 0, my = 0] = at(0.5);
    // Where siblings have spread, marks do not run into each other.
    const [cx = 0, cy = 0] = at(0.66);
    const cut = exercise ? (exercise.cut.has(index) ? '' : null) : (state.skipped.get(index) ?? null);
    return s('g', { class: `branch ${kind}`, 'data-node': index },
      s('line', { x1: x(parent), y1: y(parent), x2: x(node), y2: y(node) }),
      cut === null ? null : [s('line', { class: 'cut', x1: cx - 8, y1: cy + 4, x2: cx + 8, y2: cy - 5 }), s('line', { class: 'cut', x1: cx - 8, y1: cy + 9, x2: cx + 8, y2: cy }),
        cut === '' ? null : s('text', { class: 'greek', x: cx + 13, y: cy + 7 }, cut === 'alpha' ? 'α' : 'β')],
      node.move && !crowded && !exercise ? s('text', { class: 'step', x: mx + (sideways ? 0 : x(node) < x(parent) ? -8 : 8), y: my - (sideways ? 8 : 4), translate: 'no' }, node.move) : null);
  });
  const nodes = tree.nodes.map((node, index) => {
    const current = step?.node === index && !exercise;
    const value = node.leaf ? node.value : state.values.get(index);
    const kind = `${node.leaf ? 'leaf' : node.turn}${current ? ' current' : ''}${pruned.has(index) ? ' pruned' : ''}${best.has(index) ? ' best' : ''}${state.left.has(index) || exercise ? ' done' : state.entered.has(index) ? ' open' : ''}${exercise?.wrong.has(index) ? ' wrong' : ''}`;
    // "false" and "faux" are wider than most numbers.
    const half = SIZE * (typeof node.value === 'boolean' ? 0.95 : 0.8);
    const d = node.leaf ? `M${-half} ${-SIZE * 0.7}h${2 * half}v${SIZE * 1.4}h${-2 * half}z`
      : node.turn === 'first' ? `M0 ${-SIZE * 1.1}L${SIZE * 1.15} ${SIZE * 0.85}H${-SIZE * 1.15}z` : `M0 ${SIZE * 1.1}L${SIZE * 1.15} ${-SIZE * 0.85}H${-SIZE * 1.15}z`;
    const window = state.windows.get(index);
    const shown = exercise ? (node.leaf ? figure(node.value) : '') : figure(value);
    const large = exercise && !node.leaf ? 1.75 : 1;
    return s('g', { class: `node ${kind}`, transform: `translate(${x(node)} ${y(node)})`, 'data-node': index },
      s('path', { d, transform: large === 1 ? null : `scale(${large})` }),
      shown ? s('text', { y: node.leaf ? 1 : node.turn === 'first' ? 5 : -4, class: shown.length > 3 ? 'long' : '' }, shown) : null,
      !exercise && !node.leaf && window && state.entered.has(index) ? s('text', { class: 'window', ...(sideways ? { x: -SIZE, y: node.turn === 'first' ? SIZE * 1.35 : -SIZE * 1.35 } : { x: SIZE * 1.3, y: node.turn === 'first' ? -SIZE * 0.5 : SIZE * 0.75 }) }, t('word.interval', { from: edge(window[0], '−∞'), to: edge(window[1], '+∞') })) : null,
      index === 0 && rooted ? s('text', { class: 'step', y: (sideways && node.turn === 'second' ? 1 : -1) * SIZE * 1.6, translate: 'no' }, rooted) : null,
      exercise ? exercise.control(node, index) : null);
  });
  const label = exercise ? t('trees.exercise.label') : t('trees.label', { words: step?.text ?? t('trees.begin') });
  return h('div', { class: 'tree-place', tabindex: '0', role: 'group', 'aria-label': label },
    s('svg', { class: `tree${sideways ? ' sideways' : ''}`, viewBox: `0 0 ${width} ${height}`, width, height, role: exercise ? 'group' : 'img', 'aria-label': label }, edges, nodes));
}

/** The levels of a tree, the least distance of two nodes of a level, the distance of two levels, and where it lies. @param {Tree} tree */
function measures(tree) {
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  for (const node of tree.nodes) rows.set(node.y, [...(rows.get(node.y) ?? []), node.x]);
  let least = Infinity;
  for (const xs of rows.values()) {
    xs.sort((a, b) => a - b);
    for (let i = 1; i < xs.length; i += 1) least = Math.min(least, (xs[i] ?? 0) - (xs[i - 1] ?? 0));
  }
  const ys = [...rows.keys()].sort((a, b) => a - b);
  const [first = 0, second = 1] = ys;
  const xs = tree.nodes.map((node) => node.x);
  const from = { x: Math.min(...xs), y: first };
  return { rows: rows.size, least: Number.isFinite(least) ? least : 0, gap: second - first, from, span: { x: Math.max(...xs) - from.x, y: (ys.at(-1) ?? 0) - first } };
}

/** The nodes along which the value comes from the root. @param {Tree} tree */
function bestLine(tree) {
  const final = stateAfter(tree, tree.steps.length);
  const line = new Set();
  let here = 0;
  for (;;) {
    const next = here === 0 && tree.best.length > 0
      ? childAt(tree, 0, tree.best[0] ?? 0)
      : tree.nodes.findIndex((node, index) => node.parent === here && !final.skipped.has(index) && (final.values.get(index) ?? node.value) === final.values.get(here));
    if (next < 0) return line;
    line.add(next);
    here = next;
  }
}

/** @param {Tree} tree @param {number} parent @param {number} nth */
function childAt(tree, parent, nth) {
  const children = tree.nodes.flatMap((node, index) => (node.parent === parent ? [index] : []));
  return children[nth] ?? -1;
}

/** A tree to be filled in by the reader. */
export class Exercise {
  /** @param {string} kind @param {() => void} changed */
  constructor(kind, changed) {
    this.kind = kind;
    this.changed = changed;
    /** @type {Map<number, string>} */
    this.values = new Map();
    /** @type {Set<number>} */
    this.cut = new Set();
    /** @type {Map<number, string>} */
    this.wrong = new Map();
  }

  /** What a node can be answered with. @param {TreeNode} node @param {number} index */
  control(node, index) {
    const parts = [];
    if (!node.leaf) {
      const up = node.turn === 'first';
      parts.push(s('foreignObject', { x: -20, y: up ? -1 : -25, width: 40, height: 26 },
        h('input', {
          type: 'text', inputmode: 'numeric', class: 'answer', value: this.values.get(index) ?? '', 'aria-label': t('exercise.value', { node: index }), 'data-answer': index, autocomplete: 'off',
          oninput: (/** @type {Event} */ event) => this.values.set(index, /** @type {HTMLInputElement} */ (event.target).value),
        })));
    }
    if (this.kind === 'alphabeta' && node.parent !== null) {
      parts.push(s('foreignObject', { x: -16, y: node.leaf ? -48 : -68, width: 32, height: 30 },
        h('button', { type: 'button', class: 'scissors', 'aria-pressed': String(this.cut.has(index)), 'aria-label': t('exercise.cut', { node: index }), 'data-cut': index, onclick: () => this.toggle(index) }, '✂\uFE0E')));
    }
    return parts;
  }

  /** @param {number} index */
  toggle(index) {
    if (this.cut.has(index)) this.cut.delete(index);
    else this.cut.add(index);
    this.changed();
  }

  answer() {
    const values = Object.fromEntries([...this.values].filter(([, value]) => value.trim() !== '').map(([node, value]) => [String(node), Number(value.trim().replace('−', '-').replace(',', '.'))]));
    return { values, cut: [...this.cut].sort((a, b) => a - b) };
  }
}
