// The way to the library: web workers have it as WebAssembly. `noyau serve` has another file in this place.
//
// One worker answers at once, two solve, so that a new question need not wait for one that nobody asks any more, and each job has one of its own. All of them have the same files, those of jobs and
// tables, which the browser keeps. Other tabs are told of every change.

import { BASE, part } from './address.js';
import { Files } from './storage.js';
import { size, t } from './text.js';

/** @typedef {{ method: string, body?: string, signal?: AbortSignal | undefined }} Sent */
/** @typedef {{ ok: boolean, status: number, text: string }} Received */
/** @typedef {{ file: (file: File) => Promise<void>, url: (url: string) => Promise<void> }} TableOpener */
/** @typedef {{ head: any, bytes: Uint8Array }} Change */
/** @typedef {{ status: number, kind: string, file: string | null, helped: number, body: Uint8Array }} Answer */

/** How long a request that nobody waits for any more may go on, when another one waits: milliseconds. */
const GRACE = 400;
/** After so long a request has escaped its limits. */
const LONGEST = 150_000;
/** The shortest time between two events of a job. */
const EVERY = 200;
/** A table that comes whole, because its host answers no ranges, has at most so many bytes. */
const MOST_WHOLE = 256 * 2 ** 20;

/** What a request may use: nobody else waits for this machine, and a phone has less memory. */
const SETTINGS = { seconds: 120, memory: (/** @type {any} */ (navigator).deviceMemory ?? 4) < 4 ? 2 ** 28 : 2 ** 30 };

/** The most threads of a worker with those that help it. */
const THREADS = Math.min(navigator.hardwareConcurrency ?? 1, 4);

/** Answers that never change, and are there before the library is. */
const STORED = new Map([['/api/openapi.json', 'openapi.json'], ['/api/samples', 'samples.json']]);

const decoder = new TextDecoder();

// ---- The library -------------------------------------------------------------------------------------------------

/** An answer beside the page, stored compressed: the host may compress nothing. @param {string} name */
async function unpacked(name) {
  const answer = await fetch(`${BASE}answers/${name}.gz`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': 'application/json' } });
}

/** @typedef {{ module: WebAssembly.Module, memory: { initial: number, maximum: number, shared: boolean } }} Library */

/** @type {Promise<Library> | null} */
let loading = null;

/** The compiled library, fetched once. */
function library() {
  loading ??= new Promise((resolve, reject) => {
    const worker = new Worker(`${BASE}unpack.js`, { type: 'module' });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (data.library) resolve(data.library);
      else reject(new Error(data.why));
    };
    worker.onerror = () => reject(new Error('unpack.js'));
  });
  loading.catch(() => (loading = null));
  return loading;
}

// ---- Workers -----------------------------------------------------------------------------------------------------

/** @type {Map<string, File | { url: string, length: number, whole: ArrayBuffer | null }>} */
const opened = new Map();

/** A worker with the library, and those that help it where memory is shared: they end together. */
class Team {
  /**
   * @param {Library} library
   * @param {number} most the most threads
   * @param {(data: any) => void} heard
   */
  constructor(library, most, heard) {
    this.library = library;
    this.threads = library.memory.shared ? Math.max(most, 1) : 1;
    this.ended = false;
    this.workers = Array.from({ length: this.threads }, () => {
      const worker = new Worker(`${BASE}worker.js`, { type: 'module' });
      const tell = (/** @type {any} */ data) => void (this.ended || heard(data));
      worker.onmessage = ({ data }) => tell(data);
      worker.onerror = (event) => {
        event.preventDefault();
        tell({ trap: event.message });
      };
      return worker;
    });
  }

  /** Loads the library. @param {Change[]} files */
  begin(files) {
    this.postMessage({ library: this.library, files, tables: [...opened], settings: { ...SETTINGS, threads: this.threads } });
    // The memory goes from worker to worker: if the page held it, it would not be free as soon as they end.
    for (const helper of this.workers.slice(1)) {
      const { port1, port2 } = new MessageChannel();
      helper.postMessage({ help: port1 }, [port1]);
      this.workers[0]?.postMessage({ helper: port2 }, [port2]);
    }
  }

