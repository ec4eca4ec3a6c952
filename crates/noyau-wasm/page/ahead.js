// Asks for what the markup cannot name, because it depends on the language. It runs as soon as it is there, before the page's
// other modules have all come.

import { BASE, EMBEDDED, part } from './address.js';
import { preferred } from './text.js';

/** @param {string} file @param {Partial<HTMLLinkElement>} how */
function ahead(file, how) {
  document.head.append(Object.assign(document.createElement('link'), how, { href: BASE + file }));
}

ahead(`texts/${preferred()}.js`, { rel: 'modulepreload' });
if (part() === '/' && !EMBEDDED) ahead(`answers/games.${preferred()}.json.gz`, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
