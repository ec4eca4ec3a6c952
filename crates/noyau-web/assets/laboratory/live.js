// The boards of the games that a contest is playing, as they stand.

import { picture } from '../board.js';
import { fill, h } from '../elements.js';
import { sideName, signs } from '../names.js';
import { ask } from '../server.js';
import { number, plural, t } from '../text.js';

/** @typedef {import('../jobs.js').Job} Job */
/** @typedef {{ number: number, players: [string, string], moves: string[], side: 'first' | 'second', over: boolean, points: number[] | null, view: import('../server.js').View }} LiveGame */

/** How often the boards are asked for: milliseconds. */
const EVERY = 600;

export class Live {
  constructor() {
    this.boards = h('div', { class: 'live-boards' });
    this.element = h('details', { class: 'live', open: true, hidden: true, ontoggle: () => this.look() }, h('summary', {}, t('live.title')), this.boards);
    /** @type {Job | null} */
    this.job = null;
    this.clock = 0;
    this.last = '';
  }

  /** @param {Job} job */
  show(job) {
    const runs = job.state === 'running';
    this.job = runs ? job : null;
    if (!runs) {
      this.stop();
      this.element.hidden = true;
    } else if (!this.clock) this.look();
  }

  stop() {
    clearTimeout(this.clock);
    this.clock = 0;
  }

  look() {
    this.stop();
    const { job } = this;
    if (!job || !this.element.open && !this.element.hidden) return;
    this.clock = setTimeout(async () => {
      try {
        /** @type {{ games: LiveGame[] }} */
        const { games } = await ask(`/api/jobs/${encodeURIComponent(job.id)}/live`, undefined, { quiet: true });
        if (this.job) this.draw(job, games);
      } catch {
        // The next time there may be an answer.
      }
      if (this.job && this.clock) this.look();
    }, this.last ? EVERY : 0);
  }

  /** @param {Job} job @param {LiveGame[]} games */
  draw(job, games) {
    const key = JSON.stringify(games.map((game) => [game.number, game.moves.length]));
    if (key === this.last || games.length === 0) return;
    this.last = key;
    this.element.hidden = false;
    fill(this.boards, games.map((game) => h('figure', { class: `live-game ${signs(job.game)}` },
      h('figcaption', {}, h('strong', {}, t('live.game', { n: number(game.number + 1) })), ' ', h('span', { class: 'faint' }, plural('atlas.plies', game.moves.length))),
      picture(game.view, job.game, game.points),
      h('p', {}, /** @type {('first' | 'second')[]} */ (['first', 'second']).map((side, i) => h('span', { class: game.side === side && !game.over ? 'to-move' : '' }, h('span', { class: `turn ${side}`, role: 'img', 'aria-label': sideName(job.game, side) }), h('span', { data: true }, game.players[i])))))));
  }
}
