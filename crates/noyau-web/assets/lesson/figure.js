// A live figure of the lesson: a graph or a tree, with the steps of an algorithm and its lines where there is one.

import { attractorSteps, kernelSteps, markCopies, nimberSteps, PLAIN, solutionLook } from '../arena/steps.js';
import { h } from '../elements.js';
import { GraphView } from '../graph.js';
import { ask } from '../server.js';
import { t } from '../text.js';

/**
 * What a figure shows: a game or the text of a graph, by an algorithm; the text of a tree; or a game to a depth, as a tree.
 * @typedef {{ game?: string, graph?: string, tree?: string, depth?: number, tool?: string, double?: boolean, form?: string }} Spec
 */

/** @param {Spec} spec @param {string} label @param {number} room the width of its place @returns {Promise<{ element: HTMLElement, leave: () => void }>} */
export async function liveFigure(spec, label, room) {
  const element = h('figure', { class: 'live' });
  const caption = h('figcaption', { class: 'unseen' }, label);
  if (spec.tree || spec.depth) {
    const tool = spec.tool ?? 'minimax';
    const source = spec.tree ? { text: spec.tree, format: 'auto' } : { game: spec.game, depth: spec.depth };
    const request = { ...source, algorithm: tool === 'montecarlo' ? 'minimax' : tool, form: spec.form ?? 'extreme' };
    // A lesson begins with a graph that stands still.
    const [tree, { sampled, treeCode }, { drawTree }, { Stepper }] = await Promise.all([ask('/api/tree', request), import('../trees/code.js'), import('../trees/drawing.js'), import('../stepper.js')]);
    if (tool === 'montecarlo') tree.steps = sampled(tree, 1);
    const place = h('div', { class: 'tree-drawing' });
    const stepper = new Stepper((step) => {
      place.replaceChildren(drawTree(tree, step, null, room));
      return step === 0 ? t('trees.begin') : (tree.steps[step - 1]?.text ?? '');
    });
    const named = tool === 'alphabeta' ? (spec.form ?? 'extreme') : tool;
    stepper.code(t(`code.${named}`), (now) => treeCode(tree, now, named));
    stepper.set(tree.steps.length, 0);
    element.append(place, stepper.element, caption);
    return { element, leave: () => stepper.stop() };
  }
  const source = spec.game ? { game: spec.game } : { text: spec.graph, format: 'auto' };
  /** @type {import('../arena/steps.js').Arena} */
  let arena = await ask('/api/arena', { ...source, most: 200, direction: 'right', double: spec.double ?? false });
  // On a phone a long graph is drawn from top to bottom.
  if (innerWidth < 700 && arena.width > 1.2 * room) arena = await ask('/api/arena', { ...source, most: 200, direction: 'down', double: spec.double ?? false });
  if (spec.double) markCopies(arena.vertices);
  // Round or square says who moves.
  const vertices = arena.vertices.map((vertex) => (vertex.owner && spec.game ? { ...vertex, name: vertex.name.replace(/ (first|second)$/, '') } : vertex));
  const view = new GraphView(() => {});
  view.svg.setAttribute('aria-label', label);
  view.set(vertices, arena.edges, arena.width, arena.height);
  const { tool } = spec;
  const steps = tool === 'kernel' ? kernelSteps(arena) : tool === 'nimbers' && arena.nimbers ? nimberSteps(arena) : tool === 'attractor' && arena.attractor ? attractorSteps(arena, arena.attractor.first, 'first') : null;
  element.append(view.element);
  if (!steps) {
    view.paint(tool === 'strategy' ? solutionLook(arena) : PLAIN);
    element.append(caption);
    return { element, leave: () => {} };
  }
  const { Stepper } = await import('../stepper.js');
  const stepper = new Stepper((step) => {
    view.paint(steps.look(step));
    return steps.words(step);
  });
  stepper.code(t(`code.${tool}`), steps.code);
  stepper.set(steps.count, 0);
  element.append(stepper.element, caption);
  return { element, leave: () => stepper.stop() };
}
