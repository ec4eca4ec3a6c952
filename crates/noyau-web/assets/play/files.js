// Games as files: moves as text, JSON, and Portable Game Notation, the latter two with variations and comments.

import { readMoves, writeMoves } from '../match.js';
import { t } from '../text.js';

/** @typedef {import('../match.js').Match} Match */
/** @typedef {import('../match.js').Knot} Knot */

/** @param {Match} match */
export function asFile(match) {
  const { place, players, moves } = match;
  const tree = match.isTree ? { tree: writeMoves(match.root) } : {};
  return `${JSON.stringify({ game: place.game, ...(place.at ? { at: place.at } : {}), first: players.first, second: players.second, moves, ...tree }, null, 1)}\n`;
}

/** @param {Match} match */
export function asPgn(match) {
  const { place, players, root } = match;
  let last = root;
  while (last.next[0]) last = last.next[0];
  const result = last.state?.outcome ? { first: '1-0', second: '0-1', none: '1/2-1/2' }[last.state.winner ?? 'none'] : '*';
  const headers = [['Game', place.game], ...(place.at ? [['SetUp', '1'], ['FEN', place.at]] : []), ['White', players.first], ['Black', players.second], ['Result', result]];
  const moves = writeMoves(root, (ply, first) => (ply % 2 === 1 ? `${(ply + 1) / 2}.` : first ? `${ply / 2}...` : ''));
  const lead = root.comment ? `{${root.comment}} ` : '';
  return `${headers.map(([name, value]) => `[${name} ${JSON.stringify(value)}]`).join('\n')}\n\n${lead}${moves} ${result}\n`;
}

/** A header of the Portable Game Notation. */
const HEADER = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/gm;

/**
 * The first game of a file in Portable Game Notation, and the position it starts from.
 * @param {string} text
 */
function fromPgn(text) {
  const begin = text.search(/^\s*[^\s[]/m);
  const headers = new Map([...text.slice(0, begin < 0 ? undefined : begin).matchAll(HEADER)].map(([, name = '', value = '']) => [name.toLowerCase(), value.replaceAll(/\\(.)/g, '$1')]));
  let moves = begin < 0 ? '' : text.slice(begin);
  const next = moves.search(/^\s*\[\s*\w+\s+"/m);
  if (next >= 0) moves = moves.slice(0, next);
  return { ...given(readMoves(moves, true)), ...some({ at: headers.get('fen'), game: headers.get('game') }) };
}

/** What is there. @param {Record<string, unknown>} all */
const some = (all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null && value !== ''));

/** The main line of a tree, and the tree if it is more. @param {Knot} tree */
function given(tree) {
  const moves = [];
  let more = tree.comment !== '';
  for (let one = tree; one.next[0]; one = one.next[0]) {
    moves.push(one.next[0].move);
    more ||= one.next.length > 1 || one.next[0].comment !== '';
  }
  return { moves: moves.join(' '), ...(more ? { tree } : {}) };
}

/**
 * A game from a file: JSON as it is exported, Portable Game Notation, or a text of moves; lines that start with # are comments.
 * @param {string} text
 * @returns {{ game?: string, at?: string, first?: string, second?: string, moves: string, tree?: Knot }}
 */
export function fromFile(text) {
  text = text.replace(/^\uFEFF/, '');
  if (/^\s*\[\s*\w+\s+"/.test(text) || /^\s*(\{[^"][^}]*\}\s*)?1\.+\s*\D/.test(text)) return fromPgn(text);
  if (!text.trimStart().startsWith('{')) {
    return { moves: text.split('\n').filter((line) => !line.trimStart().startsWith('#')).join(' ').replaceAll(/\s+/g, ' ').trim() };
  }
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new Error(t('files.bad', { why: error instanceof Error ? error.message : '' }));
  }
  const moves = Array.isArray(file.moves) ? file.moves.join(' ') : String(file.moves ?? '');
  return { moves, ...some({ game: file.game, at: file.at, first: file.first, second: file.second, tree: file.tree ? readMoves(String(file.tree)) : null }) };
}
