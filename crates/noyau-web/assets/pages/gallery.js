// The gallery of games.

import { address, visit } from '../address.js';
import { picture } from '../board.js';
import { announce, choice, field, fill, h, painted } from '../elements.js';
import { title } from '../names.js';
import { ask, catalogue, isUnreachable } from '../server.js';
import { pair, plural, t } from '../text.js';

/** @typedef {import('../server.js').GameInfo} GameInfo */

/** So many cards are drawn first, more than a screen has room for; the others follow when these are seen. */
const FIRST = matchMedia('(max-width: 600px)').matches ? 3 : 8;

/** @param {HTMLElement} into */
export async function show(into) {
  const { games } = await catalogue();
  const cards = games.slice(0, FIRST).map(card);
  const heading = h('h2', {}, plural('gallery.games', games.length));
  const none = h('p', { class: 'faint empty', hidden: true }, t('gallery.none'));
  const search = h('input', {
    type: 'search', placeholder: t('gallery.search'), 'aria-label': t('gallery.search'),
    oninput: () => {
      const found = filter();
      fill(heading, plural('gallery.games', found));
      none.hidden = found > 0;
      announce(heading.textContent ?? '');
    },
  });
  /** Shows the games that are looked for, and counts them. */
  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    const fit = games.map((game) => `${game.name} ${title(game.name)} ${game.summary} ${game.rules}`.toLowerCase().includes(wanted));
    cards.forEach((card, i) => (card.hidden = !fit[i]));
    return fit.filter(Boolean).length;
  };
  const shelf = h('div', { class: 'cards' }, cards);
  into.append(
    h('section', { class: 'welcome' },
      h('h1', {}, t('gallery.title')),
      h('p', {}, t('gallery.welcome')),
      h('div', { class: 'ways' },
        way('/play', t('part.play'), t('gallery.play'), { game: 'connect4:6x5', second: 'perfect', values: 1 }),
        way('/arena', t('part.arena'), t('gallery.arena'), {}),
        way('/trees', t('part.trees'), t('gallery.trees'), {}),
        way('/lesson', t('part.lesson'), t('gallery.lesson'), {}),
        way('/laboratory', t('part.laboratory'), t('gallery.laboratory'), {}),
        way('/atlas', t('part.atlas'), t('gallery.atlas'), {}))),
    h('div', { class: 'gallery-head' }, heading, search), none,
    shelf);
  void painted().then(() => setTimeout(() => {
    const others = games.slice(FIRST).map(card);
    cards.push(...others);
    shelf.append(...others);
    filter();
  }, 50));
  return {};
}

/** @param {string} path @param {string} name @param {string} text @param {import('../address.js').Parameters} state */
function way(path, name, text, state) {
  return h('a', { class: 'way', href: address(path, state) }, h('strong', {}, name), h('span', {}, text));
}

/** @param {GameInfo} game */
function card(game) {
  let chosen = game.default;
  const own = h('input', {
    type: 'text', value: chosen, 'aria-label': pair(t('gallery.parameters'), title(game.name)), placeholder: game.default, title: game.parameters, data: true,
    oninput: () => aim(own.value.trim()),
    onchange: () => void check(),
    onkeydown: async (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter') return;
      await check();
      const to = play.getAttribute('href');
      if (to) visit(to);
    },
  });
  const problem = h('p', { class: 'problem', role: 'alert', data: true, hidden: true });
  const named = () => (chosen ? `${game.name}:${chosen}` : game.name);
  /** Nothing leads to a game that there is not. */
  const check = async () => {
    const asked = named();
    const why = await ask('/api/game', { game: asked }).then(() => null, (error) => error);
    if (asked !== named() || isUnreachable(why)) return;
    problem.hidden = !why;
    problem.textContent = why instanceof Error ? why.message : '';
    if (why) for (const link of [play, arena]) link.removeAttribute('href');
  };
  const variants = game.variants.includes(game.default) ? game.variants : [game.default, ...game.variants];
  const list = choice(variants.map((variant) => [variant, variant]), chosen, (variant) => {
    own.value = variant;
    aim(variant);
  }, { data: true, 'aria-label': pair(t('gallery.variant'), title(game.name)) });
  const play = h('a', { class: 'button primary', 'aria-label': pair(t('gallery.start'), title(game.name)) }, t('gallery.start'));
  const arena = h('a', { class: 'button', 'aria-label': pair(t('part.arena'), title(game.name)) }, t('part.arena'));
  /** @param {string} parameters */
  const aim = (parameters) => {
    chosen = parameters;
    problem.hidden = true;
    play.setAttribute('href', address('/play', { game: named(), second: 'perfect' }));
    arena.setAttribute('href', address('/arena', { game: named() }));
  };
  aim(chosen);
  if (game.needs_file) {
    const to = game.name === 'graph' ? address('/arena') : address('/play', { game: 'gdl:pasted.kif' });
    play.setAttribute('href', to);
  }
  // In which order a size has its rows and columns.
  const order = game.parameters.split(',').find((clause) => clause.includes(' x '));
  const sizes = !game.needs_file && variants.some((variant) => variant !== '');
  return h('article', { class: 'card', 'data-game': game.name },
    h('a', { class: 'thumbnail', href: play.getAttribute('href'), tabindex: '-1', 'aria-hidden': 'true' }, game.thumbnail ? picture(game.thumbnail, game.name, game.thumbnail_points) : h('span', { class: 'no-picture' }, title(game.name))),
    h('h3', {}, title(game.name)),
    h('p', { class: 'summary', data: true }, game.summary),
    sizes ? h('div', { class: 'sizes' }, variants.length > 1 ? field(t('gallery.variant'), list) : null, field(t('gallery.parameters'), own), order ? h('p', { class: 'faint', data: true }, order) : null) : null, problem,
    h('details', {}, h('summary', { 'aria-label': pair(t('gallery.rules'), title(game.name)) }, t('gallery.rules')), h('p', { data: true }, game.rules),
      game.parameters ? h('p', { class: 'faint' }, t('gallery.parameters'), ' — ', h('span', { data: true }, game.parameters)) : null),
    h('div', { class: 'actions' }, play, game.needs_file ? null : arena));
}