  /** @param {object} message */
  postMessage(message) {
    this.workers[0]?.postMessage(message);
  }

  terminate() {
    this.ended = true;
    for (const worker of this.workers) worker.terminate();
  }
}

/** A worker with the library, which does one thing after the other. */
class Hand {
  /** @param {number} threads */
  constructor(threads) {
    this.threads = threads;
    /** @type {Team | null} */
    this.worker = null;
    /** @type {{ sent: object, done: (answer: Answer | null) => void, dropped: boolean }[]} */
    this.queue = [];
    this.timer = 0;
    this.watchdog = 0;
    /** @type {Promise<void> | null} */
    this.starting = null;
  }

  /** @returns {Promise<void>} */
  start() {
    this.starting ??= (async () => {
      const [loaded, files] = await Promise.all([library(), kept()]);
      const worker = new Team(loaded, this.threads, (data) => this.heard(data));
      const others = await runElsewhere();
      if (others) await askOthers();
      worker.begin(files.all());
      // What another tab runs is no job that was left; its progress is told soon.
      if (others) for (const { id, state } of files.left()) worker.postMessage({ status: { id, state, done: 0, total: 0 } });
      this.worker = worker;
    })();
    return this.starting;
  }

  /** @param {any} data */
  heard(data) {
    if (data.answer) this.finish(data.answer);
    else if (data.trap) this.restart();
    else heard(data, this);
  }

  /** @param {Answer | null} answer */
  finish(answer) {
    clearTimeout(this.watchdog);
    clearTimeout(this.timer);
    this.timer = 0;
    const first = this.queue.shift();
    first?.done(answer);
    this.next();
  }

  /** Ends the worker, which gives its memory back; what it was asked has no answer. */
  restart() {
    this.end();
    this.finish(null);
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.starting = null;
  }

  next() {
    const first = this.queue[0];
    if (!first) return;
    this.start().then(() => {
      if (this.queue[0] !== first) return;
      this.worker?.postMessage(first.sent);
      this.watchdog = setTimeout(() => this.restart(), LONGEST);
    }, (error) => {
      broken = String(error);
      this.finish(null);
    });
  }

  /** Gives up a running request that nobody waits for, if another one waits. */
  hurry() {
    if (this.timer || !this.queue[0]?.dropped || this.queue.length < 2) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      if (this.queue[0]?.dropped) this.restart();
    }, GRACE);
  }

  /**
   * @param {object} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer | null>}
   */
  ask(request, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new DOMException('', 'AbortError'));
      const one = { sent: { request }, done: resolve, dropped: false };
      this.queue.push(one);
      signal?.addEventListener('abort', () => {
        reject(new DOMException('', 'AbortError'));
        one.dropped = true;
        const place = this.queue.indexOf(one);
        if (place > 0) this.queue.splice(place, 1);
        this.hurry();
      });
      if (this.queue.length === 1) this.next();
      else this.hurry();
    });
  }
}

let broken = '';
const desk = new Hand(1);
// The second is for what comes while the first works: the processors have enough to do then.
const solvers = [new Hand(THREADS), new Hand(1)];
const hands = [desk, ...solvers];

/** @param {Hand} hand */
const isFree = ({ queue }) => queue.length === 0;
/** @param {Hand} hand */
const isLeft = ({ queue }) => queue.length === 1 && Boolean(queue[0]?.dropped);

/**
 * The worker for a long question: one that is free, the first rather, for it knows what it has solved; else one whose question
 * nobody waits for. A proof takes long: it waits for the worker that others help rather than being alone in another one.
 * @param {boolean} proof
 */
