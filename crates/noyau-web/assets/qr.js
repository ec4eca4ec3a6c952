// QR codes, as ISO/IEC 18004 describes them: bytes at level L, versions 1 to 25, which phones still read from a screen.

import { s } from './elements.js';

/** Check bytes of a block, and blocks, by version. */
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

/** @type {((x: number, y: number) => number)[]} */
const MASKS = [
  (x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** A product in the field of 256 elements. @param {number} a @param {number} b */
function product(a, b) {
  let z = 0;
  for (let i = 7; i >= 0; i -= 1) z = (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a);
  return z;
}

/** The check bytes of a block: the remainder by a polynomial of that degree. @param {number[]} block @param {number} degree */
function checks(block, degree) {
  /** @type {number[]} */
  const divisor = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i += 1, root = product(root, 2)) {
    divisor.forEach((one, j) => (divisor[j] = product(one, root) ^ (divisor[j + 1] ?? 0)));
  }
  /** @type {number[]} */
  const rest = Array(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    divisor.forEach((one, j) => (rest[j] = (rest[j] ?? 0) ^ product(one, factor)));
  }
  return rest;
}

/** The modules of a symbol that carry data. @param {number} version */
function room(version) {
  const marks = Math.floor(version / 7) + 2;
  return (16 * version + 128) * version + 64 - (version < 2 ? 0 : (25 * marks - 10) * marks - 55) - (version < 7 ? 0 : 36);
}

/** A number followed by its remainder, for formats and versions. @param {number} value @param {number} degree @param {number} divisor */
function guarded(value, degree, divisor) {
  let rest = value;
  for (let i = 0; i < degree; i += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * divisor);
  return (value << degree) | rest;
}

/**
 * The rows of the symbol of a text, true where it is dark; null for a text that is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + CHECKS.findIndex((each, i) => Math.floor(room(i + 1) / 8) - each * (BLOCKS[i] ?? 1) >= bytes.length + (i < 9 ? 2 : 3));
  if (version === 0) return null;
  const [each, blocks, all] = [CHECKS[version - 1] ?? 0, BLOCKS[version - 1] ?? 1, Math.floor(room(version) / 8)];
  const capacity = all - each * blocks;

  // The bytes: mode and length, the text, an end, and filling.
  const count = version < 10 ? 8 : 16;
  let bits = '0100' + bytes.length.toString(2).padStart(count, '0') + [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  bits += '0'.repeat(Math.min(4, 8 * capacity - bits.length));
  bits += '0'.repeat(-bits.length & 7);
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let i = 0; data.length < capacity; i += 1) data.push(i % 2 ? 0x11 : 0xec);

  // In blocks, a byte of each in turn, then their checks.
  const short = Math.floor(capacity / blocks);
  /** @type {number[][]} */
  const parts = [];
  for (let i = 0, at = 0; i < blocks; i += 1) {
    const end = at + short + (i < blocks - (capacity % blocks) ? 0 : 1);
    parts.push(data.slice(at, end));
    at = end;
  }
  const sums = parts.map((part) => checks(part, each));
  const stream = [parts, sums].flatMap((lists) => Array.from({ length: Math.max(short + 1, each) }, (_, i) => lists.flatMap((list) => list[i] ?? []))).flat();

  // What every symbol has: finders, alignment marks, timing, places for format and version.
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const fixed = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean | number} */ dark) => {
    const row = fixed[y];
    if (row && x >= 0 && x < size) row[x] = Boolean(dark);
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach, /** @type {number[]} */ light) => {
    for (let i = -reach; i <= reach; i += 1) for (let j = -reach; j <= reach; j += 1) set(x + i, y + j, !light.includes(Math.max(Math.abs(i), Math.abs(j))));
  };
  for (const [x, y] of /** @type {[number, number][]} */ ([[3, 3], [size - 4, 3], [3, size - 4]])) square(x, y, 4, [2, 4]);
  const marks = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * marks - 2)) * 2;
  const lines = Array.from({ length: marks }, (_, i) => (i === 0 ? 6 : size - 7 - (marks - 1 - i) * step));
  for (const x of lines) for (const y of lines) if (!((x === 6 && (y === 6 || y === size - 7)) || (x === size - 7 && y === 6))) square(x, y, 2, [1]);
  const format = (/** @type {number} */ mask) => {
    const word = guarded(8 | mask, 10, 0x537) ^ 0x5412;
    for (let i = 0; i < 15; i += 1) {
      const bit = (word >>> i) & 1;
      set(i < 8 ? 8 : i === 8 ? 7 : 14 - i, i < 6 ? i : i < 8 ? i + 1 : 8, bit);
      set(i < 8 ? size - 1 - i : 8, i < 8 ? 8 : size - 15 + i, bit);
    }
    set(8, size - 8, true);
  };
  format(0);
  if (version >= 7) {
    const word = guarded(version, 12, 0x1f25);
    for (let i = 0; i < 18; i += 1) {
      set(size - 11 + (i % 3), Math.floor(i / 3), (word >>> i) & 1);
      set(Math.floor(i / 3), size - 11 + (i % 3), (word >>> i) & 1);
    }
  }

  // The data, two columns at a time, up and down.
  const plain = Array.from({ length: size }, () => Array(size).fill(false));
  let at = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let i = 0; i < 2 * size; i += 1) {
      const [x, line] = [right - (i % 2), i >> 1];
      const y = ((right + 1) & 2) === 0 ? size - 1 - line : line;
      if (fixed[y]?.[x] !== null) continue;
      const row = plain[y];
      if (row) row[x] = Boolean(((stream[at >> 3] ?? 0) >>> (7 - (at & 7))) & 1);
      at += 1;
    }
  }

  // The mask that leaves the fewest patterns that confuse readers.
  let best = null;
  let least = Infinity;
  for (const [mask, flips] of MASKS.entries()) {
    format(mask);
    const tried = plain.map((row, y) => row.map((dark, x) => fixed[y]?.[x] ?? dark !== (flips(x, y) === 0)));
    const cost = penalty(tried);
    if (cost < least) [best, least] = [tried, cost];
  }
  return best;
}

/** @param {boolean[][]} rows */
function penalty(rows) {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, x) => rows.map((row) => Boolean(row[x])))].map((line) => line.map(Number).join(''));
  let cost = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    cost += 40 * (line.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let y = 1; y < size; y += 1) for (let x = 1; x < size; x += 1) if (rows[y]?.[x] === rows[y]?.[x - 1] && rows[y]?.[x] === rows[y - 1]?.[x] && rows[y]?.[x] === rows[y - 1]?.[x - 1]) cost += 3;
  const dark = lines.slice(0, size).join('').replaceAll('0', '').length / size ** 2;
  return cost + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** The symbol as a picture, with the quiet border that readers need. @param {string} text @param {string} label */
export function qr(text, label) {
  const rows = modules(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const d = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : []))).join('');
  return s('svg', { xmlns: 'http://www.w3.org/2000/svg', class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#fff' }), s('path', { d, fill: '#000' }));
}
