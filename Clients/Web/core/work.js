/** Solves the challenges of `work-required`: a proof of work that is cheap for one call and costly for a flood. */

/** @typedef {import("../contract/types.d.ts").AuthRequiredWork} RequiredWork */

/** The longest time that the page is blocked at once, in milliseconds. */
const slice = 8;
/** The most bits that are tried: a minute on a telephone. */
const mostBits = 24;

/** The first 32 bits of the fractional parts of roots of the first primes, which SHA-256 begins with. */
const [start, rounds] = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (/** @type {number} */ root) => ((root % 1) * 2 ** 32) | 0;
  return [
    primes.slice(0, 8).map((prime) => fraction(prime ** (1 / 2))),
    Int32Array.from(primes, (prime) => fraction(prime ** (1 / 3))),
  ];
})();

const words = new Int32Array(64);

/** @param {number} word @param {number} bits */
const turn = (word, bits) => word >>> bits | word << (32 - bits);

/** Takes the block in `words` into a state. @param {Int32Array} state */
function compress(state) {
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15], late = words[i - 2];
    words[i] = words[i - 16] + (turn(early, 7) ^ turn(early, 18) ^ early >>> 3) + words[i - 7] +
      (turn(late, 17) ^ turn(late, 19) ^ late >>> 10);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + rounds[i] + words[i] | 0;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
    h = g;
    g = f;
    f = e;
    e = d + first | 0;
    d = c;
    c = b;
    b = a;
    a = first + second | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/**
 * The SHA-256 of an ASCII text as eight words. `crypto.subtle` takes longer for the promise of each call.
 * @param {string} text
 */
export function sha256(text) {
  const state = Int32Array.from(start);
  const count = (text.length + 9 + 63) >> 6;
  for (let block = 0; block < count; block += 1) {
    words.fill(0, 0, 16);
    const end = Math.min(text.length - block * 64, 64);
    for (let i = 0; i < end; i += 1) words[i >> 2] |= text.charCodeAt(block * 64 + i) << (24 - (i & 3) * 8);
    if (end >= 0 && end < 64) words[end >> 2] |= 0x80 << (24 - (end & 3) * 8);
    if (block === count - 1) words[15] = text.length * 8;
    compress(state);
  }
  return state;
}

/** The leading zero bits of a hash, as far as they count. @param {Int32Array} hash */
const zeroBits = (hash) => hash[0] === 0 ? 32 : Math.clz32(hash[0]);

/**
 * Finds a solution, in slices between which the page goes on.
 * @param {RequiredWork} required
 * @param {() => Promise<void>} [pause]
 * @returns The solution; undefined if it would take too long.
 */
export async function solve({ challenge, bits }, pause = () => new Promise((resolve) => setTimeout(resolve))) {
  if (bits > mostBits) return undefined;
  for (let solution = 0;;) {
    for (const end = performance.now() + slice; performance.now() < end;) {
      for (const next = solution + 64; solution < next; solution += 1) {
        if (zeroBits(sha256(challenge + solution)) >= bits) return { challenge, solution };
      }
    }
    await pause();
  }
}