const solver = (proof) => solvers.find((hand) => isFree(hand) || (proof && isLeft(hand))) ?? solvers.find(isLeft) ?? solvers.reduce((a, b) => (b.queue.length < a.queue.length ? b : a));

/** Whether a request takes milliseconds, or is about jobs. @param {string} path @param {string} method */
const isShort = (path, method) => /^\/api\/(games|game|samples|jobs|tables$|tree\/exercise|openapi)/.test(path) || method === 'DELETE';

// ---- What the browser keeps ---------------------------------------------------------------------------------------

/** @type {Promise<Files> | null} */
let opening = null;
const kept = () => (opening ??= Files.open());

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('noyau');

/**
 * What a worker tells by itself: a changed file, a changed job, a job to run or to end.
 * @param {any} data
 * @param {Hand | null} from
 */
function heard(data, from) {
  if (data.change) {
    void kept().then((files) => files.change(data.change));
    pass(data, from);
    channel?.postMessage(data);
  } else if (data.status) {
    if (from === null) pass(data, null);
    channel?.postMessage(data);
    changed(data.status.id);
  } else if (data.launch) run(data.launch);
  else if (data.halt) {
    halt(data.halt);
    channel?.postMessage(data);
  } else if (data.panic) console.warn(data.panic);
}

/** Tells all workers but one. @param {any} data @param {Hand | null} from */
function pass(data, from) {
  for (const hand of hands) if (hand !== from) hand.worker?.postMessage(data);
}

/** @type {() => void} */
let told = () => {};

/** Asks the tab that runs a job for its files: what the browser keeps of them is a moment older. */
async function askOthers() {
  const answered = new Promise((resolve) => (told = () => resolve(undefined)));
  channel?.postMessage({ question: true });
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 2000))]);
}

channel?.addEventListener('message', ({ data }) => {
  if (data.halt) return halt(data.halt);
  if (data.question) {
    if (running.size > 0) void kept().then((files) => channel.postMessage({ files: files.all().filter(({ head }) => head.write?.startsWith('jobs/')) }));
    return;
  }
  if (data.files) {
    void kept().then((files) => {
      for (const change of data.files) files.note(change);
      told();
    });
    return;
  }
  if (data.change) void kept().then((files) => files.note(data.change));
  pass(data, null);
  if (data.status) changed(data.status.id);
});

// ---- Jobs --------------------------------------------------------------------------------------------------------

/** @type {Map<string, { worker: Team | null, end: () => void }>} */
const running = new Map();
let turn = Promise.resolve();

/** Runs in its turn: one job at a time, in all tabs together. @param {() => Promise<void>} work */
function inTurn(work) {
  if (navigator.locks) return void navigator.locks.request('noyau-job', work);
  turn = turn.then(work, work);
}

/** Jobs whose turn has not come. @type {Map<string, { given: boolean }>} */
const queued = new Map();

/** @param {string} id */
function run(id) {
  const place = { given: false };
  queued.set(id, place);
  inTurn(() => new Promise((resolve) => {
    if (queued.get(id) === place) queued.delete(id);
    if (place.given) return resolve(undefined);
    const job = { worker: /** @type {Team | null} */ (null), end: () => {
      job.worker?.terminate();
      if (running.get(id) === job) running.delete(id);
      resolve(undefined);
    } };
    running.set(id, job);
    Promise.all([library(), kept()]).then(([loaded, files]) => {
      if (running.get(id) !== job) return;
      // One processor is left for requests.
      job.worker = new Team(loaded, THREADS - 1, (data) => {
        if (running.get(id) !== job) return;
        if (data.done || data.trap) job.end();
        if (data.trap) heard({ status: { id, state: 'failed', message: [data.trap, data.trap], done: 0, total: 0 } }, null);
        else heard(data, null);
      });
      job.worker.begin(files.all());
      job.worker.postMessage({ job: id });
    }, () => job.end());
  }));
}

