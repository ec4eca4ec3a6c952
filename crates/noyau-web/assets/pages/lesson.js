// The lesson: a path through the five texts of the course, in their order. Each section explains, shows a live figure, poses
// the exercises of the text and leads to the other parts; an exercise can also stand alone, at an address of its own.

import { address, note, parameters } from '../address.js';
import { choice, field, fill, h } from '../elements.js';
import { liveFigure } from '../lesson/figure.js';
import { progress, progressKey } from '../lesson/progress.js';
import { ask } from '../server.js';
import { learn, number, t } from '../text.js';

/** @typedef {import('../lesson/progress.js').Wanted} Wanted */
/**
 * A section: its key in the catalogue, the live figure, its exercises, the links to other parts, and whether it lists a proof.
 * @typedef {{ key: string, figure: import('../lesson/figure.js').Spec, exercises?: Wanted[], links?: [string, import('../address.js').Parameters][], proof?: boolean }} Section
 */

const ATTRACTOR = '{"owner":{"0":"first","1":"first","2":"first","3":"first","4":"second","5":"second","6":"second","7":"second"},"edges":{"0":[4,5],"1":[4,5,6],"2":[7],"3":[],"4":[2],"5":[3],"6":[3],"7":[]},"start":"0"}';
const CHOMP = '{0: [1, 2, 3, 4, 5], 1: [4, 5, 6], 2: [1, 3, 4, 5], 3: [5, 6, 7], 4: [7, 8], 5: [8], 6: [5, 7], 7: [8], 8: []}';
const NIM = '{9: [8, 7, 6], 8: [7, 6, 5], 7: [6, 5, 4], 6: [5, 4, 3], 5: [4, 3, 2], 4: [3, 2, 1], 3: [2, 1], 2: [1], 1: []}';
/** The same with 5 matches: doubled, it is as large as a figure should be. */
const NIM_5 = '{5: [4, 3, 2], 4: [3, 2, 1], 3: [2, 1], 2: [1], 1: []}';
/** A cycle without kernel. */
const CYCLE = '{0: [1], 1: [2], 2: [0]}';
/** A cycle with a way out of it. */
const LOOP = '{0: [1], 1: [2], 2: [0, 3], 3: []}';
/** Two rows of three, by the dominoes of Alice's columns and Bob's rows. */
const DOMINEERING = '{"owner":{"∅":"first","1":"second","2":"second","3":"second","1+h2":"first","1+b2":"first","3+h1":"first","3+b1":"first"},"edges":{"∅":["1","2","3"],"1":["1+h2","1+b2"],"2":[],"3":["3+h1","3+b1"],"1+h2":[],"1+b2":[],"3+h1":[],"3+b1":[]},"start":"∅"}';
/** Three kinds of ends would be too many: 4 is won by the first player, 3 is drawn. */
const DRAW = '{"owner":{"0":"first","1":"second","2":"second","3":"first","4":"first"},"edges":{"0":[1,2],"1":[4],"2":[3,4],"3":[],"4":[]},"first":["4"],"draw":["3"],"start":"0"}';
const CUTS = '[[5, 3, 4], [2, 6, 7], [1, 8, 4]]';

