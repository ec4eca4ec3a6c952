// The searches of trees as lines of the course, and Monte-Carlo, which the page runs by itself.

import { t } from '../text.js';
import { figure, stateAfter } from './drawing.js';

/** @typedef {import('./drawing.js').Tree} Tree */
/** @typedef {import('./drawing.js').TreeStep} TreeStep */

/** How many plays are drawn. */
const SAMPLES = 12;

/** The lines of each half, First's and Second's: of the whole half, entering, a leaf, the value of a child, a cut, the return. @type {Record<string, number[]>} */
const LINES = { minimax: [5, 3, 2, 4, 4, 5], andor: [5, 3, 2, 4, 4, 5], extreme: [7, 3, 2, 4, 5, 7], bound: [6, 3, 2, 4, 5, 6] };
const KINDS = ['', 'enter', 'leaf', 'value', 'cut', 'leave'];

/**
 * What a step does in the lines of its algorithm.
 * @param {Tree} tree @param {number} now @param {string} algorithm @returns {import('../stepper.js').Lit}
 */
export function treeCode(tree, now, algorithm) {
  const step = tree.steps[now - 1];
  if (!step) return { lines: [1], values: [] };
  if (algorithm === 'montecarlo') {
    const sums = tree.steps.slice(0, now).filter((one) => one.kind === 'leaf');
    const sum = sums.reduce((all, one) => all + Number(one.value ?? 0), 0);
    const line = { enter: step.node === 0 ? 3 : 5, leaf: 6, value: 2, cut: 7, leave: 7 }[step.kind];
    return { lines: [line], values: [['i', sums.length], ['S', figure(sum)]] };
  }
  const lines = LINES[algorithm] ?? [];
  const node = tree.nodes[step.node];
  const half = node?.turn === 'second' ? (lines[0] ?? 0) : 0;
  const { windows, values } = stateAfter(tree, now);
  const window = windows.get(step.node);
  const value = values.get(step.node);
  return {
    lines: [half + (lines[KINDS.indexOf(step.kind)] ?? 1)],
    values: [
      ['p', node?.label || node?.move || '0'],
      .../** @type {[string, string][]} */ (window && algorithm !== 'minimax' && algorithm !== 'andor' ? [['α', figure(window[0] ?? -Infinity)], ['β', figure(window[1] ?? Infinity)]] : []),
      .../** @type {[string, string][]} */ (value === undefined ? [] : [['v', figure(value)]]),
    ],
  };
}

/**
 * Plays drawn at random down the tree, and the mean of what they end with.
 * @param {Tree} tree @param {number} seed @returns {TreeStep[]}
 */
export function sampled(tree, seed) {
  let state = seed >>> 0;
  // A small generator (Steele and Vigna's mix of a counter).
  const below = (/** @type {number} */ n) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % n;
  };
  /** @type {number[][]} */
  const children = tree.nodes.map(() => []);
  tree.nodes.forEach((node, index) => node.parent !== null && children[node.parent]?.push(index));
  /** @type {TreeStep[]} */
  const steps = [];
  let sum = 0;
  for (let i = 1; i <= SAMPLES; i += 1) {
    let node = 0;
    steps.push({ kind: 'enter', node, text: t('sampled.begin', { i }) });
    for (let next = children[0] ?? []; next.length > 0; next = children[node] ?? []) {
      node = next[below(next.length)] ?? 0;
      steps.push({ kind: 'enter', node, text: t('sampled.move', { move: tree.nodes[node]?.move ?? '' }) });
    }
    const value = Number(tree.nodes[node]?.value ?? 0);
    sum += value;
    steps.push({ kind: 'leaf', node, value, text: t('sampled.end', { value: figure(value) }) });
    const mean = Math.round((100 * sum) / i) / 100;
    steps.push({ kind: i === SAMPLES ? 'leave' : 'value', node: 0, value: mean, best: mean, text: t('sampled.mean', { i, mean }) });
  }
  return steps;
}
