// Unpacks .xz (https://tukaani.org/xz/xz-file-format.txt), which is a fifth smaller than gzip, all that browsers unpack themselves.

/** How often a bit was 0, of 2048 times, as a chunk begins. */
const EVEN = 1024;
/** A range that is smaller takes in a byte. */
const SMALL = 0x1000000;

// Where the probabilities of each kind begin, in one array.
const MATCH = 0, REP = 192, REP0 = 204, REP1 = 216, REP2 = 228, REP0_LONG = 240, SLOT = 432, SPECIAL = 688, ALIGN = 816, LENGTH = 832, REP_LENGTH = 1346, LITERAL = 1860;

// Where the range coder has its two numbers: as variables they would be objects, for they have 32 bits.
const RANGE = 0, CODE = 1;

/**
 * Unpacks a file of one block, compressed by LZMA2 alone.
 * @param {any} source bytes
 */
export function unxz(source) {
  // 1. The headers: 12 bytes of the stream, then the block's, which begins with its length in words. Sums are not looked at: the
  // browser checks what it compiles.
  if (source[0] !== 0xfd) throw new Error('this is no .xz file');
  let at = 12 + 4 * (source[12] + 1);
  // 2. Chunks say how long they are: their sum first, so that the whole is made once.
  let size = 0;
  for (let i = at; source[i] !== 0;) {
    const control = source[i];
    if (control === undefined) throw new Error('the .xz file breaks off');
    const length = (source[i + 1] << 8) + source[i + 2] + 1;
    if (control < 0x80) {
      size += length;
      i += 3 + length;
    } else {
      size += ((control & 31) << 16) + length;
      i += (control >= 0xc0 ? 6 : 5) + (source[i + 3] << 8) + source[i + 4] + 1;
    }
  }
  /** @type {any} */
  const out = new Uint8Array(size);
  let to = 0;
  let lc = 0, lpMask = 0, pbMask = 0;
  /** @type {any} */
  const probs = new Uint16Array(LITERAL + (0x300 << 4));
  let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
  /** @type {any} */
  const coder = new Uint32Array(2);

  const bit = (/** @type {number} */ i) => {
    const p = probs[i];
    let range = coder[RANGE];
    let code = coder[CODE];
    const bound = Math.imul(range >>> 11, p) >>> 0;
    let b;
    if (code < bound) {
      range = bound;
      probs[i] = p + ((2048 - p) >> 5);
      b = 0;
    } else {
      range = (range - bound) >>> 0;
      code = (code - bound) >>> 0;
      probs[i] = p - (p >> 5);
      b = 1;
    }
    if (range < SMALL) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | source[at++]) >>> 0;
    }
    coder[RANGE] = range;
    coder[CODE] = code;
    return b;
  };
  const tree = (/** @type {number} */ base, /** @type {number} */ bits) => {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(base + m);
    return m - (1 << bits);
  };
  const reverse = (/** @type {number} */ base, /** @type {number} */ bits) => {
    let m = 1, found = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(base + m);
      m = (m << 1) | b;
      found |= b << i;
    }
    return found;
  };
  const length = (/** @type {number} */ base, /** @type {number} */ posState) => {
    if (!bit(base)) return 2 + tree(base + 2 + (posState << 3), 3);
    if (!bit(base + 1)) return 10 + tree(base + 130 + (posState << 3), 3);
    return 18 + tree(base + 258, 8);
  };
  // 3. The chunks.
  for (;;) {
    const control = source[at];
    if (control === 0) return out;
    let left = (source[at + 1] << 8) + source[at + 2] + 1;
    if (control < 0x80) {
      out.set(source.subarray(at + 3, at + 3 + left), to);
      to += left;
      at += 3 + left;
      continue;
    }
    left += (control & 31) << 16;
    const packed = (source[at + 3] << 8) + source[at + 4] + 1;
    at += 5;
    if (control >= 0xc0) {
      const given = source[at++];
      lc = given % 9;
      lpMask = (1 << (Math.floor(given / 9) % 5)) - 1;
      pbMask = (1 << Math.floor(given / 45)) - 1;
    }
    if (control >= 0xa0) {
      probs.fill(EVEN);
      state = rep0 = rep1 = rep2 = rep3 = 0;
    }
    const end = at + packed;
    coder[RANGE] = 0xffffffff;
    coder[CODE] = ((source[at + 1] << 24) | (source[at + 2] << 16) | (source[at + 3] << 8) | source[at + 4]) >>> 0;
    at += 5;
    const stop = to + left;
    while (to < stop) {
      const posState = to & pbMask;
      if (!bit(MATCH + (state << 4) + posState)) {
        const before = to > 0 ? out[to - 1] : 0;
        const base = LITERAL + 0x300 * (((to & lpMask) << lc) + (before >> (8 - lc)));
        let m = 1;
        if (state >= 7) {
          let matched = out[to - rep0 - 1];
          let offset = 0x100;
          do {
            matched <<= 1;
            const want = matched & offset;
            const b = bit(base + offset + want + m);
            m = (m << 1) | b;
            offset &= b ? want : ~want;
          } while (m < 0x100);
        } else {
          do m = (m << 1) | bit(base + m); while (m < 0x100);
        }
        out[to++] = m;
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      let run;
      if (!bit(REP + state)) {
        rep3 = rep2;
        rep2 = rep1;
        rep1 = rep0;
        run = length(LENGTH, posState);
        state = state < 7 ? 7 : 10;
        const slot = tree(SLOT + (Math.min(run - 2, 3) << 6), 6);
        if (slot < 4) rep0 = slot;
        else {
          const bits = (slot >> 1) - 1;
          rep0 = (2 | (slot & 1)) << bits;
          if (slot < 14) rep0 += reverse(SPECIAL + rep0 - slot, bits);
          else {
            let direct = 0;
            for (let i = bits - 4; i > 0; i--) {
              coder[RANGE] >>>= 1;
              const b = coder[CODE] >= coder[RANGE] ? 1 : 0;
              if (b) coder[CODE] -= coder[RANGE];
              direct = (direct << 1) | b;
              if (coder[RANGE] < SMALL) {
                coder[RANGE] <<= 8;
                coder[CODE] = (coder[CODE] << 8) | source[at++];
              }
            }
            rep0 += (direct << 4) + reverse(ALIGN, 4);
          }
        }
      } else {
        let short = false;
        if (!bit(REP0 + state)) {
          if (!bit(REP0_LONG + (state << 4) + posState)) short = true;
        } else {
          let distance;
          if (!bit(REP1 + state)) distance = rep1;
          else {
            if (!bit(REP2 + state)) distance = rep2;
            else {
              distance = rep3;
              rep3 = rep2;
            }
            rep2 = rep1;
          }
          rep1 = rep0;
          rep0 = distance;
        }
        if (short) {
          run = 1;
          state = state < 7 ? 9 : 11;
        } else {
          run = length(REP_LENGTH, posState);
          state = state < 7 ? 8 : 11;
        }
      }
      if (rep0 >= to || to + run > stop) throw new Error('the .xz file is damaged');
      for (let from = to - rep0 - 1; run > 0; run--) out[to++] = out[from++];
    }
    at = end;
  }
}
