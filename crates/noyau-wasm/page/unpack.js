// A worker that unpacks and compiles the library, away from the page, which would stand still meanwhile.

import { unxz } from './xz.js';

/** The tests have it as it was compiled. */
const LIBRARY = 'noyau.wasm.xz';

/** The section of a module with its imports, and the kinds of imports. */
const IMPORTS = 2;
const FUNCTION = 0;
const MEMORY = 2;
/** The flags of a memory that has a greatest size, and of one that is shared besides. */
const BOUNDED = 1;
const SHARED = 3;

/** The place of the limits of the memory that a module imports, and the limits. @param {Uint8Array} bytes */
function memoryOf(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  };
  const skip = () => {
    const length = number();
    at += length;
  };
  while (bytes[at++] !== IMPORTS) skip();
  number();
  for (let left = number(); left > 0; left -= 1) {
    skip();
    skip();
    const kind = bytes[at++];
    if (kind === MEMORY) return { flags: at++, limits: { initial: number(), maximum: number() } };
    if (kind !== FUNCTION) break;
    number();
  }
  throw new Error(`${LIBRARY}: no memory`);
}

/** Whether threads can share a memory here. @param {{ initial: number, maximum: number }} limits */
function canShare(limits) {
  try {
    return crossOriginIsolated && new WebAssembly.Memory({ ...limits, shared: true }).buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}

/** The library is compiled for a shared memory; where there is none, the one that it imports is said not to be. */
async function compiled() {
  const answer = await fetch(LIBRARY);
  if (!answer.ok) throw new Error(`${LIBRARY}: ${answer.status}`);
  const packed = new Uint8Array(await answer.arrayBuffer());
  const bytes = LIBRARY.endsWith('.xz') ? unxz(packed) : packed;
  const { flags, limits } = memoryOf(bytes);
  const shared = canShare(limits);
  bytes[flags] = shared ? SHARED : BOUNDED;
  return { module: await WebAssembly.compile(bytes), memory: { ...limits, shared } };
}

compiled().then((library) => postMessage({ library }), (error) => postMessage({ why: String(error) }));
