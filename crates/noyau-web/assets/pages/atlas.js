// The atlas: what a table of every position of a game tells.

import { address, note, parameters } from '../address.js';
import { bars, counts } from '../atlas/bars.js';
import { longestWins, zugzwangs } from '../atlas/classes.js';
import { announce, field, fill, h } from '../elements.js';
import { follow, JobBar } from '../jobs.js';
import { sideName, signs, title } from '../names.js';
import { ask, gameNames } from '../server.js';
import { number, pair, plural, size, t } from '../text.js';
import { tables } from '../transport.js';
import { worth } from '../worth.js';

/** @typedef {{ id: string, game: string, positions: number, bytes: number }} TableInfo */

/** @param {HTMLElement} into */
export async function show(into) {
  const page = new Atlas(into);
  await page.list();
  const asked = parameters();
  const job = asked.get('job');
  const id = asked.get('table') ?? (job ? null : (page.tables[0]?.id ?? null));
  if (job) page.watch(job);
  if (id) await page.open(id);
  // A list to choose from is wanted later.
  void gameNames().then((names) => into.querySelector('datalist')?.append(...names.map((name) => h('option', { value: name }))), () => {});
  return { leave: () => page.giveUp() };
}

class Atlas {
  /** @param {HTMLElement} into */
  constructor(into) {
    /** @type {TableInfo[]} */
    this.tables = [];
    this.giveUp = () => {};
    this.list_ = h('ul', { class: 'jobs', 'aria-label': t('atlas.tables') });
    this.making = h('div', {});
    this.problem = h('p', { class: 'problem', role: 'alert', hidden: true, data: true });
    this.shown = h('div', { class: 'atlas-table' }, h('p', { class: 'faint empty' }, t('atlas.none')));
    const game = h('input', { type: 'text', name: 'game', list: 'atlas-games', value: parameters().get('game') ?? 'tictactoe', required: true, autocomplete: 'off', spellcheck: 'false', data: true });
    const make = h('form', {
      class: 'bar', onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
          const { id } = await ask('/api/jobs', { kind: 'table', game: game.value.trim() });
          this.problem.hidden = true;
          note(address('/atlas', { job: id }), true);
          this.watch(id);
        } catch (error) {
          this.problem.textContent = error instanceof Error ? error.message : String(error);
          this.problem.hidden = false;
        }
      },
    }, field(t('arena.game'), game), h('datalist', { id: 'atlas-games' }), h('button', { type: 'submit', class: 'primary make' }, t('atlas.make')));
    into.append(h('h1', {}, t('part.atlas')), h('div', { class: 'arena-page' },
      h('section', { class: 'source', 'aria-label': t('atlas.tables') }, h('p', { class: 'faint' }, t('atlas.intro')), make, tables ? this.opener(tables) : null, this.problem, this.making, h('h2', {}, t('atlas.tables')), this.list_),
      h('section', { class: 'drawing', 'aria-label': t('atlas.table') }, this.shown)));
  }

  /**
   * A table of the visitor's own, from a file or from an address beside the page.
   * @param {import('../transport.js').TableOpener} tables
   */
  opener(tables) {
    /** @param {Promise<void>} opened */
    const after = async (opened) => {
      try {
        await opened;
        this.problem.hidden = true;
        const before = new Set(this.tables.map((table) => table.id));
        await this.list();
        const found = this.tables.find((table) => !before.has(table.id));
        if (!found) throw new Error(t('atlas.no-table'));
        note(address('/atlas', { table: found.id }), true);
        await this.open(found.id);
      } catch (error) {
        this.problem.textContent = error instanceof Error ? error.message : String(error);
        this.problem.hidden = false;
      }
    };
    const file = h('input', { type: 'file', name: 'table', onchange: () => {
      const picked = file.files?.[0];
      if (picked) void after(tables.file(picked));
    } });
    const url = h('input', { type: 'text', name: 'url', autocomplete: 'off', spellcheck: 'false', placeholder: 'table.noyau', data: true });
    return h('form', { class: 'bar', onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (url.value.trim()) void after(tables.url(url.value.trim()));
    } }, field(t('atlas.file'), file), field(t('atlas.url'), url), h('button', { type: 'submit' }, t('atlas.open')));
  }

  async list() {
    this.tables = (await ask('/api/tables')).tables;
    fill(this.list_, this.tables.map((table, i) => h('li', { class: table.id === this.opened ? 'open' : '' },
      h('a', { href: address('/atlas', { table: table.id }), 'data-table': table.id, 'aria-current': table.id === this.opened ? 'true' : null }, h('span', { class: 'faint' }, `${number(i + 1)}. `), h('strong', {}, title(table.game)), h('br'), h('span', { class: 'faint' }, plural('atlas.positions', table.positions), ' · ', h('span', { data: true }, size(table.bytes)))))));
  }

  /** @param {string} id */
  watch(id) {
    this.giveUp();
    const bar = new JobBar(() => this.watch(id));
    fill(this.making, bar.element);
    this.giveUp = follow(id, (job) => {
      bar.show(job);
      if (job.state !== 'done') return;
      void this.list().then(() => {
        const made = this.tables.find((table) => table.id === job.result?.table) ?? this.tables.find((table) => table.game === (job.result?.game ?? job.game));
        if (!made) return;
        note(address('/atlas', { table: made.id }));
        announce(t('job.done'));
        return this.open(made.id);
      });
    }, (error) => fill(this.making, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : '')));
  }

  /** @param {string} id */
  async open(id) {
    this.opened = id;
    await this.list();
    const stats = await ask(`/api/tables/${encodeURIComponent(id)}`);
    const rows = h('div', { class: 'rows' });
    const puzzles = h('div', { class: 'puzzles' });
    const longest = stats.longest_win;
    const facts = [
      [t('atlas.count'), number(stats.positions)],
      [t('atlas.stored'), number(stats.stored)],
      longest === null || longest === undefined ? null : [t('atlas.longest'), plural('atlas.plies', longest)],
      stats.single_winning_move === undefined || stats.single_winning_move === null ? null : [t('atlas.single'), number(stats.single_winning_move)],
    ];
    const distances = stats.by_distance ? [...stats.by_distance.win.map((/** @type {number[]} */ [distance, n]) => ({ key: distance, kind: 'win', n })), ...stats.by_distance.loss.map((/** @type {number[]} */ [distance, n]) => ({ key: distance, kind: 'loss', n }))] : [];
    const margins = (stats.by_margin ?? []).map((/** @type {number[]} */ [margin, n]) => ({ key: margin, kind: (margin ?? 0) > 0 ? 'win' : (margin ?? 0) < 0 ? 'loss' : 'draw', n }));
    const tiers = (stats.by_tier ?? []).flatMap((/** @type {any} */ tier) => ['win', 'draw', 'loss'].map((kind) => ({ key: tier.tier, kind, n: tier[kind] ?? 0 })));
    fill(this.shown,
      h('h2', {}, title(stats.game)),
      counts(stats),
      h('dl', { class: 'facts' }, facts.map((fact) => fact && h('div', {}, h('dt', {}, fact[0]), h('dd', {}, fact[1])))),
      distances.length > 0 ? bars(t('atlas.by-distance'), t('column.distance'), distances, (distance, kind) => void this.rows(id, rows, stats.game, kind, distance)) : null,
      margins.length > 0 ? bars(t('atlas.by-margin'), t('column.margin'), margins, null) : null,
      tiers.length > 0 ? bars(t('atlas.by-tier'), t('column.tier'), tiers, null) : null,
      longestWins(id, stats),
      h('h3', {}, t('atlas.hardest')), rows, zugzwangs(id, stats.game), h('h3', {}, t('atlas.puzzles')), puzzles);
    void this.rows(id, rows, stats.game, null, null);
    this.puzzles(id, puzzles);
  }

  /** @param {string} id @param {HTMLElement} into @param {string} game @param {string | null} outcome @param {number | null} distance */
  async rows(id, into, game, outcome, distance) {
    const path = `/api/tables/${encodeURIComponent(id)}`;
    try {
      const answer = await ask(outcome === null ? `${path}/hardest?count=20` : `${path}/rows?outcome=${outcome}&distance=${distance}&count=50`);
      const rows = answer.rows ?? answer.positions ?? [];
      fill(into, outcome === null ? null : h('p', {}, t('atlas.chosen', { n: rows.length }), ' ', h('button', { type: 'button', onclick: () => void this.rows(id, into, game, null, null) }, t('atlas.back'))),
        h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('atlas.hardest') }, h('table', {},
          h('thead', {}, h('tr', {}, ['position', 'outcome', 'tier', 'look'].map((column) => h('th', { scope: 'col' }, t(`column.${column}`))))),
          h('tbody', {}, rows.map((/** @type {any} */ row) => h('tr', {}, h('td', { class: 'position', data: true }, row.position), h('td', {}, worth(row)), h('td', {}, row.tier ?? '–'),
            h('td', {}, h('a', { class: 'button look', 'aria-label': pair(t('lab.look'), row.position), href: address('/play', { game, at: row.position, values: 1 }) }, t('lab.look')))))))));
    } catch (error) {
      fill(into, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
    }
  }

  /** @param {string} id @param {HTMLElement} into */
  puzzles(id, into) {
    const distance = h('input', { type: 'number', min: 1, max: 500, value: 5 });
    let seed = 1;
    const list = h('div', { class: 'cards' });
    const load = async () => {
      try {
        const answer = await ask(`/api/tables/${encodeURIComponent(id)}/puzzles?count=3&distance=${Number(distance.value)}&seed=${seed}`);
        const { Board } = await import('../board.js');
        fill(list, answer.puzzles.length === 0 ? h('p', { class: 'faint' }, t('puzzle.none')) : answer.puzzles.map((/** @type {any} */ one, /** @type {number} */ i) => puzzle(one, Board, i + 1)));
      } catch (error) {
        fill(list, h('p', { class: 'problem', data: true }, error instanceof Error ? error.message : ''));
      }
    };
    fill(into, h('div', { class: 'bar' }, field(t('puzzle.distance'), distance, 'short'), h('button', { type: 'button', class: 'new-puzzles', onclick: () => { seed += 1; void load(); } }, t('puzzle.new'))), list);
    void load();
  }
}

