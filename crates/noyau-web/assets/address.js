// The address holds the whole state of a page, so that a link or the back button restores it. What people paste is long
// and theirs alone: it goes, deflated, into the fragment, which never leaves the browser.

/** @typedef {Record<string, string | number | boolean | null | undefined>} Parameters */

/** The folder of the page: a server has it at its root, a static host anywhere. */
export const BASE = new URL('.', import.meta.url).pathname;

/** The part of the page that the address names, as in `/play`. */
export function part() {
  const inside = location.pathname.slice(BASE.length).replace(/(^|\/)index\.html$/, '').replace(/\/$/, '');
  return `/${inside}`;
}

/** Whether another page has this one in a frame: there is the part alone. */
export const EMBEDDED = new URLSearchParams(location.search).get('embed') === '1';

/** @type {() => void} */
let follow = () => {};

/** @param {() => void} show what draws the page of the address */
export function watch(show) {
  follow = show;
  addEventListener('popstate', show);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const plain = event instanceof MouseEvent && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!(link instanceof HTMLAnchorElement) || !plain || link.hasAttribute('download') || link.target) return;
    if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    const to = new URL(link.href);
    if (EMBEDDED && to.pathname !== location.pathname) {
      // A frame stays what it is.
      to.searchParams.delete('embed');
      return void open(to, '_blank', 'noopener');
    }
    history.pushState(null, '', link.href);
    show();
    scrollTo(0, 0);
  });
}

export const parameters = () => new URLSearchParams(location.search);

/**
 * The address of a page with that state. The language stays if it was asked for.
 * @param {string} path
 * @param {Parameters} [state]
 * @param {string} [fragment]
 */
export function address(path, state = {}, fragment = '') {
  const query = new URLSearchParams();
  const lang = parameters().get('lang');
  /** @type {Parameters} */
  const all = { ...state, ...(lang ? { lang } : {}), embed: EMBEDDED };
  for (const [name, value] of Object.entries(all)) {
    if (value === null || value === undefined || value === false || value === '') continue;
    query.set(name, value === true ? '1' : String(value));
  }
  // What may stand in a query as it is stays readable.
  const text = query.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/');
  return BASE + path.slice(1) + (text ? `?${text}` : '') + (fragment ? `#${fragment}` : '');
}

/**
 * Goes to another page.
 * @param {string} to
 */
export function visit(to) {
  history.pushState(null, '', to);
  follow();
}

/**
 * Notes a changed state of the page that stands there; `step` makes it one that the back button returns to.
 * @param {string} to
 * @param {boolean} [step]
 */
export function note(to, step = false) {
  if (to === location.pathname + location.search + location.hash) return;
  if (step) history.pushState(null, '', to);
  else history.replaceState(null, '', to);
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * @param {Blob} blob
 * @param {CompressionStream | DecompressionStream} stream
 */
async function through(blob, stream) {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
}

/**
 * A text as a fragment of an address.
 * @param {string} text
 */
export async function pack(text) {
  return toBase64(await through(new Blob([text]), new CompressionStream('deflate-raw')));
}

/** The text in the fragment of the address, or null: a fragment that was damaged on its way is no text. */
export async function unpack(fragment = location.hash.slice(1)) {
  if (!fragment) return null;
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(new Blob([bytes]), new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}
