// What games and their sides are called. Addresses and the command line have identifiers; people read names.

import { has, names, t } from './text.js';

/** @typedef {import('./server.js').Side} Side */

/** By what the sides of a game are told apart, where it is not by who begins. @type {Record<string, 'white' | 'black' | 'mark' | 'blue' | 'domino'>} */
const SIDES = {
  chess: 'white', draughts: 'white', 'draughts:english': 'black', othello: 'black', go: 'black', tictactoe: 'mark', mnk: 'mark',
  connect4: 'blue', morris: 'blue', leapfrog: 'blue', domineering: 'domino',
};

/** @param {string} game */
const family = (game) => game.split(':')[0] ?? '';

/** A game with its parameters, as in `draughts:english`, by its name. @param {string} game @returns {string} */
export function title(game) {
  if (has(`game.${game}`)) return t(`game.${game}`);
  const name = family(game);
  // The order of rows and columns differs from game to game: it is said.
  const order = name === 'chomp' ? 'size.rows' : 'size.columns';
  const [a, b, ...others] = game.slice(name.length + 1).split(',');
  // A variant with a name, and how much of it.
  if (b !== undefined && has(`game.${name}:${a}`)) return [title(`${name}:${a}`), b, ...others].join(', ');
  // What single numbers mean differs too.
  const meaning = a && has(`size.${name}`) && others.length === 0 && (b !== undefined || !t(`size.${name}`).includes('{b}')) ? t(`size.${name}`, { a, b: b ?? '' }) : null;
  const parameters = meaning ?? game.slice(name.length + 1).replaceAll(',', ', ').replaceAll(/\b(\d+)x(\d+)\b/g, (_, a, b) => t(order, { a, b }));
  const called = has(`game.${name}`) ? t(`game.${name}`) : name;
  return parameters ? `${called} (${parameters})` : called;
}

/** The class of what has signs of sides in it: they look like the pieces of the game. @param {string} game */
export const signs = (game) => `signs ${SIDES[game] ?? SIDES[family(game)] ?? 'order'}`;

/** @param {string} game @param {Side} side */
export function sideName(game, side) {
  const kind = names() ? null : SIDES[game] ?? SIDES[family(game)];
  return kind ? t(`side.${kind}.${side}`) : t(`side.${side}`);
}