/** @type {Section[][]} */
const CHAPTERS = [
  [
    { key: 'chomp', figure: { game: 'chomp:2x2' }, links: [['play', { game: 'chomp:4x7' }]], exercises: [{ kind: 'best-reply', figure: 'chomp' }] },
    { key: 'arena', figure: { graph: CHOMP }, links: [['arena', { game: 'chomp:2x3' }]], exercises: [{ kind: 'doubling', figure: 'chomp-2x3' }, { kind: 'bipartite', level: 2 }] },
    { key: 'strategy', figure: { graph: CHOMP, tool: 'strategy' }, exercises: [{ kind: 'strategy', figure: 'chomp-2x3' }, { kind: 'strategy', level: 3 }] },
    { key: 'stealing', figure: { game: 'chomp:2x3', tool: 'strategy' }, proof: true },
    { key: 'sinks', figure: { graph: LOOP }, proof: true, exercises: [{ kind: 'acyclic', level: 2 }] },
    { key: 'kernel', figure: { graph: CHOMP, tool: 'kernel' }, links: [['arena', { game: 'chomp:2x4', tool: 'kernel' }]], exercises: [{ kind: 'kernel', figure: 'chomp-2x3' }, { kind: 'kernel', level: 3 }, { kind: 'kernel', figure: 'three-cycle' }] },
    { key: 'kernel-proof', figure: { graph: CYCLE, tool: 'kernel' }, proof: true },
    { key: 'nimbers', figure: { graph: CHOMP, tool: 'nimbers' }, exercises: [{ kind: 'nimbers', figure: 'chomp-2x3' }, { kind: 'nimbers', level: 3 }] },
    { key: 'nimbers-proof', figure: { graph: NIM, tool: 'nimbers' }, proof: true },
    { key: 'wythoff', figure: { game: 'wythoff:2,2', tool: 'nimbers' }, links: [['play', { game: 'wythoff:7,5' }], ['arena', { game: 'wythoff:3,3', tool: 'nimbers' }]], exercises: [{ kind: 'nimbers', figure: 'wythoff-4x4' }, { kind: 'best-reply', figure: 'wythoff' }] },
    { key: 'heuristic', figure: { game: 'connect4', depth: 1 }, links: [['play', { game: 'connect4' }], ['trees', { game: 'connect4', depth: 2 }]] },
    { key: 'minmax', figure: { tree: CUTS, tool: 'minimax' }, links: [['trees', { algorithm: 'minimax' }]], exercises: [{ kind: 'minimax', figure: 'exercise-5' }, { kind: 'minimax', level: 4 }] },
    { key: 'alphabeta', figure: { tree: CUTS, tool: 'alphabeta' }, links: [['trees', {}]], exercises: [{ kind: 'alphabeta', figure: 'alpha-cuts' }, { kind: 'alphabeta', figure: 'beta-cuts' }, { kind: 'alphabeta', figure: 'exercise-5' }, { kind: 'alphabeta', level: 3 }] },
  ],
  [
    { key: 'leapfrog', figure: { game: 'leapfrog:2' }, links: [['play', { game: 'leapfrog:2' }], ['arena', { game: 'leapfrog:2' }]] },
    { key: 'andor', figure: { tree: '[[true, [false, true], false], [[true, false], true], [false, true]]', tool: 'andor' }, links: [['trees', { game: 'leapfrog:2', algorithm: 'andor', depth: 8 }]], exercises: [{ kind: 'andor', figure: 'and-or' }, { kind: 'andor', level: 4 }] },
    { key: 'values', figure: { tree: '[[1, 0], [0, -1], [1, 1, -1]]', tool: 'minimax' }, exercises: [{ kind: 'minimax', level: 3 }] },
    { key: 'horizon', figure: { game: 'connect4:4x4', depth: 2 }, links: [['laboratory', {}]] },
    { key: 'montecarlo', figure: { tree: '[[1, 0, 1], [1, 1, [0, 1]], [0, 0]]', tool: 'montecarlo' }, links: [['trees', { algorithm: 'montecarlo' }], ['laboratory', {}]] },
  ],
  [
    { key: 'representation', figure: { graph: '{0: [1, 2], 1: [3], 2: [1, 3], 3: []}' }, exercises: [{ kind: 'representation', level: 1 }, { kind: 'representation', figure: 'chomp-2x3' }] },
    { key: 'acyclic', figure: { graph: LOOP }, proof: true, exercises: [{ kind: 'acyclic', level: 1 }, { kind: 'acyclic', figure: 'three-cycle' }] },
    { key: 'bipartite', figure: { graph: ATTRACTOR }, exercises: [{ kind: 'bipartite', level: 1 }, { kind: 'bipartite', figure: 'attractor' }] },
    { key: 'nim', figure: { graph: NIM }, links: [['play', { game: 'matches:9,3' }]], exercises: [{ kind: 'doubling', figure: 'nim-9' }, { kind: 'best-reply', figure: 'matches' }] },
    { key: 'nim-proof', figure: { graph: NIM, tool: 'kernel' }, proof: true, exercises: [{ kind: 'kernel', figure: 'nim-9' }] },
    { key: 'alice', figure: { graph: ATTRACTOR, tool: 'strategy' }, exercises: [{ kind: 'strategy', figure: 'attractor' }] },
    { key: 'attractor', figure: { graph: ATTRACTOR, tool: 'attractor' }, links: [['arena', { game: 'matches:9,3', tool: 'attractor', double: 1 }]], exercises: [{ kind: 'attractor', figure: 'attractor' }, { kind: 'attractor', figure: 'nim-9' }, { kind: 'attractor', level: 3 }] },
    { key: 'domineering', figure: { graph: DOMINEERING, tool: 'attractor' }, links: [['play', { game: 'domineering:3x2' }], ['arena', { game: 'domineering:3x2', tool: 'attractor' }]], exercises: [{ kind: 'strategy', figure: 'domineering-2x3' }, { kind: 'attractor', figure: 'domineering-2x3' }] },
    { key: 'draws', figure: { graph: DRAW, tool: 'attractor' }, links: [['play', { game: 'tictactoe' }]] },
  ],
  [
    { key: 'tp-graph', figure: { graph: CHOMP }, exercises: [{ kind: 'representation', figure: 'chomp-2x3' }] },
    { key: 'tp-applicable', figure: { graph: CHOMP, tool: 'strategy' }, exercises: [{ kind: 'strategy', level: 4 }] },
    { key: 'tp-kernel', figure: { game: 'chomp:2x2', tool: 'kernel' }, exercises: [{ kind: 'kernel', figure: 'chomp-2x3' }, { kind: 'kernel', level: 5 }] },
    { key: 'tp-strategy', figure: { game: 'chomp:2x3', tool: 'strategy' }, exercises: [{ kind: 'strategy', figure: 'chomp-2x3' }] },
    { key: 'tp-nimbers', figure: { game: 'chomp:2x2', tool: 'nimbers' }, exercises: [{ kind: 'nimbers', figure: 'chomp-2x3' }, { kind: 'nimbers', level: 5 }] },
  ],
  [
    { key: 'memory', figure: { graph: NIM_5, double: true } },
    { key: 'accessibility', figure: { graph: DRAW, tool: 'strategy' }, exercises: [{ kind: 'bipartite', level: 4 }] },
    { key: 'layers', figure: { graph: NIM_5, tool: 'attractor', double: true }, exercises: [{ kind: 'attractor', level: 4 }, { kind: 'attractor', level: 5 }] },
    { key: 'zermelo', figure: { graph: ATTRACTOR, tool: 'strategy' }, proof: true },
    { key: 'score', figure: { tree: CUTS, tool: 'minimax' }, exercises: [{ kind: 'minimax', level: 5 }] },
    { key: 'bounds', figure: { tree: CUTS, tool: 'alphabeta', form: 'bound' }, exercises: [{ kind: 'alphabeta', level: 4 }, { kind: 'alphabeta', level: 5 }] },
  ],
];

