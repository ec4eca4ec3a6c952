// The words of the page, from one catalogue a language. What the server says comes in the language asked for.

/** @type {Record<string, string>} */
let words = {};
let chosen = 'en';

/** What the browser keeps for the page: nothing, in a frame of a page that may keep nothing. @param {string} name @param {string} [value] to be kept */
export function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export const LANGUAGES = ['en', 'fr'];

/** @param {string} language */
export async function speak(language) {
  const catalogue = language === 'fr' ? import('./texts/fr.js') : import('./texts/en.js');
  words = (await catalogue).default;
  chosen = language;
  document.documentElement.lang = language;
}

/** Adds the words that only some parts need. @param {'code' | 'lesson'} part */
export async function learn(part) {
  const french = chosen === 'fr';
  const more = part === 'code' ? (french ? import('./texts/code.fr.js') : import('./texts/code.en.js')) : french ? import('./texts/lesson.fr.js') : import('./texts/lesson.en.js');
  // Waited for first: another part may have come meanwhile.
  const { default: added } = await more;
  words = { ...words, ...added };
}

export const language = () => chosen;

/** The language of the address, else the one chosen before, else the browser's. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get('lang') ?? kept('lang');
  if (asked && LANGUAGES.includes(asked)) return asked;
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag));
  return known ?? 'en';
}

/** What the sides may be called: as the texts of the course do. */
export const NAMES = ['', 'Adam,Ève', 'Alice,Bob', 'J1,J2', 'A,B'];

/** What the sides are called, if not First and Second: in the address, else as chosen before. @returns {string[] | null} */
export function names() {
  const stored = kept('names') ?? '';
  if (naming.search !== location.search || naming.stored !== stored) {
    const asked = new URLSearchParams(location.search).get('names') ?? stored;
    const both = asked.split(',').map((name) => name.trim());
    const fit = both.length === 2 && both.every((name) => name && name.length <= 20) && both[0] !== both[1];
    naming = { search: location.search, stored, both: fit ? both : null };
  }
  return naming.both;
}

/** What the sides were called last: every text asks. @type {{ search: string | null, stored: string, both: string[] | null }} */
let naming = { search: null, stored: '', both: null };

/** A text with the sides as they are called. @param {string} text */
export function called(text) {
  const both = names();
  if (!both) return text;
  return text.replace(/(?<![\p{L}\p{N}_])((?:de|que) )?(First|Premier|Second)(?![\p{L}\p{N}_])/gu, (_, before = '', word) => {
    const name = both[word === 'Second' ? 1 : 0] ?? word;
    // In French, de and que lose their vowel before another one.
    const vowel = /^[aeiouy]/i.test(name.normalize('NFD'));
    return (vowel && before ? `${before.slice(0, -2)}’` : before) + name;
  });
}

/** What tells the two copies of a vertex apart below its name: initials, or last characters, or numbers. @param {number} side */
export function letter(side) {
  const both = (names() ?? ['1', '2']).map((name) => name.normalize('NFD').toLowerCase());
  const tries = [both.map((name) => name[0]), both.map((name) => name.at(-1))];
  return (tries.find(([one, two]) => one !== two) ?? ['1', '2'])[side] ?? '';
}

/** Whether there is a text. @param {string} key */
export const has = (key) => key in words;

/**
 * A text of the catalogue, its `{names}` replaced.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = words[key];
  if (text === undefined) throw new Error(`no text ${key} in ${chosen}`);
  return called(text).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/** Two texts, the second of which says more about the first. @param {string} a @param {string} b */
export const pair = (a, b) => t('word.pair', { a, b });

/**
 * The singular or the plural: `key.one` or `key.many`, with the number as `{n}`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function plural(key, n, values = {}) {
  // In English only one is singular, in French also what is less.
  const one = chosen === 'fr' ? Math.abs(n) < 2 : n === 1;
  return t(one ? `${key}.one` : `${key}.many`, { n, ...values });
}

/** How numbers are written, made once: to make one takes longer than to use it. @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {Intl.NumberFormatOptions} options */
function format(options) {
  const key = chosen + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(chosen, options);
  formats.set(key, known);
  return known;
}

/**
 * @param {number} value
 * @param {number} [digits] after the point, at most
 */
export function number(value, digits = 3) {
  // Written alike in every language; the browser's own way takes long to be ready.
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  return format({ maximumFractionDigits: digits }).format(value);
}

/** @param {number} share */
export function percent(share) {
  return format({ style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** @param {number} bytes */
export function size(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const options = { style: 'unit', unit: units[step], maximumFractionDigits: 1 };
  return format(/** @type {Intl.NumberFormatOptions} */ (options)).format(bytes / 1000 ** step);
}
