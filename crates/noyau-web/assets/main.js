// The frame of the page: who is shown by which address, the language and the light.

import { BASE, address, parameters, part, watch } from './address.js';
import { announce, announcer, fill, h } from './elements.js';
import { catalogue, isUnreachable, knock, onContact, unreachable } from './server.js';
import { LANGUAGES, language, preferred, speak, t } from './text.js';
import { description, missing } from './transport.js';

/** @typedef {{ leave?: () => void, again?: () => void }} Shown what a page leaves behind: how to stop what it does, and how to go on when the server is back */

/** @type {Record<string, { name: string, load: () => Promise<{ show: (into: HTMLElement) => Promise<Shown> | Shown }> }>} */
const PAGES = {
  '/': { name: 'games', load: () => import('./pages/gallery.js') },
  '/play': { name: 'play', load: () => import('./pages/play.js') },
  '/arena': { name: 'arena', load: () => import('./pages/arena.js') },
  '/trees': { name: 'trees', load: () => import('./pages/trees.js') },
  '/laboratory': { name: 'laboratory', load: () => import('./pages/laboratory.js') },
  '/atlas': { name: 'atlas', load: () => import('./pages/atlas.js') },
};

/** @type {Shown} */
let current = {};
let turn = 0;
/** Whether the part could not be shown because nobody answered. */
let failed = false;
/** How often the server is asked whether it is back: milliseconds. */
const KNOCK = 3000;
let knocking = 0;
const gone = h('div', { class: 'gone', role: 'alert', hidden: true });

onContact((there) => {
  gone.hidden = there;
  clearInterval(knocking);
  if (!there) knocking = setInterval(knock, KNOCK);
  else if (failed) void render();
  else current.again?.();
});

function theme() {
  const stored = localStorage.getItem('theme');
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  return dark;
}

/** @param {string} path */
function header(path) {
  const links = Object.entries(PAGES).map(([to, { name }]) =>
    h('a', { href: address(to), 'aria-current': to === path ? 'page' : null }, t(`part.${name}`)));
  const languages = LANGUAGES.map((code) =>
    h('button', {
      type: 'button', lang: code, 'aria-pressed': String(code === language()), title: t(`language.${code}`), 'aria-label': t(`language.${code}`), data: true,
      onclick: () => {
        localStorage.setItem('lang', code);
        const query = parameters();
        query.set('lang', code);
        history.replaceState(null, '', `${location.pathname}?${query}${location.hash}`);
        void render();
      },
    }, code.toUpperCase()));
  const dark = theme();
  const light = h('button', {
    type: 'button', class: 'light', 'aria-pressed': String(dark), title: t('frame.dark'), 'aria-label': t('frame.dark'),
    onclick: () => {
      localStorage.setItem('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
      light.setAttribute('aria-pressed', String(theme()));
    },
  }, '◐');
  return h('header', {},
    h('a', { class: 'skip', href: '#main' }, t('frame.skip')),
    h('a', { class: 'brand', href: address('/'), 'aria-label': t('frame.home') }, h('img', { src: `${BASE}icon.svg`, alt: '', width: 28, height: 28 }), h('span', { data: true }, 'noyau')),
    h('nav', { 'aria-label': t('frame.parts') }, links),
    h('div', { class: 'switches' }, h('div', { role: 'group', 'aria-label': t('frame.language') }, languages), light));
}

async function render() {
  turn += 1;
  const mine = turn;
  current.leave?.();
  current = {};
  failed = false;
  const wanted = preferred();
  try {
    if (wanted !== language() || !document.querySelector('main')) await speak(wanted);
  } catch {
    // The words of the other language do not come: what can be said is said in this one.
    failed = true;
    unreachable();
    return;
  }
  const path = PAGES[part()] ? part() : '/';
  const page = PAGES[path];
  if (!page || mine !== turn) return;
  const main = h('main', { id: 'main', tabindex: '-1', class: page.name }, h('p', { class: 'waiting' }, t('frame.waiting')));
  document.title = path === '/' ? t('frame.title') : t('frame.titled', { part: t(`part.${page.name}`) });
  const version = h('span', { data: true });
  void catalogue().then((known) => fill(version, known.version), () => {});
  fill(gone, h('span', {}, t('error.unreachable')), h('button', { type: 'button', onclick: () => void knock() }, t('error.again')));
  document.body.replaceChildren(header(path), gone, main,
    h('footer', {}, h('span', {}, t('frame.footer')), ' ', version, ' · ', h('a', description, t('frame.interface')), missing ? h('p', { id: 'missing' }, missing()) : null),
    announcer());
  try {
    const { show } = await page.load().catch(() => {
      throw unreachable();
    });
    if (mine !== turn) return;
    // Seen when it stands: what comes piece by piece would push the rest about.
    const place = h('div', { class: 'coming' });
    main.append(place);
    const shown = await show(place);
    if (mine !== turn) return shown.leave?.();
    main.querySelector('.waiting')?.remove();
    place.classList.remove('coming');
    current = shown;
    // Who has followed a link goes on reading in the part it led to.
    if (mine > 1 && document.activeElement === document.body) main.focus({ preventScroll: true });
    // The other parts come while there is nothing else to do, so that they open at once, and without the server too.
    else if (mine === 1) setTimeout(() => Object.values(PAGES).forEach((other) => other.load().catch(() => {})), 1000);
  } catch (error) {
    if (mine !== turn) return;
    const text = error instanceof Error ? error.message : String(error);
    main.querySelector('.waiting')?.remove();
    main.querySelector('.coming')?.classList.remove('coming');
    if (!main.querySelector('h1')) main.replaceChildren(h('h1', {}, t(`part.${page.name}`)));
    failed = isUnreachable(error);
    if (failed) return;
    main.append(h('p', { class: 'problem', role: 'alert', data: true }, text));
    announce(text);
  }
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
theme();
watch(() => void render());
void render();
