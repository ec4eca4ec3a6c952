// The laboratory: agents meet, and what can be concluded from it.

import { address, note, parameters } from '../address.js';
import { announce, choice, field, fill, h } from '../elements.js';
import { forget, follow, isActive, JobBar } from '../jobs.js';
import { composer } from '../laboratory/composer.js';
import { title } from '../names.js';
import { ask, catalogue } from '../server.js';
import { number, pair, t } from '../text.js';

/** @typedef {import('../jobs.js').Job} Job */

const KINDS = ['duel', 'tournament', 'learn'];

/** @param {HTMLElement} into */
export async function show(into) {
  const known = await catalogue();
  const page = new Laboratory(into, known);
  const id = parameters().get('job');
  await page.list();
  if (id) await page.open(id);
  const look = () => void page.list().catch(() => page.draw(true));
  const clock = setInterval(look, 3000);
  return {
    again: look,
    leave: () => {
      clearInterval(clock);
      page.giveUp();
    },
  };
}

class Laboratory {
  /** @param {HTMLElement} into @param {import('../server.js').Catalogue} known */
  constructor(into, known) {
    this.known = known;
    this.giveUp = () => {};
    /** @type {string | null} */
    this.opened = null;
    this.listed = '';
    /** @type {Job[]} */
    this.mine = [];
    this.jobs = h('ul', { class: 'jobs', 'aria-label': t('lab.jobs') });
    this.shown = h('div', { class: 'shown-job' });
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true, data: true });
    into.append(h('h1', {}, t('part.laboratory')),
      h('div', { class: 'arena-page' },
        h('section', { class: 'source', 'aria-label': t('lab.set-up') }, h('p', { class: 'faint' }, t('lab.intro')), this.form(), this.problem, h('h2', {}, t('lab.jobs')), this.jobs),
        h('section', { class: 'drawing', 'aria-label': t('lab.results'), 'aria-live': 'off' }, this.shown)));
    fill(this.shown, h('p', { class: 'faint empty' }, t('lab.none')));
  }

  form() {
    const asked = parameters();
    const agentNames = this.known.agents;
    const kind = choice(KINDS.map((one) => [one, t(`lab.${one}`)]), KINDS.includes(asked.get('kind') ?? '') ? (asked.get('kind') ?? '') : 'duel', () => arrange(), { name: 'kind' });
    const game = h('input', { type: 'text', name: 'game', list: 'lab-games', value: asked.get('game') ?? 'connect4:5x4', required: true, autocomplete: 'off', spellcheck: 'false', data: true });
    const agents = h('div', { class: 'agents', role: 'group', 'aria-label': t('lab.agents') });
    /** The heuristics of the game, asked for when a list of them is opened. @type {{ game: string, names: Promise<string[]> } | null} */
    let judged = null;
    const heuristics = () => {
      const name = game.value.trim();
      if (judged?.game !== name) judged = { game: name, names: ask('/api/game', { game: name }).then((state) => state.scores.map((/** @type {{ name: string }} */ one) => one.name)) };
      return judged.names;
    };
    /** @param {string} value */
    const addAgent = (value) => {
      const row = composer(agentNames, value, t('lab.agent', { n: agents.children.length + 1 }), heuristics, () => { if (agents.children.length > 2) row.remove(); });
      agents.append(row);
    };
    for (const agent of (asked.get('agents') ?? 'alphabeta:4 mcts:400').split(' ')) addAgent(agent);
    const more = h('button', { type: 'button', onclick: () => addAgent('random') }, t('lab.add'));
    const games = h('input', { type: 'number', name: 'games', min: 1, max: 1_000_000, value: asked.get('games') ?? '100' });
    const opening = h('input', { type: 'number', name: 'opening', min: 0, max: 100, value: asked.get('opening') ?? '2' });
    const seed = h('input', { type: 'number', name: 'seed', min: 0, value: asked.get('seed') ?? '1' });
    const seconds = h('input', { type: 'number', name: 'seconds', min: 1, max: 3600, value: '30' });
    const test = h('input', { type: 'checkbox', name: 'sprt', onchange: () => arrange() });
    const bounds = [['0', 'elo0'], ['20', 'elo1'], ['0.05', 'alpha'], ['0.05', 'beta']].map(([value, name]) => h('input', { type: 'number', step: 'any', name: name ?? '', value: value ?? '' }));
    const boundFields = h('div', { class: 'bar' }, bounds.map((box) => field(t(`sprt.${box.name}`), box, 'short')));
    const contest = h('div', {}, h('h2', {}, t('lab.agents')), agents, more, h('div', { class: 'bar' }, field(t('lab.games'), games, 'short'), field(t('lab.opening'), opening, 'short'), field(t('lab.seed'), seed, 'short')));
    const sequential = h('div', {}, h('label', { class: 'check' }, test, h('span', {}, t('lab.sprt'))), boundFields);
    const learning = field(t('lab.seconds'), seconds, 'short');
    const arrange = () => {
      contest.hidden = kind.value === 'learn';
      sequential.hidden = kind.value !== 'duel';
      learning.hidden = kind.value !== 'learn';
      boundFields.hidden = !test.checked;
      more.hidden = kind.value !== 'tournament';
      if (kind.value === 'duel') while (agents.children.length > 2) agents.lastElementChild?.remove();
      agents.classList.toggle('two', kind.value === 'duel');
    };
    arrange();
    return h('form', {
      class: 'lab-form', onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const named = [.../** @type {NodeListOf<HTMLInputElement>} */ (agents.querySelectorAll('input[name=agent]'))].map((box) => box.value.trim()).filter(Boolean);
        const request = kind.value === 'learn'
          ? { kind: 'learn', game: game.value.trim(), seconds: Number(seconds.value), seed: Number(seed.value) }
          : { kind: kind.value, game: game.value.trim(), agents: named, games: Number(games.value), opening: Number(opening.value), seed: Number(seed.value), ...(kind.value === 'duel' ? { sprt: test.checked ? bounds.map((box) => Number(box.value)) : null } : {}) };
        await this.start(request);
      },
    },
    h('div', { class: 'bar' }, field(t('lab.kind'), kind), field(t('arena.game'), game)),
    h('datalist', { id: 'lab-games' }, this.known.games.map((one) => h('option', { value: one.default && !one.needs_file ? `${one.name}:${one.default}` : one.name }))),
    h('datalist', { id: 'lab-agents' }, agentNames.map((one) => h('option', { value: one.example || one.name }))),
    contest, sequential, learning,
    h('button', { type: 'submit', class: 'primary start' }, t('lab.start')));
  }

  /** @param {object} request */
  async start(request) {
    try {
      const { id } = await ask('/api/jobs', request);
      this.problem.hidden = true;
      note(address('/laboratory', { job: id }), true);
      await this.open(id);
      await this.list();
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }

  async list() {
    /** @type {{ jobs: Job[] }} */
    const { jobs } = await ask('/api/jobs');
    this.mine = jobs.filter((job) => KINDS.includes(job.kind));
    this.draw(false);
  }

  /** @param {boolean} lost whether the server does not answer: nobody knows what runs */
  draw(lost) {
    /** @type {Job[]} */
    const mine = this.mine.map((job) => (lost && isActive(job) ? { ...job, state: 'lost' } : job));
    const key = JSON.stringify(mine.map((job) => [job.id, job.state, job.done])) + this.opened;
    if (key === this.listed) return;
    this.listed = key;
    // Experiments that are alike are told apart by their numbers.
    fill(this.jobs, mine.map((job, i) => h('li', { class: job.id === this.opened ? 'open' : '' },
      h('a', { href: address('/laboratory', { job: job.id }), 'data-job': job.id, 'aria-current': job.id === this.opened ? 'true' : null },
        h('span', { class: 'faint' }, `${number(i + 1)}. `), h('strong', {}, title(job.game)), ' ', h('span', { data: true }, (job.request?.agents ?? []).join(' – ')), h('br'),
        h('span', { class: `job-state ${job.state}` }, t(`job.${job.state}`)), ' ', h('span', { class: 'faint' }, `${number(job.done)} / ${number(job.total)}`)),
      isActive(job) ? null : h('button', { type: 'button', class: 'remove', 'aria-label': pair(t('lab.forget'), `${number(i + 1)}. ${title(job.game)} ${(job.request?.agents ?? []).join(' – ')}`), title: t('lab.forget'), onclick: async () => { await forget(job); await this.list(); } }, '×'))));
  }

  /** @param {string} id */
  async open(id) {
    this.giveUp();
    this.opened = id;
    const [{ results }, { Live }] = await Promise.all([import('../laboratory/results.js'), import('../laboratory/live.js')]);
    if (this.opened !== id) return;
    const bar = new JobBar(() => void this.open(id));
    const heading = h('h2', {});
    const shown = results();
    const live = new Live();
    // Boards come and go: last, where they move nothing.
    fill(this.shown, heading, bar.element, shown.element, live.element);
    let last = '';
    const stop = follow(id, (job) => {
      if (job.kind !== 'learn') live.show(job);
      fill(heading, title(job.game), job.request?.agents ? h('span', { data: true }, ` — ${job.request.agents.join(' – ')}`) : null);
      bar.show(job);
      shown.show(job);
      if (job.state !== last) announce(t(`job.${job.state}`));
      last = job.state;
    }, (error) => fill(this.shown, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : '')));
    this.giveUp = () => {
      stop();
      live.stop();
      live.job = null;
    };
  }
}
