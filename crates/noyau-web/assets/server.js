// What the API is asked, and the shapes of its answers: `/api/openapi.json` describes them.

import { called, language, names, t } from './text.js';
import { send } from './transport.js';

/** @typedef {'first' | 'second'} Side */
/** @typedef {'win' | 'draw' | 'loss'} Outcome */
/** @typedef {{ side: Side | null, symbol: string, count: number }} Piece */
/** @typedef {{ x: number, y: number, shape: 'square' | 'point' | 'pit', piece: Piece | null }} Cell */
/** @typedef {{ cells: number[], lines: number[] }} Touch */
/** @typedef {{ from: number[], to: number[], drawn: boolean }} Line */
/** @typedef {{ cells: Cell[], lines: Line[], labels: { x: number, y: number, text: string }[], moves: Touch[] }} View */
/** @typedef {{ game: string, content?: string, at?: string, after?: string | string[] }} Place a position, as the server is told it */
/** @typedef {{ move: string, side: Side, position: string }} Ply */
/**
 * @typedef {object} State
 * @property {string} game
 * @property {string} start
 * @property {string} position
 * @property {Side} side
 * @property {Outcome | null} outcome
 * @property {Side | 'none' | null} winner
 * @property {number[] | null} points
 * @property {string[]} moves
 * @property {View} view
 * @property {{ name: string, score: number }[]} scores
 * @property {Ply[]} history
 */
/** @typedef {{ outcome: Outcome | 'unknown', distance: number | null, margin: number | null, score?: number }} Worth */
/** @typedef {Worth & { move: string }} MoveWorth */
/** @typedef {{ agent: string, score: number | null, unit: string | null, line: string[], moves: { move: string, score: number }[], depth: number | null }} Opinion */
/**
 * @typedef {Worth & { nimber: number | null, best: string[], line: string[], moves?: MoveWorth[], method: string,
 *   exact: boolean, seconds: number, bounds?: string[], opinion?: Opinion | null }} Values
 */
/** @typedef {{ name: string, summary: string, rules: string, parameters: string, default: string, variants: string[], abilities: string[], needs_file: boolean, samples: { path: string, content: string }[], thumbnail: View | null, thumbnail_points: number[] | null }} GameInfo */
/** @typedef {{ name: string, summary: string, kind: 'count' | 'number' | 'word' | 'heuristic' | 'agent' | 'text', default: string | number | null, most: number | null, words: string[] }} Setting of an agent */
/** @typedef {{ name: string, summary: string, usage: string, example: string, options: string, argument: Setting | null, settings: Setting[] }} AgentInfo */
/** @typedef {{ games: GameInfo[], agents: AgentInfo[], languages: string[], version: string }} Catalogue */

/** What went wrong, with its place in a pasted text where there is one. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {string} kind
   * @param {{ line?: number, column?: number, message?: string }[]} places
   */
  constructor(message, kind, places) {
    super(message);
    this.kind = kind;
    this.places = places;
  }
}

/** How many answers are waited for: while there are any, the page shows that it is busy. */
let waiting = 0;

/** @param {number} change */
function wait(change) {
  waiting += change;
  document.documentElement.toggleAttribute('data-busy', waiting > 0);
}

let there = true;
/** @type {(there: boolean) => void} */
let contact = () => {};

/** Calls back when the server stops answering, and when it answers again. @param {(there: boolean) => void} told */
export const onContact = (told) => (contact = told);

/** @param {boolean} now */
function reached(now) {
  if (now === there) return;
  there = now;
  contact(there);
}

/** Asks whether the server is there again. */
export const knock = () => ask('/api/jobs').catch(() => {});

/** Whether nobody answered, as opposed to an answer that refuses. @param {unknown} error */
export const isUnreachable = (error) => error instanceof Refusal && error.kind === 'unreachable';

/** That nobody answers. */
export function unreachable() {
  reached(false);
  return new Refusal(t('error.unreachable'), 'unreachable', []);
}

/**
 * @param {string} path
 * @param {object} [body] what is posted; without it the request is a GET
 * @param {{ signal?: AbortSignal, method?: string, quiet?: boolean }} [options] `quiet` for what nobody waits for
 * @returns {Promise<any>}
 */
export async function ask(path, body, options = {}) {
  if (options.quiet) return exchange(path, body, options);
  wait(1);
  try {
    return await exchange(path, body, options);
  } finally {
    wait(-1);
  }
}

/**
 * @param {string} path
 * @param {object | undefined} body
 * @param {{ signal?: AbortSignal, method?: string }} options
 * @returns {Promise<any>}
 */
async function exchange(path, body, options) {
  const joined = path.includes('lang=') ? path : `${path}${path.includes('?') ? '&' : '?'}lang=${language()}`;
  const method = options.method ?? (body ? 'POST' : 'GET');
  let answer;
  try {
    answer = await send(joined, { method, signal: options.signal, ...(body ? { body: JSON.stringify(body) } : {}) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  reached(true);
  let document;
  try {
    document = answer.text ? JSON.parse(answer.text, names() && !/^.api.(arena|tree)/.test(path) ? rename : undefined) : null;
  } catch {
    document = null;
  }
  if (answer.ok && document !== null) return document;
  if (answer.ok) return {};
  const error = document?.error ?? {};
  const places = error.errors ?? (error.line ? [error] : []);
  throw new Refusal(error.message ?? t('error.status', { status: answer.status }), error.kind ?? '', places);
}

/** Texts for people name the sides as the class does; what a graph or a tree is made of is the visitor's. @param {string} key @param {unknown} value */
const rename = (key, value) => (typeof value === 'string' && ['summary', 'rules', 'why', 'text', 'theorem', 'question', 'message'].includes(key) ? called(value) : value);

/** @param {unknown} error */
export const isAborted = (error) => error instanceof DOMException && error.name === 'AbortError';

/** @type {Map<string, Promise<Catalogue>>} */
const catalogues = new Map();

/** The games and agents, asked once a language. @returns {Promise<Catalogue>} */
export function catalogue(tongue = language()) {
  const known = catalogues.get(tongue) ?? ask(`/api/games?lang=${tongue}`);
  catalogues.set(tongue, known);
  known.catch(() => catalogues.delete(tongue));
  return known;
}

/** The names of the games that need no file. @returns {Promise<string[]>} */
export async function gameNames() {
  const { games } = await catalogue();
  return games.filter((game) => !game.needs_file).map((game) => game.name);
}

/** @type {Promise<{ gdl: Sample[], graphs: Sample[], trees: Sample[] }> | null} */
let sampled = null;

/** @typedef {{ name: string, content: string }} Sample */

export function samples() {
  sampled ??= ask('/api/samples');
  sampled.catch(() => (sampled = null));
  return sampled;
}

/**
 * Only the newest of several requests matters: starting one cancels the one before.
 */
export function latest() {
  return {
    /** @type {AbortController | null} */
    running: null,
    /**
     * @param {string} path
     * @param {object} body
     */
    ask(path, body) {
      this.running?.abort();
      this.running = new AbortController();
      return ask(path, body, { signal: this.running.signal });
    },
    cancel() {
      this.running?.abort();
    },
  };
}
