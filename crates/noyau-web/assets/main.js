// The frame of the page: who is shown by which address, the language and the light.

import { BASE, EMBEDDED, address, parameters, part, watch } from './address.js';
import { announce, announcer, choice, fill, h, s } from './elements.js';
import { catalogue, isUnreachable, knock, onContact, unreachable } from './server.js';
import { kept, LANGUAGES, NAMES, language, names, preferred, speak, t } from './text.js';
import { description, isKept, missing } from './transport.js';

/** @typedef {{ leave?: () => void, again?: () => void }} Shown what a page leaves behind: how to stop what it does, and how to go on when the server is back */

/** @type {Record<string, { name: string, load: () => Promise<{ show: (into: HTMLElement) => Promise<Shown> | Shown }> }>} */
const PAGES = {
  '/': { name: 'games', load: () => import('./pages/gallery.js') },
  '/play': { name: 'play', load: () => import('./pages/play.js') },
  '/arena': { name: 'arena', load: () => import('./pages/arena.js') },
  '/trees': { name: 'trees', load: () => import('./pages/trees.js') },
  '/lesson': { name: 'lesson', load: () => import('./pages/lesson.js') },
  '/laboratory': { name: 'laboratory', load: () => import('./pages/laboratory.js') },
  '/atlas': { name: 'atlas', load: () => import('./pages/atlas.js') },
};

/** The parts that may stand in a frame of another page, as the server's headers say. */
const FRAMED = ['/play', '/arena', '/trees'];

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
  const stored = kept('theme');
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
        kept('lang', code);
        const query = parameters();
        query.set('lang', code);
        history.replaceState(null, '', `${location.pathname}?${query}${location.hash}`);
        void render();
      },
    }, code.toUpperCase()));
  // One setting for every part: the names stand in the address, as the language does, so that a link shows them.
  const set = names()?.join(',') ?? '';
  const sides = choice((NAMES.includes(set) ? NAMES : [...NAMES, set]).map((both) => [both, (both || `${t('side.first')},${t('side.second')}`).replace(',', ' / ')]), set, (both) => {
    kept('names', both);
    const query = parameters();
    if (both) query.set('names', both);
    else query.delete('names');
    history.replaceState(null, '', `${location.pathname}?${query}${location.hash}`);
    void render();
  }, { class: 'sides', data: true, 'aria-label': t('frame.sides'), title: t('frame.sides') });
  const dark = theme();
  const light = h('button', {
    type: 'button', class: 'light', 'aria-pressed': String(dark), title: t('frame.dark'), 'aria-label': t('frame.dark'),
    onclick: () => {
      kept('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
      light.setAttribute('aria-pressed', String(theme()));
    },
  }, '◐');
  const share = h('button', { type: 'button', class: 'share-button', title: t('share.title'), 'aria-label': t('share.title'), 'aria-haspopup': 'dialog', onclick: () => void import('./share.js').then((module) => module.share()) }, s('svg', { viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' }, s('path', { d: 'M14.5 4.5L5.5 10l9 5.5' }), [[14.5, 4.5], [5.5, 10], [14.5, 15.5]].map(([cx, cy]) => s('circle', { cx, cy, r: 2.6 }))));
  return h('header', {},
    h('a', { class: 'skip', href: '#main' }, t('frame.skip')),
    h('a', { class: 'brand', href: address('/'), 'aria-label': t('frame.home') }, h('img', { src: `${BASE}icon.svg`, alt: '', width: 28, height: 28 }), h('span', { data: true }, 'noyau')),
    h('nav', { 'aria-label': t('frame.parts') }, links),
    h('div', { class: 'switches' }, sides, h('div', { role: 'group', 'aria-label': t('frame.language') }, languages), share, light));
}

/** The other parts come one by one while there is nothing else to do, so that they open at once, and without the server too. */
async function loadOthers() {
  for (const other of Object.values(PAGES)) {
    // Not every browser says when it is idle.
    await new Promise((done) => ('requestIdleCallback' in window ? requestIdleCallback(done) : setTimeout(done, 100)));
    await other.load().catch(() => {});
  }
}

/** The address of the whole page, from a frame of it. */
function whole() {
  const query = parameters();
  query.delete('embed');
  return `${location.pathname}?${query}${location.hash}`;
}

async function render() {
  turn += 1;
  const mine = turn;
  current.leave?.();
  current = {};
  failed = false;
  const wanted = preferred();
  // In a frame there is nothing that changes anything: no jobs, no tables.
  const path = PAGES[part()] && !(EMBEDDED && !FRAMED.includes(part())) ? part() : EMBEDDED ? '/play' : '/';
  const page = PAGES[path];
  if (!page) return;
  // The part and its first answer come while the words do; whether they do is seen below.
  const coming = page.load();
  coming.catch(() => {});
  if (path === '/') catalogue(wanted).catch(() => {});
  try {
    if (wanted !== language() || !document.querySelector('main')) await speak(wanted);
  } catch {
    // The words of the other language do not come: what can be said is said in this one.
    failed = true;
    unreachable();
    return;
  }
  if (mine !== turn) return;
  const main = h('main', { id: 'main', tabindex: '-1', class: page.name }, h('p', { class: 'waiting' }, t('frame.waiting')));
  document.title = path === '/' ? t('frame.title') : t('frame.titled', { part: t(`part.${page.name}`) });
  const version = h('span', { data: true });
  fill(gone, h('span', {}, t('error.unreachable')), h('button', { type: 'button', onclick: () => void knock() }, t('error.again')));
  document.documentElement.classList.toggle('embedded', EMBEDDED);
  if (EMBEDDED) document.body.replaceChildren(gone, main, h('footer', {}, h('a', { class: 'out', target: '_blank', rel: 'noopener', href: whole() }, t('share.open'))), announcer());
  else document.body.replaceChildren(header(path), gone, main,
    h('footer', {}, h('span', {}, t('frame.footer')), ' ', version, ' · ', h('a', description, t('frame.interface')), missing ? h('p', { id: 'missing' }, missing()) : null),
    announcer());
  try {
    const { show } = await coming.catch(() => {
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
    performance.mark('part');
    current = shown;
    // What is not needed first.
    setTimeout(() => void catalogue().then((known) => fill(version, known.version), () => {}), mine > 1 ? 0 : 1000);
    // Who has followed a link goes on reading in the part it led to.
    if (mine > 1 && document.activeElement === document.body) main.focus({ preventScroll: true });
    else if (mine === 1 && !EMBEDDED && !isKept) setTimeout(() => void loadOthers(), 1000);
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
