// Long work lives in the server, or in a worker of its own: here it is started, watched as it goes, stopped and resumed. A reload or a second tab sees
// the same.

import { ask, isUnreachable, Refusal } from './server.js';
import { fill, h } from './elements.js';
import { language, number, t } from './text.js';
import { listen } from './transport.js';

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {string} kind
 * @property {string} game
 * @property {'queued' | 'running' | 'done' | 'stopped' | 'failed' | 'lost'} state `lost` while the server does not answer
 * @property {number} done
 * @property {number} total
 * @property {number} seconds
 * @property {number | null} left
 * @property {any} request
 * @property {string | null} message
 * @property {any} result
 */

/** @param {Job} job */
export const isActive = (job) => job.state === 'queued' || job.state === 'running';

/** Seconds until a stream that was refused or broke off is asked for again. */
const AGAIN = 3;

/**
 * Calls back with a job whenever it changes, until it ends or the watch is given up.
 * @param {string} id
 * @param {(job: Job) => void} changed
 * @param {(error: unknown) => void} failed
 * @returns {() => void} gives it up
 */
export function follow(id, changed, failed) {
  let given = false;
  let hangUp = () => {};
  let refused = false;
  let timer = 0;
  /** @type {any} */
  let last = null;
  /** @returns {Promise<void>} */
  const watch = () => ask(`/api/jobs/${encodeURIComponent(id)}`).then((job) => {
    if (given) return;
    last = job;
    if (!isActive(job)) return changed(job);
    changed(refused ? { ...job, message: t('jobs.crowded', { n: AGAIN }) } : job);
    hangUp = listen(`/api/jobs/${encodeURIComponent(id)}/events?lang=${language()}`, (_, data) => {
      refused = false;
      if (given) return;
      last = JSON.parse(data);
      changed(last);
    }, (crowded) => {
      if (given) return;
      const first = crowded && !refused;
      refused = crowded;
      timer = setTimeout(watch, first ? 0 : crowded ? AGAIN * 1000 : 200);
    });
  }).catch((error) => {
    if (given) return;
    if (!isUnreachable(error)) return failed(error);
    if (last && isActive(last)) changed({ ...last, state: 'lost', left: null, message: null });
    timer = setTimeout(watch, AGAIN * 1000);
  });
  void watch();
  return () => {
    given = true;
    clearTimeout(timer);
    hangUp();
  };
}

/** @param {Job} job @param {'stop' | 'resume'} what @returns {Promise<Job>} */
export const tell = (job, what) => ask(`/api/jobs/${encodeURIComponent(job.id)}/${what}`, {});

/** @param {Job} job */
export const forget = (job) => ask(`/api/jobs/${encodeURIComponent(job.id)}`, undefined, { method: 'DELETE' });

/** The bar of a job, with what can be done to it. */
export class JobBar {
  /** @param {() => void} again called when the job has been resumed, to watch it anew */
  constructor(again) {
    this.again = again;
    this.state = h('span', { class: 'job-state', id: 'job-state' });
    this.bar = h('progress', { max: 1, value: 0, 'aria-label': t('jobs.progress') });
    this.numbers = h('span', { class: 'faint', id: 'job-numbers' });
    this.buttons = h('span', { class: 'bar' });
    this.message = h('p', { class: 'problem', role: 'alert', hidden: true, data: true });
    this.element = h('div', { class: 'job-bar' }, h('div', { class: 'bar' }, this.state, this.bar, this.numbers, this.buttons), this.message);
    this.shown = '';
  }

  /** @param {Job} job */
  show(job) {
    fill(this.state, t(`job.${job.state}`));
    this.state.className = `job-state ${job.state}`;
    this.state.dataset.state = job.state;
    // Of a table whose positions are counted as they are found nobody knows how much is left.
    const open = job.kind === 'table' && isActive(job) && job.done > 0 && (job.left === null || job.left === undefined);
    this.bar.max = Math.max(1, job.total);
    if (open) this.bar.removeAttribute('value');
    else if (job.total > 0) this.bar.value = job.done;
    const left = job.left === null || job.left === undefined || !isActive(job) ? '' : ` · ${t('jobs.left', { n: number(Math.ceil(job.left), 0) })}`;
    fill(this.numbers, open ? t('jobs.so-far', { done: job.done }) : t('jobs.done', { done: job.done, total: job.total }) + left);
    this.message.hidden = !job.message;
    fill(this.message, job.message ?? '');
    const key = `${job.id} ${isActive(job)} ${job.state}`;
    if (key === this.shown) return;
    this.shown = key;
    /** @param {Promise<unknown>} asked */
    const after = (asked) => void asked.then(this.again, (error) => {
      this.message.hidden = false;
      fill(this.message, error instanceof Refusal ? error.message : '');
    });
    fill(this.buttons,
      isActive(job) ? h('button', { type: 'button', class: 'stop', onclick: () => after(tell(job, 'stop')) }, t('jobs.stop')) : null,
      job.state === 'stopped' ? h('button', { type: 'button', class: 'resume', onclick: () => after(tell(job, 'resume')) }, t('jobs.resume')) : null);
  }
}
