// The algorithms of the course as steps on an arena: what each vertex looks like after so many of them, and what the last one
// did, in words.

import { t } from '../text.js';

/** @typedef {import('../graph.js').Vertex} Vertex */
/** @typedef {import('../graph.js').Edge} Edge */
/** @typedef {import('../graph.js').Look} Look */
/** @typedef {{ layers: number[][], strategy: [number, number][] }} Attractor */
/**
 * @typedef {object} Arena
 * @property {Vertex[]} vertices
 * @property {Edge[]} edges
 * @property {number} width
 * @property {number} height
 * @property {number} start
 * @property {{ vertices: number, edges: number, sinks: number[], acyclic: boolean, cycle: number[] | null, bipartite: boolean, sides: number[][] | null, longest: number | null }} info
 * @property {{ kernel: number[], won: number[], undecided: number[], steps: { take: number, drop: number[] }[] }} kernel
 * @property {number[] | null} nimbers
 * @property {{ first: Attractor, second: Attractor } | null} attractor
 * @property {{ outcome: ('win' | 'draw' | 'loss')[], distance: (number | null)[] } | null} solution none in games with points
 * @property {{ winner: 'first' | 'second' | null, moves: [number, number][] } | null} strategy
 * @property {string} text
 */
/** @typedef {{ count: number, look: (step: number) => Look, words: (step: number) => string }} Steps */

/** @param {Arena} arena @param {number[]} vertices in the order given, or by number */
export const names = (arena, vertices) => vertices.map((vertex) => arena.vertices[vertex]?.name ?? '').join(', ');

/** @param {Arena} arena @param {number[]} vertices */
const sorted = (arena, vertices) => names(arena, [...vertices].sort((a, b) => a - b));

/** @param {Arena} arena */
export function successors(arena) {
  /** @type {number[][]} */
  const all = arena.vertices.map(() => []);
  for (const { from, to } of arena.edges) all[from]?.push(to);
  return all;
}

/** The look of nothing in particular. @type {Look} */
export const PLAIN = { vertex: () => 'plain', edge: () => 'plain', tab: () => null };

/** The kernel: a vertex without successor belongs to it; it goes with its predecessors; again. @param {Arena} arena @returns {Steps} */
export function kernelSteps(arena) {
  const { steps, kernel, undecided } = arena.kernel;
  const taken = new Map(steps.map((step, i) => [step.take, i]));
  const dropped = new Map(steps.flatMap((step, i) => step.drop.map((vertex) => /** @type {[number, number]} */ ([vertex, i]))));
  return {
    count: steps.length,
    look: (now) => {
      const gone = (/** @type {number} */ vertex) => (taken.get(vertex) ?? Infinity) < now || (dropped.get(vertex) ?? Infinity) < now;
      return {
        vertex: (vertex) => {
          const [take, drop] = [taken.get(vertex) ?? Infinity, dropped.get(vertex) ?? Infinity];
          if (take < now) return take === now - 1 ? 'kernel current' : 'kernel';
          if (drop < now) return drop === now - 1 ? 'dropped recent' : 'dropped';
          return now === steps.length && undecided.includes(vertex) ? 'undecided' : 'plain';
        },
        edge: ({ from, to }) => {
          const move = (taken.get(to) ?? Infinity) === now - 1 && (dropped.get(from) ?? Infinity) === now - 1;
          return move ? 'bold' : gone(from) || gone(to) ? 'faded' : 'plain';
        },
        tab: () => null,
      };
    },
    words: (now) => {
      if (now === 0) return t('kernel.begin');
      const step = steps[now - 1];
      if (!step) return '';
      const vertex = arena.vertices[step.take]?.name ?? '';
      const done = now === steps.length ? ` ${t('kernel.done', { kernel: sorted(arena, kernel) })}${undecided.length > 0 ? ` ${t('kernel.undecided', { vertices: sorted(arena, undecided) })}` : ''}` : '';
      return (step.drop.length > 0 ? t('kernel.step', { vertex, predecessors: sorted(arena, step.drop) }) : t('kernel.alone', { vertex })) + done;
    },
  };
}

/**
 * The attractor: layer by layer, the vertices from which a player can force the targets.
 * @param {Arena} arena @param {Attractor} attractor @param {'first' | 'second'} player @returns {Steps}
 */