/** @param {any} one @param {typeof import('../board.js').Board} Board @param {number} n */
function puzzle(one, Board, n) {
  /** @param {string} what */
  const own = (what) => pair(what, t('puzzle.number', { n }));
  const answer = h('p', { class: 'verdict', role: 'status' });
  /** @type {string[]} */
  let moves = [];
  const best = one.solution[0];
  /** @param {string} move */
  const tried = (move) => fill(answer, move === best || (one.best ?? []).includes(move) ? h('span', { class: 'right' }, t('puzzle.right', { line: one.solution.join(' ') })) : h('span', { class: 'problem' }, t('puzzle.wrong', { move })));
  const board = new Board(tried, (several) => fill(choices, several.map((move) => h('button', { type: 'button', data: true, onclick: () => tried(move) }, move))));
  const choices = h('div', { class: 'bar' });
  const showBoard = (/** @type {string | null} */ hint) => board.show({ view: one.view, moves, game: one.game, last: null, worths: new Map(), hint, live: moves.length > 0 });
  const text = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', placeholder: t('play.type'), 'aria-label': own(t('play.type')) });
  let hints = 0;
  const hint = h('button', { type: 'button', 'aria-label': own(t('puzzle.help')), onclick: () => {
    hints += 1;
    if (hints === 1) fill(answer, t('puzzle.hint', { n: one.distance ?? one.solution.length }));
    else {
      showBoard(best);
      fill(answer, t('puzzle.answer', { line: one.solution.join(' ') }));
    }
  } }, t('puzzle.help'));
  showBoard(null);
  void ask('/api/game', { game: one.game, at: one.position }).then((state) => {
    moves = state.moves;
    one.view = state.view;
    showBoard(null);
  }, () => {});
  return h('article', { class: `card puzzle ${signs(one.game)}` },
    h('p', {}, h('span', { class: `turn ${one.side}`, 'aria-hidden': 'true' }), t('puzzle.task', { side: sideName(one.game, one.side), n: one.distance ?? one.solution.length })),
    h('div', { class: 'board-place small' }, board.element), choices,
    h('form', { class: 'type', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (text.value.trim()) tried(text.value.trim()); text.value = ''; } }, text, h('button', { type: 'submit', 'aria-label': own(t('play.enter')) }, t('play.enter'))),
    answer, h('div', { class: 'bar' }, hint, h('a', { class: 'button', 'aria-label': own(t('lab.look')), href: address('/play', { game: one.game, at: one.position }) }, t('lab.look'))));
}
