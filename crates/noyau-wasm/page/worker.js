// A worker with the library. It is told the compiled library and the files, then requests, or the job that it runs. Or it helps
// such a worker, whose memory it shares.

import { joined } from './storage.js';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** How often a running job tells its progress: milliseconds. */
const EVERY = 200;

/** @type {any} */
let library = null;
/** @type {WebAssembly.Memory} */
let memory;
/** @type {WebAssembly.Module} */
let module;
/** @type {Map<string, any>} */
let tables = new Map();
/** The job that runs here, and when it last told its progress. */
let job = '';
let told = 0;
let shown = { state: '', at: 0 };
/** @type {any} */
let head = null;

const WHAT = ['head', 'body', 'change', 'launch', 'halt', 'status', 'panic'];

/** @param {number} at @param {number} length */
const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);

/** A copy: what is shared is neither read as text nor sent. @param {number} at @param {number} length */
const copy = (at, length) => bytes(at, length).slice();

/** @param {number} at @param {number} length */
const text = (at, length) => decoder.decode(copy(at, length));

/** A head of JSON, and the bytes after its line feed. @param {Uint8Array} message */
function parted(message) {
  const end = message.indexOf(10);
  return { head: JSON.parse(decoder.decode(message.subarray(0, end))), bytes: message.slice(end + 1) };
}

/** The bytes of a table of the visitor from one place to another. @param {any} table @param {number} from @param {number} to */
function piece(table, from, to) {
  if (table instanceof Blob) return new Uint8Array(new (/** @type {any} */ (self).FileReaderSync)().readAsArrayBuffer(table.slice(from, to)));
  if (table.whole) return new Uint8Array(table.whole, from, to - from);
  const request = new XMLHttpRequest();
  request.open('GET', table.url, false);
  request.setRequestHeader('range', `bytes=${from}-${to - 1}`);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 206) throw new Error(`${table.url}: ${request.status}`);
  return new Uint8Array(request.response);
}

/** Lines that were added to a file and not yet told. @type {{ head: any, pieces: Uint8Array[], since: number } | null} */
let added = null;

function flush() {
  if (!added) return;
  const change = { head: added.head, bytes: joined(added.pieces) };
  added = null;
  postMessage({ change });
}

/** @param {object} message */
function tell(message) {
  flush();
  postMessage(message);
}

/** Tells a change of a file; lines that a job adds to one are told together. @param {{ head: any, bytes: Uint8Array }} change */
function keep(change) {
  if (!job || !change.head.append) return tell({ change });
  if (added && added.head.append !== change.head.append) flush();
  added ??= { head: change.head, pieces: [], since: performance.now() };
  added.pieces.push(change.bytes);
  if (performance.now() - added.since > EVERY) flush();
}

const imports = {
  now() {
    const now = performance.timeOrigin + performance.now();
    if (job && now - told > EVERY) {
      told = now;
      // Asked here, for the job does not return until it ends.
      call('tell_progress', encoder.encode(job));
    }
    return now;
  },
  /** @param {number} what @param {number} at @param {number} length */
  emit(what, at, length) {
    switch (WHAT[what]) {
      case 'head': return void (head = JSON.parse(text(at, length)));
      case 'body': return postMessage({ answer: { ...head, body: copy(at, length) } });
      case 'change': return keep(parted(copy(at, length)));
      case 'status': {
        const status = JSON.parse(text(at, length));
        // A job that plays a thousand games a second tells of some.
        const now = performance.now();
        if (job && status.state === shown.state && now - shown.at < EVERY) return;
        shown = { state: status.state, at: now };
        return tell({ status });
      }
      default: return tell({ [WHAT[what] ?? '']: text(at, length) });
    }
  },
  /** @param {number} at @param {number} length */
  table_length(at, length) {
    const table = tables.get(text(at, length));
    return table ? (table.size ?? table.length) : -1;
  },
  /** @param {number} at @param {number} length @param {number} from @param {number} into @param {number} wanted */
  read_table(at, length, from, into, wanted) {
    try {
      const found = piece(tables.get(text(at, length)), from, from + wanted);
      if (found.length !== wanted) return 0;
      bytes(into, wanted).set(found);
      return 1;
    } catch {
      return 0;
    }
  },
};

/** @param {string} name @param {Uint8Array} input */
function call(name, input) {
  const at = library.reserve(input.length);
  bytes(at, input.length).set(input);
  library[name]();
}

/** @param {object} given @param {Uint8Array} rest */
const headed = (given, rest) => joined([encoder.encode(`${JSON.stringify(given)}\n`), rest]);

/** @param {WebAssembly.Module} compiled */
function load(compiled) {
  module = compiled;
  library = new WebAssembly.Instance(module, { noyau: imports, env: { memory } }).exports;
}

/** Helps another worker, and never returns. @param {any} given */
function help(given) {
  ({ memory, tables } = given);
  load(given.module);
  library.__stack_pointer.value = given.room;
  library.__wasm_init_tls(given.room);
  library.help();
}

/** @param {any} data */
function hear(data) {
  if (data.tables) {
    tables = new Map(data.tables);
    if (library) call('take_tables', encoder.encode(JSON.stringify([...tables.keys()])));
  }
  if (data.library) {
    memory = new WebAssembly.Memory(data.library.memory);
    load(data.library.module);
    call('take_tables', encoder.encode(JSON.stringify([...tables.keys()])));
    for (const { head: given, bytes: rest } of data.files) call('take_change', headed(given, rest));
    call('start', encoder.encode(JSON.stringify(data.settings ?? {})));
  }
  // A helper has a stack of its own, and its own part of what each thread has.
  if (data.helper) data.helper.postMessage({ module, memory, tables, room: library.make_room(library.__tls_size.value) });
  if (data.help) data.help.onmessage = (/** @type {MessageEvent} */ event) => guarded(help, event.data);
  if (data.change) call('take_change', headed(data.change.head, data.change.bytes));
  if (data.status) call('take_status', encoder.encode(JSON.stringify(data.status)));
  if (data.request) {
    const { body, ...given } = data.request;
    call('answer', headed(given, encoder.encode(body)));
  }
  if (data.job) {
    job = data.job;
    call('run_job', encoder.encode(data.job));
    tell({ done: data.job });
  }
}

/** @param {(data: any) => void} act @param {any} data */
function guarded(act, data) {
  try {
    act(data);
  } catch (error) {
    // The library is in no state to go on.
    postMessage({ trap: String(error) });
  }
}

onmessage = ({ data }) => guarded(hear, data);
