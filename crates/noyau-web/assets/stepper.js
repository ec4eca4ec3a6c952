// Steps of an algorithm, forwards and backwards: buttons, a slider, and a clock that can run them.

import { announce, fill, h } from './elements.js';
import { t } from './text.js';

/** @typedef {{ lines: number[], values: [string, string | number][] }} Lit the lines that a step performs, from 1 on, and the variables after it */

/** How long a step stays when the clock runs, in milliseconds. */
const PACE = 1100;

export class Stepper {
  /** @param {(step: number) => string} show draws the state after so many steps and says in words what the last one did */
  constructor(show) {
    this.show = show;
    this.count = 0;
    this.step = 0;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.clock = null;
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': t('step.slider'), oninput: () => this.go(Number(this.slider.value)) });
    this.counter = h('output', { class: 'counter' });
    this.words = h('p', { class: 'words', id: 'step-words', data: true });
    /** @param {string} sign @param {string} label @param {() => void} act @param {string} kind */
    const button = (sign, label, act, kind) => h('button', { type: 'button', class: kind, title: label, 'aria-label': label, onclick: act }, sign);
    this.runner = button('▶', t('step.run'), () => this.run(), 'run');
    this.listing = h('div', { class: 'listing' });
    /** @type {(step: number) => Lit} */
    this.lit = () => ({ lines: [], values: [] });
    /** @type {HTMLElement[]} */
    this.lines = [];
    this.variables = h('p', { class: 'variables', data: true });
    this.element = h('div', { class: 'stepper' },
      h('div', { class: 'row' },
        button('«', t('step.first'), () => this.go(0), 'to-start'),
        button('‹', t('step.back'), () => this.go(this.step - 1), 'back'),
        this.runner,
        button('›', t('step.forward'), () => this.go(this.step + 1), 'forward'),
        button('»', t('step.last'), () => this.go(this.count), 'to-end'),
        this.counter),
      this.slider, this.words, this.listing);
  }

  /**
   * Shows the lines of the algorithm, the current one lit, with its variables.
   * @param {string} text @param {(step: number) => Lit} lit
   */
  code(text, lit) {
    this.lit = lit;
    this.lines = text.split('\n').map((line) => h('li', {}, h('code', {}, line)));
    fill(this.listing, h('details', { class: 'code', open: true }, h('summary', {}, t('code.title')), h('ol', {}, this.lines), this.variables));
  }

  /** @param {number} count @param {number} step */
  set(count, step) {
    this.stop();
    this.count = count;
    this.slider.max = String(count);
    this.go(Math.min(step, count), false);
  }

  /** @param {number} step @param {boolean} [aloud] */
  go(step, aloud = true) {
    this.step = Math.max(0, Math.min(this.count, step));
    this.slider.value = String(this.step);
    this.counter.textContent = t('step.counter', { step: this.step, count: this.count });
    const words = this.show(this.step);
    this.slider.setAttribute('aria-valuetext', words || this.counter.textContent);
    this.words.textContent = words;
    if (this.lines.length > 0) {
      const { lines, values } = this.lit(this.step);
      this.lines.forEach((line, i) => (lines.includes(i + 1) ? line.setAttribute('aria-current', 'step') : line.removeAttribute('aria-current')));
      this.variables.textContent = values.map(([name, value]) => `${name} = ${value}`).join('   ');
    }
    if (aloud) announce(words);
    if (this.step === this.count) this.stop();
  }

  run() {
    if (this.clock !== null) return this.stop();
    if (this.step === this.count) this.go(0);
    this.runner.textContent = '❚❚';
    this.runner.setAttribute('aria-label', t('step.pause'));
    this.clock = setInterval(() => this.go(this.step + 1), PACE);
  }

  stop() {
    if (this.clock !== null) clearInterval(this.clock);
    this.clock = null;
    this.runner.textContent = '▶';
    this.runner.setAttribute('aria-label', t('step.run'));
  }
}
