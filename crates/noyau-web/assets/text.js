// The words of the page, from one catalogue a language. What the server says comes in the language asked for.

/** @type {Record<string, string>} */
let words = {};
let chosen = 'en';

export const LANGUAGES = ['en', 'fr'];

/** @param {string} language */
export async function speak(language) {
  const catalogue = language === 'fr' ? import('./texts/fr.js') : import('./texts/en.js');
  words = (await catalogue).default;
  chosen = language;
  document.documentElement.lang = language;
}

export const language = () => chosen;

/** The language of the address, else the one chosen before, else the browser's. */
export function preferred() {
  const asked = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('lang');
  if (asked && LANGUAGES.includes(asked)) return asked;
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag));
  return known ?? 'en';
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
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/**
 * The singular or the plural: `key.one` or `key.many`, with the number as `{n}`.
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function plural(key, n, values = {}) {
  const one = new Intl.PluralRules(chosen).select(n) === 'one';
  return t(one ? `${key}.one` : `${key}.many`, { n, ...values });
}

/**
 * @param {number} value
 * @param {number} [digits] after the point, at most
 */
export function number(value, digits = 3) {
  return new Intl.NumberFormat(chosen, { maximumFractionDigits: digits }).format(value);
}

/** @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(chosen, { style: 'percent', maximumFractionDigits: 1 }).format(share);
}

/** @param {number} bytes */
export function size(bytes) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const options = { style: 'unit', unit: units[step], maximumFractionDigits: 1 };
  return new Intl.NumberFormat(chosen, /** @type {Intl.NumberFormatOptions} */ (options)).format(bytes / 1000 ** step);
}