/** Ends a job that runs or waits here. @param {string} id */
function halt(id) {
  running.get(id)?.end();
  const place = queued.get(id);
  if (place) place.given = true;
}

/** Jobs that ran when the page was left go on, unless another tab runs them. */
async function resume() {
  const files = await kept();
  if (await runElsewhere()) return;
  for (const { id } of files.left()) await call(`/api/jobs/${id}/resume`, 'POST', '{}');
}

/** Whether another tab runs jobs. */
async function runElsewhere() {
  if (!navigator.locks || running.size > 0) return false;
  const { held } = await navigator.locks.query();
  return held?.some((lock) => lock.name === 'noyau-job') ?? false;
}

/** @type {Map<string, Set<() => void>>} */
const followers = new Map();

/** @param {string} id */
function changed(id) {
  for (const follower of followers.get(id) ?? []) follower();
}

// ---- Requests ----------------------------------------------------------------------------------------------------

/** The parts whose first board needs no library. */
const BOARDS = ['/', '/play'];
/** How long after the library the rest of the files is fetched, to be kept: milliseconds. The first moves come before. */
const LATER = 2000;
/** The first board is painted by then, or never. */
const LATEST = 5000;

/** @type {() => void} */
let paint = () => {};
/** Resolves when the first board is painted, or something waits that only the library can answer: until then it is not fetched. */
const painted = new Promise((resolve) => (paint = () => resolve(undefined)));

function lookForBoard() {
  if (!BOARDS.includes(part()) || document.querySelector('svg.board') || performance.now() > LATEST) requestAnimationFrame(() => setTimeout(paint, 100));
  else requestAnimationFrame(lookForBoard);
}

let begun = false;

/** Loads the library, and goes on with what was left. */
async function begin() {
  if (begun) return;
  begun = true;
  lookForBoard();
  await painted;
  void desk.start().then(() => {
    // What was fetched is kept for visits without a network.
    if ('serviceWorker' in navigator) setTimeout(() => void navigator.serviceWorker.register(`${BASE}offline.js`).catch(() => {}), LATER);
    return resume();
  }, (error) => (broken = String(error)));
}

/**
 * @param {string} joined
 * @param {string} method
 * @param {string} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer | null>}
 */
function call(joined, method, body, signal) {
  const [path = '', query = ''] = joined.split('?');
  const request = { method, path, query, kind: body === undefined ? '' : 'application/json', body: body ?? '' };
  const proof = path === '/api/values' && Boolean(body) && JSON.parse(body ?? '').quick;
  return (isShort(path, method) ? desk : solver(proof)).ask(request, signal);
}

/** The file of an answer that is stored beside the page, if it is one. @param {string} joined @param {Sent} sent */
function stored(joined, { method, body }) {
  const [path = '', query = ''] = joined.split('?');
  const language = new URLSearchParams(query).get('lang') ?? 'en';
  if (method === 'GET') return path === '/api/games' ? `games.${language}.json` : (STORED.get(path) ?? null);
  const place = path === '/api/game' && body ? JSON.parse(body) : {};
  // The library itself answers as soon as it is there.
  const plain = Object.keys(place).every((key) => key === 'game' || (key === 'after' && place.after.length === 0));
  return !desk.worker && place.game && plain && STARTS.has(place.game) ? `start/${place.game.replace(/[:,]/g, '-')}.json` : null;
}

/** The games whose first positions are stored, written when the page is put together. */
const STARTS = new Set(['@STARTS@']);

/**
 * Asks the library for a position that was stored, and for the one after a move, when the board is painted: code is compiled when it
 * runs first, and the visitor's first move would wait for that.
 * @param {string} path @param {object} body @param {{ moves: string[] }} start
 */
async function warm(path, body, { moves }) {
  await painted;
  for (const after of [[], moves.slice(0, 1)]) await call(path, 'POST', JSON.stringify({ ...body, after }));
}

/**
 * @param {string} path
 * @param {Sent} sent
 * @returns {Promise<Received>}
 */
