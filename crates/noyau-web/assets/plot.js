// Charts of what is measured along a run, drawn by uPlot, which is fetched only when there is one.

import { h } from './elements.js';
import { number } from './text.js';

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @typedef {{ label: string, colour: string, dash?: number[], width?: number, fill?: boolean }} Curve */

/**
 * A place for a chart, which it draws anew when its numbers change.
 */
export class Plot {
  /** @param {string} label */
  constructor(label) {
    this.element = h('div', { class: 'plot', role: 'img', 'aria-label': label });
    /** @type {any} */
    this.chart = null;
    this.key = '';
  }

  /**
   * @param {string} across what the numbers below mean
   * @param {number[]} xs
   * @param {Curve[]} curves
   * @param {(number | null)[][]} ys
   */
  async show(across, xs, curves, ys) {
    const { default: uPlot } = await import('./vendor/uplot/uPlot.esm.js');
    if (!document.querySelector('link[href="/vendor/uplot/uPlot.min.css"]')) {
      const sheet = h('link', { rel: 'stylesheet', href: '/vendor/uplot/uPlot.min.css' });
      document.head.append(sheet);
      await new Promise((done) => sheet.addEventListener('load', done, { once: true }));
    }
    const width = Math.max(260, this.element.clientWidth || 600);
    const key = `${width} ${document.documentElement.dataset.theme} ${curves.map((curve) => curve.label).join()}`;
    /** @type {any} */
    const data = [xs, ...ys];
    if (this.chart && key === this.key) {
      this.chart.setData(data);
      return;
    }
    this.chart?.destroy();
    this.key = key;
    const [ink, faint] = [colour('--ink'), colour('--line')];
    const axis = { stroke: ink, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint, width: 1 }, values: (/** @type {any} */ _, /** @type {number[]} */ all) => all.map((value) => number(value)) };
    this.chart = new uPlot({
      width, height: 240, scales: { x: { time: false } }, cursor: { drag: { x: false, y: false } },
      axes: [{ ...axis, label: across, labelSize: 22 }, { ...axis, size: 56 }],
      series: [{ label: across, value: (/** @type {any} */ _, /** @type {number} */ value) => (value === null ? '–' : number(value)) },
        ...curves.map((curve) => ({ label: curve.label, stroke: colour(curve.colour), width: curve.width ?? 2, ...(curve.dash ? { dash: curve.dash } : {}), points: { show: false }, value: (/** @type {any} */ _, /** @type {number} */ value) => (value === null || value === undefined ? '–' : number(value, 2)) }))],
    }, data, this.element);
  }
}
