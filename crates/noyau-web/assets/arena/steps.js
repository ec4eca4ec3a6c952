// The algorithms of the course as steps on an arena: what each vertex looks like after so many of them, and what the last one
// did, in words.

import { letter, number, plural, t } from '../text.js';

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
 * @property {{ vertices: number, edges: number, sinks: number[], acyclic: boolean | null, cycle: number[] | null, bipartite: boolean | null, sides: number[][] | null, longest: number | null }} info
 * @property {{ kernel: number[], won: number[], undecided: number[], steps: { take: number, drop: number[] }[], all?: { kernels: number[][], complete: boolean } } | null} kernel none of a part
 * @property {number[] | null} nimbers
 * @property {{ first: Attractor, second: Attractor } | null} attractor
 * @property {{ outcome: ('win' | 'draw' | 'loss' | null)[], distance: (number | null)[] } | null} solution none in games with points
 * @property {{ winner: 'first' | 'second' | null, moves: [number, number][] } | null} strategy
 * @property {string} text
 * @property {{ kind: string, size: number, open: number[], cut: boolean, vertices: number | null, more_than: number | null } | null} part what is shown of a larger arena
 */
/** @typedef {{ count: number, look: (step: number) => Look, words: (step: number) => string, code: (step: number) => import('../stepper.js').Lit }} Steps */

/** So many names are a sentence. */
const NAMED = 60;

/** @param {Arena} arena @param {number[]} vertices in the order given, or by number */
export const names = (arena, vertices) => vertices.slice(0, NAMED).map((vertex) => arena.vertices[vertex]?.name ?? '').join(', ') + (vertices.length > NAMED ? `, … (${number(vertices.length)})` : '');

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
  /** @type {NonNullable<Arena['kernel']>} */
  const { steps, kernel, undecided, all } = arena.kernel ?? { kernel: [], won: [], undecided: [], steps: [] };
  // Where cycles are left, a last step says so and what kernels there are: the walk itself decides nothing there.
  const count = steps.length + (undecided.length > 0 ? 1 : 0);
  const taken = new Map(steps.map((step, i) => [step.take, i]));
  const dropped = new Map(steps.flatMap((step, i) => step.drop.map((vertex) => /** @type {[number, number]} */ ([vertex, i]))));
  return {
    count,
    look: (now) => {
      const gone = (/** @type {number} */ vertex) => (taken.get(vertex) ?? Infinity) < now || (dropped.get(vertex) ?? Infinity) < now;
      return {
        vertex: (vertex) => {
          const [take, drop] = [taken.get(vertex) ?? Infinity, dropped.get(vertex) ?? Infinity];
          if (take < now) return take === now - 1 ? 'kernel current' : 'kernel';
          if (drop < now) return drop === now - 1 ? 'dropped recent' : 'dropped';
          return now === count && undecided.includes(vertex) ? 'undecided' : 'plain';
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
      if (!step) return `${plural('kernel.stuck', undecided.length, { vertices: sorted(arena, undecided) })} ${kernels(arena, all)}`;
      const vertex = arena.vertices[step.take]?.name ?? '';
      const done = now === count ? ` ${t('kernel.done', { kernel: sorted(arena, kernel) })}` : '';
      return (step.drop.length > 0 ? plural('kernel.step', step.drop.length, { vertex, predecessors: sorted(arena, step.drop) }) : t('kernel.alone', { vertex })) + done;
    },
    code: (now) => {
      const step = steps[now - 1];
      if (!step) return { lines: [1], values: [['N', '∅']] };
      const left = arena.vertices.length - steps.slice(0, now).reduce((sum, one) => sum + 1 + one.drop.length, 0);
      return {
        lines: now === steps.length && left === 0 ? [5, 6] : [5],
        values: [['s', arena.vertices[step.take]?.name ?? ''], ['N', `{${names(arena, steps.slice(0, now).map((one) => one.take))}}`], ['|S|', left]],
      };
    },
  };
}

/** Which kernels a graph with cycles has, as far as is known. @param {Arena} arena @param {NonNullable<Arena['kernel']>['all']} all */
function kernels(arena, all) {
  if (!all) return '';
  const list = all.kernels.map((kernel) => `{${sorted(arena, kernel)}}`).join(', ');
  if (!all.complete) return all.kernels.length > 0 ? t('kernels.some', { list }) : t('kernels.unknown');
  return all.kernels.length > 0 ? plural('kernels', all.kernels.length, { list }) : t('kernels.none');
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
      const done = now === attractor.layers.length ? ` ${plural('attractor.done', layer.size, { all: arena.vertices.length })}` : '';
      return (now === 1 ? t('attractor.targets', { vertices }) : t('attractor.step', { k: now - 1, vertices, side: t(`side.${player}`) })) + done;
    },
    code: (now) => {
      const added = attractor.layers[now - 1] ?? [];
      const own = added.some((vertex) => arena.vertices[vertex]?.owner === player);
      const other = added.some((vertex) => arena.vertices[vertex]?.owner !== player);
      return {
        lines: now <= 1 ? [1] : [...(own ? [4] : []), ...(other ? [5] : []), ...(now === attractor.layers.length ? [7] : [])],
        values: now === 0 ? [] : [['k', now - 1], ['A', `{${sorted(arena, attractor.layers.slice(0, now).flat())}}`]],
      };
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
    code: (now) => {
      const vertex = order[now - 1];
      if (vertex === undefined) return { lines: [1], values: [] };
      const to = out[vertex] ?? [];
      const seen = [...new Set(to.map((one) => nimbers[one] ?? 0))].sort((a, b) => a - b);
      return {
        lines: [to.length === 0 ? 3 : 4, ...(now === order.length ? [5] : [])],
        values: [['s', arena.vertices[vertex]?.name ?? ''], ['E', `{${seen.join(', ')}}`], ['n(s)', nimbers[vertex] ?? 0]],
      };
    },
  };
}

/** The strategy in bold, and who wins where. @param {Arena} arena @returns {Look} */
export function solutionLook(arena) {
  const bold = new Set((arena.strategy?.moves ?? []).map(([from, to]) => `${from} ${to}`));
  return {
    vertex: (vertex) => arena.solution?.outcome[vertex] ?? (arena.part ? 'unknown' : 'plain'),
    edge: ({ from, to }) => (bold.has(`${from} ${to}`) ? 'bold' : arena.part ? 'plain' : 'pale'),
    tab: (vertex) => {
      const distance = arena.solution?.distance[vertex];
      return distance === null || distance === undefined ? null : String(distance);
    },
  };
}

/** Signs for letters and digits below the line and, since most letters have none, above it. */
const LOW = /** @type {Record<string, string>} */ ({ 1: '₁', 2: '₂', a: 'ₐ', e: 'ₑ', j: 'ⱼ' });
const HIGH = Object.fromEntries([...'abcdefghijklmnoprstuvwxyz'].map((sign, i) => [sign, [...'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ'][i] ?? '']));

/** How the copies of both sides are marked: both below, or both above. */
const copies = () => {
  const letters = [letter(0), letter(1)];
  const signs = [LOW, HIGH].find((all) => letters.every((sign) => all[sign]));
  return letters.map((sign) => signs?.[sign] ?? `_${sign}`);
};

/** Gives the copies of a vertex in a bipartite view the letters of the sides below, as in the course. @param {Vertex[]} vertices */
export function markCopies(vertices) {
  const [first = '', second = ''] = copies();
  for (const vertex of vertices) vertex.name = vertex.name.replace(/ (first|second)$/, (_, side) => (side === 'first' ? first : second));
}