export function attractorSteps(arena, attractor, player) {
  const layer = new Map(attractor.layers.flatMap((vertices, i) => vertices.map((vertex) => /** @type {[number, number]} */ ([vertex, i]))));
  const strategy = new Map(attractor.strategy);
  return {
    count: attractor.layers.length,
    look: (now) => ({
      vertex: (vertex) => {
        const at = layer.get(vertex) ?? Infinity;
        if (at >= now) return 'plain';
        const kind = at === 0 ? 'target' : 'attracted';
        return at === now - 1 ? `${kind} current` : kind;
      },
      edge: ({ from, to }) => ((layer.get(from) ?? Infinity) < now && strategy.get(from) === to ? 'bold' : (layer.get(from) ?? Infinity) < now && (layer.get(to) ?? Infinity) < now ? 'plain' : 'pale'),
      tab: (vertex) => {
        const at = layer.get(vertex) ?? Infinity;
        return at < now ? String(at) : null;
      },
    }),
    words: (now) => {
      if (now === 0) return t('attractor.begin', { side: t(`side.${player}`) });
      const vertices = sorted(arena, attractor.layers[now - 1] ?? []);
      const done = now === attractor.layers.length ? ` ${t('attractor.done', { n: layer.size, all: arena.vertices.length })}` : '';
      return (now === 1 ? t('attractor.targets', { vertices }) : t('attractor.step', { k: now - 1, vertices, side: t(`side.${player}`) })) + done;
    },
  };
}

/** Nimbers: a vertex whose successors all have one gets the least number that none of them has. @param {Arena} arena @returns {Steps} */
export function nimberSteps(arena) {
  const nimbers = arena.nimbers ?? [];
  const out = successors(arena);
  /** @type {number[][]} */
  const back = arena.vertices.map(() => []);
  const left = out.map((to) => to.length);
  for (const { from, to } of arena.edges) back[to]?.push(from);
  /** @type {number[]} */
  const order = [];
  // The one that comes first in the file is taken first, as by hand.
  const ready = left.flatMap((count, vertex) => (count === 0 ? [vertex] : []));
  while (ready.length > 0) {
    const vertex = /** @type {number} */ (ready.shift());
    order.push(vertex);
    for (const before of back[vertex] ?? []) {
      left[before] = (left[before] ?? 0) - 1;
      if (left[before] === 0) ready.push(before);
    }
  }
  const place = new Map(order.map((vertex, i) => [vertex, i]));
  return {
    count: order.length,
    look: (now) => ({
      vertex: (vertex) => {
        const at = place.get(vertex) ?? Infinity;
        if (at >= now) return 'plain';
        const kind = nimbers[vertex] === 0 ? 'kernel' : 'numbered';
        return at === now - 1 ? `${kind} current` : kind;
      },
      edge: ({ from }) => (place.get(from) === now - 1 ? 'bold' : 'plain'),
      tab: (vertex) => ((place.get(vertex) ?? Infinity) < now ? `∗${nimbers[vertex] ?? ''}` : null),
    }),
    words: (now) => {
      if (now === 0) return t('nimbers.begin');
      const vertex = order[now - 1] ?? 0;
      const seen = [...new Set((out[vertex] ?? []).map((to) => nimbers[to] ?? 0))].sort((a, b) => a - b);
      const values = { vertex: arena.vertices[vertex]?.name ?? '', nimber: nimbers[vertex] ?? 0, seen: seen.join(', ') };
      return seen.length === 0 ? t('nimbers.sink', values) : t('nimbers.step', values);
    },
  };
}

/** The strategy in bold, and who wins where. @param {Arena} arena @returns {Look} */
export function solutionLook(arena) {
  const bold = new Set((arena.strategy?.moves ?? []).map(([from, to]) => `${from} ${to}`));
  return {
    vertex: (vertex) => arena.solution?.outcome[vertex] ?? 'plain',
    edge: ({ from, to }) => (bold.has(`${from} ${to}`) ? 'bold' : 'pale'),
    tab: (vertex) => {
      const distance = arena.solution?.distance[vertex];
      return distance === null || distance === undefined ? null : String(distance);
    },
  };
}