/** What poses and marks exercises comes when one is opened. */
const practising = () => import('../lesson/practice.js');

/** @param {HTMLElement} into */
export async function show(into) {
  await Promise.all([learn('code'), learn('lesson')]);
  const asked = parameters();
  const { kinds } = await ask('/api/exercises');
  const named = (/** @type {{ name: string, title: string }[]} */ list, /** @type {string} */ name) => list.find((one) => one.name === name);
  /** @param {Wanted} wanted */
  const title = ({ kind, figure, level }) => {
    const one = /** @type {any} */ (named(kinds, kind));
    return `${one?.title ?? kind} — ${figure ? (named(one?.figures ?? [], figure)?.title ?? figure) : t('practice.level', { n: level ?? 2 })}`;
  };
  const kind = asked.get('exercise');
  if (kind) return alone(into, kinds, { kind, figure: asked.get('figure') ?? '', level: Number(asked.get('level') ?? 2), seed: Number(asked.get('seed') ?? 1) });
  const chapter = Math.min(CHAPTERS.length, Math.max(1, Number(asked.get('chapter')) || 1));
  /** @type {(() => void)[]} */
  const leaving = [];
  const tally = h('p', { class: 'faint', id: 'tally' });
  const count = () => {
    const all = new Set(CHAPTERS.flat().flatMap((section) => (section.exercises ?? []).map(progressKey)));
    const done = progress();
    fill(tally, t('lesson.tally', { n: [...all].filter((key) => done[key]).length, all: all.size }));
  };
  /** @type {(() => Promise<void>)[]} */
  const coming = [];
  const sections = (CHAPTERS[chapter - 1] ?? []).map((section) => {
    const { figure } = section;
    const place = h('div', { class: 'live-place' });
    coming.push(async () => {
      const live = await liveFigure(figure, t(`l.${section.key}.h`), place.clientWidth || 900);
      leaving.push(live.leave);
      fill(place, live.element);
    });
    return h('section', { class: 'lesson-section', id: section.key, 'aria-labelledby': `h-${section.key}` },
      h('h2', { id: `h-${section.key}` }, t(`l.${section.key}.h`)),
      t(`l.${section.key}`).split('\n').map((text) => h('p', {}, text)),
      section.proof ? h('p', { class: 'proof' }, h('strong', {}, t('lesson.proof')), ' ', t(`l.${section.key}.p`)) : null,
      place,
      (section.exercises ?? []).map((wanted) => exercise(wanted, title(wanted), count)),
      section.links ? h('p', { class: 'ways-on' }, section.links.map(([part, state]) => h('a', { href: address(`/${part}`, state), 'aria-label': `${t(`lesson.to.${part}`)} (${t(`l.${section.key}.h`)})` }, t(`lesson.to.${part}`)))) : null);
  });
  into.append(
    h('h1', {}, t('part.lesson')), h('p', {}, t('lesson.intro')),
    h('nav', { class: 'chapters', 'aria-label': t('lesson.chapters') }, CHAPTERS.map((_, i) =>
      h('a', { href: address('/lesson', { chapter: i + 1 }), 'aria-current': i + 1 === chapter ? 'step' : null }, t(`lesson.chapter.${i + 1}`)))),
    tally, h('a', { class: 'free', href: address('/lesson', { exercise: 'kernel' }) }, t('lesson.free')),
    ...sections,
    h('p', { class: 'ways-on' }, chapter < CHAPTERS.length ? h('a', { href: address('/lesson', { chapter: chapter + 1 }) }, t('lesson.next')) : null));
  count();
  // The first figure is seen at once; the others come while the text is read.
  await coming.shift()?.();
  coming.forEach((draw) => void draw().catch(() => {}));
  return { leave: () => leaving.forEach((leave) => leave()) };
}

