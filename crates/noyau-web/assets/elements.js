// Makes elements of HTML and SVG. Text always becomes text nodes, never markup, so nothing that a server or a file says
// can turn into an element.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes `on…` are listeners, `data` is server or user data not to be translated
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'data') element.setAttribute('translate', 'no');
    else if (name === 'value' || name === 'checked' || name === 'selected' || name === 'disabled') {
      /** @type {any} */ (element)[name] = value;
    } else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {Element} parent
 * @param {any[]} children
 */
function adopt(parent, children) {
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  const { value, ...others } = attributes;
  dress(element, others);
  adopt(element, children);
  // After the children: a list of options takes its value only when it has them.
  if (value !== undefined && value !== null) /** @type {any} */ (element).value = value;
  return element;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  dress(element, attributes);
  adopt(element, children);
  return element;
}

/**
 * Puts children in the place of those an element has.
 * @param {Element} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  adopt(element, children);
}

/**
 * A field with its label.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [kind]
 */
export function field(label, control, kind = '') {
  return h('label', { class: `field ${kind}` }, h('span', {}, label), control);
}

/**
 * A list to choose from.
 * @param {[string, string][]} options value and what is shown
 * @param {string} value
 * @param {(value: string) => void} changed
 * @param {Record<string, any>} [attributes]
 */
export function choice(options, value, changed, attributes = {}) {
  return h(
    'select',
    { ...attributes, value, onchange: (/** @type {Event} */ event) => changed(/** @type {HTMLSelectElement} */ (event.target).value) },
    options.map(([key, shown]) => h('option', { value: key }, shown)),
  );
}

/** Waits until what was drawn is seen; in a tab that is not, for a moment. */
export const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, document.hidden ? 60 : 1000);
});

/** Where the page says aloud what happened. */
const said = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite', id: 'said' });

export function announcer() {
  return said;
}

/**
 * Says what happened to those who listen to the page.
 * @param {string} text
 */
export function announce(text) {
  said.textContent = text;
}

/**
 * Hands a file to the reader.
 * @param {string} name
 * @param {Blob | string} content
 */
export function download(name, content) {
  const blob = content instanceof Blob ? content : new Blob([content], { type: 'text/plain;charset=utf-8' });
  const address = URL.createObjectURL(blob);
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
