// The moves of a game as a tree: the main line, variations indented where they leave it, comments, and how good each move was.

import { fill, h } from '../elements.js';
import { path } from '../match.js';
import { t } from '../text.js';

/** @typedef {import('../match.js').Knot} Knot */
/** @typedef {import('../match.js').Match} Match */

/** The sign of a judgement. @param {Knot} one */
export function sign({ judged }) {
  if (!judged) return '';
  return judged.mark.includes('-to-') ? '?' : judged.mark === 'only' ? '!' : judged.mark === 'points' ? '?!' : '';
}

/** Whether a move gave something away, and there was a better one. @param {Knot} one */
export const isMistake = ({ judged, move }) => Boolean(judged && (judged.mark.includes('-to-') || judged.mark === 'points') && !judged.best.includes(move));

/**
 * @param {Match} match
 * @param {(one: Knot) => void} go
 * @param {() => void} changed called when the tree has changed
 */
export function history(match, go, changed) {
  const list = h('ol', { class: 'history', 'aria-label': t('play.history') });
  const comment = h('input', {
    type: 'text', autocomplete: 'off', maxlength: 500, placeholder: t('history.comment'), data: true,
    onchange: () => {
      match.here.comment = comment.value.trim();
      changed();
    },
  });
  const promote = h('button', { type: 'button', class: 'act-promote', onclick: () => { match.promote(match.here); changed(); } }, t('history.promote'));
  const remove = h('button', { type: 'button', class: 'act-remove', onclick: () => { match.remove(match.here); go(match.here); changed(); } }, t('history.remove'));

  /** @param {Knot} one @param {Set<Knot>} line @param {number} ply @param {boolean} numbered */
  const button = (one, line, ply, numbered) => {
    const mark = sign(one);
    const words = one.judged?.mark_text ?? '';
    return h('button', {
      type: 'button', class: `ply ${one.side}${line.has(one) ? '' : ' off'}`, 'aria-current': one === match.here ? 'step' : null, 'data-ply': ply, 'data-move': one.move, title: words || null, data: true,
      onclick: () => go(one),
    }, h('span', { class: `dot ${one.side}`, 'aria-hidden': 'true' }), numbered ? h('span', { class: 'number' }, `${ply}.`) : null, one.move,
      mark ? h('span', { class: `nag ${one.judged?.mark ?? ''}`, 'aria-label': words, role: 'img' }, mark) : null);
  };
  /** @param {Knot} above @param {Set<Knot>} line @param {number} ply @returns {HTMLElement[]} */
  const items = (above, line, ply) => {
    const all = [];
    for (let here = above; here.next[0]; ply += 1) {
      const [main, ...others] = here.next;
      all.push(h('li', {}, button(main, line, ply, others.length > 0), said(main)));
      for (const other of others) {
        all.push(h('li', { class: 'variation' }, h('ol', { 'aria-label': t('history.variation', { ply, move: other.move }) },
          h('li', {}, button(other, line, ply, true), said(other)), items(other, line, ply + 1))));
      }
      here = main;
    }
    return all;
  };
  /** @param {Knot} one */
  const said = (one) => (one.comment ? h('span', { class: 'comment', data: true }, one.comment) : null);

  return {
    list,
    tools: h('div', { class: 'bar annotate' }, comment, promote, remove),
    draw() {
      const { here, root } = match;
      fill(list, h('li', {}, h('button', { type: 'button', class: 'ply', 'aria-current': here === root ? 'step' : null, 'data-ply': 0, onclick: () => go(root) }, t('play.start')), said(root)),
        items(root, new Set(match.line), 1));
      // Only the list scrolls to the move that is looked at, never the page.
      const current = list.querySelector('[aria-current]');
      // With the next frame, which places everything anyway.
      if (current instanceof HTMLElement) requestAnimationFrame(() => (list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2));
      if (document.activeElement !== comment) comment.value = here.comment;
      comment.setAttribute('aria-label', here === root ? t('history.comment') : t('history.comment-on', { move: here.move }));
      promote.hidden = path(here).every((one) => one.up?.next[0] === one);
      remove.hidden = here === root;
    },
  };
}