export async function send(path, sent) {
  const file = stored(path, sent);
  if (file) {
    const text = await unpacked(file).then((answer) => answer.text(), () => null);
    if (text !== null) {
      void begin();
      if (sent.body) void warm(path, JSON.parse(sent.body), JSON.parse(text));
      return { ok: true, status: 200, text };
    }
  }
  // A board that is not stored cannot wait.
  if (path.startsWith('/api/game?')) paint();
  void begin();
  await painted;
  const answer = await call(path, sent.method, sent.body, sent.signal);
  if (!answer && broken) return { ok: false, status: 500, text: JSON.stringify({ error: { message: t('static.broken', { why: broken }) } }) };
  if (!answer) return { ok: false, status: 500, text: '' };
  return { ok: answer.status < 300, status: answer.status, text: decoder.decode(answer.body) };
}

/**
 * The events of a job.
 * @param {string} path
 * @param {(name: string, data: string) => void} happened
 * @param {() => void} _refused
 * @returns {() => void} ends it
 */
export function listen(path, happened, _refused) {
  const id = decodeURIComponent(path.split('/')[3] ?? '');
  let over = false;
  let asked = false;
  let again = false;
  const look = async () => {
    if (over || asked) return void (again = true);
    asked = true;
    again = false;
    const answer = await call(path, 'GET');
    const found = /^event: (\w+)\ndata: (.*)\n\n$/s.exec(answer ? decoder.decode(answer.body) : '');
    if (over) return;
    if (found?.[1] && found[2]) happened(found[1], found[2]);
    if (found?.[1] === 'end') return close();
    setTimeout(() => {
      asked = false;
      if (again) void look();
    }, EVERY);
  };
  const close = () => {
    over = true;
    followers.get(id)?.delete(look);
  };
  followers.set(id, (followers.get(id) ?? new Set()).add(look));
  void look();
  return close;
}

/**
 * The attributes of a link that saves a file of the API.
 * @param {string} path
 * @param {string} name
 * @returns {Record<string, any>}
 */
export const saving = (path, name) => ({
  href: '#', onclick: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await call(path, 'GET');
    if (!answer) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (answer.body)], { type: answer.kind }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
});

/** The attributes of the link to the description of the interface. @type {Record<string, any>} */
export const description = {
  href: '#', onclick: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await unpacked('openapi.json');
    open(URL.createObjectURL(await answer.blob()), '_blank');
  },
};

/** @param {string} name @param {File | { url: string, length: number, whole: ArrayBuffer | null }} table */
async function openTable(name, table) {
  opened.set(name, table);
  await desk.start();
  pass({ tables: [...opened] }, null);
}

/** How a visitor opens a table of his own. @type {TableOpener | null} */
export const tables = {
  file: (file) => openTable(file.name, file),
  async url(given) {
    const url = new URL(given, new URL(BASE, location.href)).href;
    const cannot = () => new Error(t('atlas.unreachable', { url }));
    const probe = await fetch(url, { headers: { range: 'bytes=0-7' } }).catch(() => null);
    if (!probe?.ok) throw cannot();
    const ranged = /\/(\d+)$/.exec(probe.headers.get('content-range') ?? '');
    if (probe.status === 206 && ranged) {
      await probe.body?.cancel();
      return openTable(url, { url, length: Number(ranged[1]), whole: null });
    }
    const length = Number(probe.headers.get('content-length') ?? Infinity);
    if (length > MOST_WHOLE) {
      await probe.body?.cancel();
      throw new Error(t('atlas.too-large', { size: size(length), most: size(MOST_WHOLE) }));
    }
    const whole = await probe.arrayBuffer();
    return openTable(url, { url, length: whole.byteLength, whole });
  },
};

/** Says what is missing here. @type {(() => string) | null} */
export const missing = () => t('static.missing');

/** Whether the browser keeps the whole page by itself. */
export const isKept = 'serviceWorker' in navigator;