/** An exercise in its place, loaded when it is opened. @param {Wanted} wanted @param {string} title @param {() => void} count */
function exercise(wanted, title, count) {
  const state = h('span', { class: 'solved' });
  const tell = () => {
    const times = progress()[progressKey(wanted)] ?? 0;
    fill(state, times > 0 ? `✓ ${number(times)}` : '');
    state.setAttribute('aria-label', times > 0 ? t('practice.solved', { n: times }) : '');
    state.hidden = times === 0;
    count();
  };
  /** @type {Promise<import('../lesson/practice.js').Practice> | null} */
  let practice = null;
  const open = async () => {
    practice ??= practising().then(({ Practice }) => new Practice(wanted, tell));
    practice.catch(() => (practice = null));
    const one = await practice;
    if (!one.element.isConnected) box.append(one.element);
    if (!one.posed) await one.load();
  };
  const box = h('details', {
    class: 'exercise', ontoggle: () => {
      if (box.open) void open().catch(() => {});
    },
  }, h('summary', {}, h('span', {}, t('lesson.exercise')), ' ', h('span', { data: true }, title), ' ', state));
  state.setAttribute('role', 'img');
  tell();
  return box;
}

/** One exercise alone. @param {HTMLElement} into @param {any[]} kinds @param {Wanted} wanted */
async function alone(into, kinds, wanted) {
  const told = ({ kind, figure, level, seed } = wanted) => note(address('/lesson', { exercise: kind, figure: figure || null, level: figure ? null : level, seed: figure ? null : seed }));
  const { Practice } = await practising();
  const practice = new Practice(wanted, told);
  const figures = kinds.find((one) => one.name === wanted.kind)?.figures ?? [];
  const go = (/** @type {Wanted} */ next) => {
    told(next);
    into.replaceChildren();
    void alone(into, kinds, next);
  };
  const kind = choice(kinds.map((one) => [one.name, one.title]), wanted.kind, (chosen) => go({ kind: chosen }), { data: true });
  const figure = choice([['', t('practice.generated')], ...figures.map((/** @type {{ name: string, title: string }} */ one) => [one.name, one.title])], wanted.figure ?? '', (chosen) => go({ ...wanted, figure: chosen }), { data: true });
  into.append(h('h1', {}, t('part.lesson')),
    h('div', { class: 'bar' }, field(t('practice.kind'), kind), field(t('practice.figure'), figure, 'wide'), h('a', { href: address('/lesson') }, t('lesson.path'))),
    practice.element);
  await practice.load();
  return {};
}
