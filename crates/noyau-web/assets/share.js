// What a teacher hands to a class: the address of what is seen, a frame of it for a lesson, and a QR code.

import { parameters, part } from './address.js';
import { download, h } from './elements.js';
import { qr } from './qr.js';
import { language, pair, t } from './text.js';

/** The parts that other pages may have in a frame: the server's headers allow no others. */
export const EMBEDDABLE = ['/play', '/arena', '/trees'];

/** The address of what is seen, in the language in which it is seen. @param {boolean} embed */
export function link(embed) {
  const query = parameters();
  query.set('lang', language());
  query.delete('embed');
  if (embed) query.set('embed', '1');
  return `${location.origin}${location.pathname}?${query.toString().replace(/%2C/g, ',').replace(/%3A/g, ':').replace(/%2F/g, '/')}${location.hash}`;
}

/** A text that can be copied. @param {string} label @param {HTMLInputElement | HTMLTextAreaElement} box */
function copied(label, box) {
  const button = h('button', {
    type: 'button', 'aria-label': pair(t('share.copy'), label), onclick: async () => {
      box.select();
      // Where there is no clipboard, what is selected can be copied by a key.
      await navigator.clipboard?.writeText(box.value).then(() => (button.textContent = t('share.copied')), () => {});
    },
  }, t('share.copy'));
  return h('div', { class: 'share-row' }, h('label', { class: 'field' }, h('span', {}, label), box), button);
}

export function share() {
  const address = link(false);
  const symbol = qr(address, t('share.qr'));
  const frame = `<iframe src="${link(true).replaceAll('&', '&amp;')}" title="${document.title}" width="720" height="640" style="border:0"></iframe>`;
  const dialog = h('dialog', { class: 'share-dialog', 'aria-label': t('share.title'), onclose: () => dialog.remove() },
    h('h2', {}, t('share.title')),
    copied(t('share.link'), h('input', { type: 'text', class: 'share-link', readonly: true, value: address, data: true })),
    EMBEDDABLE.includes(part()) ? copied(t('share.embed'), h('textarea', { class: 'share-embed', readonly: true, rows: 4, value: frame, data: true })) : null,
    symbol ? [h('div', { class: 'qr-place' }, symbol), h('div', { class: 'bar' }, h('button', { type: 'button', onclick: () => download('qr.svg', new Blob([new XMLSerializer().serializeToString(symbol)], { type: 'image/svg+xml' })) }, t('share.save')))] : h('p', { class: 'faint' }, t('share.long')),
    /^(localhost|127\.|\[::1\])/.test(location.hostname) ? h('p', { class: 'faint' }, t('share.local')) : null,
    h('form', { method: 'dialog', class: 'bar' }, h('button', { type: 'submit', class: 'primary' }, t('share.close'))));
  document.body.append(dialog);
  dialog.showModal();
}
