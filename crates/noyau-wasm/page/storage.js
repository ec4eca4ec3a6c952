// The files of jobs and tables, as the browser keeps them: every file in pieces, so that a line can be added to a long one.

const NAME = 'noyau';
const STORE = 'files';
/** Lines that are added are written together, so often: milliseconds. */
const PAUSE = 250;

/** @typedef {{ head: { write?: string, append?: string, cut?: string, length?: number, remove?: string }, bytes: Uint8Array }} Change */

/** @param {IDBRequest} request @returns {Promise<any>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @param {Uint8Array[]} pieces */
export function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

export class Files {
  /** @param {IDBDatabase | null} database */
  constructor(database) {
    this.database = database;
    /** @type {Map<string, Uint8Array[]>} */
    this.pieces = new Map();
    /** Where the pieces of each file begin that are not yet written. @type {Map<string, number>} */
    this.unwritten = new Map();
    this.timer = 0;
  }

  /** The files, or none where the browser keeps nothing. */
  static async open() {
    /** @type {IDBDatabase | null} */
    let database = null;
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
      database = await done(opening);
    } catch {
      database = null;
    }
    const files = new Files(database);
    if (database) {
      const store = database.transaction(STORE).objectStore(STORE);
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
      keys.forEach((/** @type {[string, number]} */ [name], /** @type {number} */ i) => {
        files.pieces.set(name, [...(files.pieces.get(name) ?? []), values[i]]);
      });
    }
    addEventListener('pagehide', () => files.write());
    return files;
  }

  /** All files, as changes that make them. @returns {Change[]} */
  all() {
    return [...this.pieces].map(([name, pieces]) => ({ head: { write: name }, bytes: joined(pieces) }));
  }

  /** The jobs that run or wait. @returns {{ id: string, state: string }[]} */
  left() {
    const jobs = [...this.pieces].flatMap(([name, pieces]) => {
      const id = /^jobs\/(.*)\/job\.json$/.exec(name)?.[1];
      return id ? [{ id, state: JSON.parse(new TextDecoder().decode(joined(pieces))).state }] : [];
    });
    return jobs.filter(({ state }) => state === 'running' || state === 'queued');
  }

  /** Makes a change that another tab keeps. @param {Change} change @returns {string[]} the files that are new from their beginning */
  note({ head, bytes }) {
    if (head.write) {
      this.pieces.set(head.write, [bytes]);
      return [head.write];
    }
    if (head.append) {
      const pieces = this.pieces.get(head.append) ?? [];
      this.pieces.set(head.append, pieces);
      pieces.push(bytes);
      return [];
    }
    if (head.cut !== undefined) {
      this.pieces.set(head.cut, [joined(this.pieces.get(head.cut) ?? []).slice(0, head.length)]);
      return [head.cut];
    }
    const gone = [...this.pieces.keys()].filter((name) => name === head.remove || name.startsWith(`${head.remove}/`));
    for (const name of gone) this.pieces.delete(name);
    return gone;
  }

  /** Makes a change, and keeps it. @param {Change} change */
  change(change) {
    const { append } = change.head;
    if (append && !this.unwritten.has(append)) this.unwritten.set(append, this.pieces.get(append)?.length ?? 0);
    for (const name of this.note(change)) this.unwritten.set(name, 0);
    if (append) this.timer ||= setTimeout(() => this.write(), PAUSE);
    else this.write();
  }

  write() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.database || this.unwritten.size === 0) return;
    const store = this.database.transaction(STORE, 'readwrite').objectStore(STORE);
    for (const [name, from] of this.unwritten) {
      const pieces = this.pieces.get(name);
      if (from === 0) store.delete(IDBKeyRange.bound([name, 0], [name, Infinity]));
      if (!pieces) continue;
      // What was added since the last time becomes one piece.
      const added = joined(pieces.splice(from));
      pieces.push(added);
      store.put(added, [name, from]);
    }
    this.unwritten.clear();
  }
}
