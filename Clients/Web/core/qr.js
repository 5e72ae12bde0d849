/**
 * QR codes (ISO/IEC 18004) of short texts: bytes, error correction level M, versions 1 to 13. A code is a square of
 * modules; a dark one is 1.
 */

/** Of each version: correction bytes of a block, and the data bytes of its blocks as [number, bytes] pairs. */
const layouts = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
  [30, [1, 50], [4, 51]],
  [22, [6, 36], [2, 37]],
  [22, [8, 37], [1, 38]],
].map(([correction, ...groups]) => ({
  correction: /** @type {number} */ (correction),
  blocks: /** @type {number[][]} */ (groups).flatMap(([count, size]) => Array(count).fill(size)),
}));

/** The centres of the alignment patterns of each version, besides 6. @type {number[][]} */
const centres = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50], [30, 54], [32, 58], [
  34,
  62,
]];

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const powers = new Uint8Array(255);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent += 1) {
  powers[exponent] = value;
  logarithms[value] = exponent;
  value = value << 1 ^ (value > 127 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const product = (a, b) => (a && b ? powers[(logarithms[a] + logarithms[b]) % 255] : 0);

/** The correction bytes of a block: the rest of its division by the generator. @param {number[]} data @param {number} count */
function correctionOf(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    generator = [...generator, 0].map((value, at) => value ^ product(at ? generator[at - 1] : 0, powers[i]));
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at];
    for (let i = 0; i <= count; i += 1) rest[at + i] ^= product(generator[i], factor);
  }
  return rest.slice(data.length);
}

/** The bytes of a code, those of its blocks interleaved. @param {Uint8Array} bytes @param {number} version */
function codeBytes(bytes, version) {
  const { correction, blocks } = layouts[version - 1];
  const capacity = blocks.reduce((sum, size) => sum + size, 0);
  const length = version < 10 ? [bytes.length] : [bytes.length >> 8, bytes.length & 255];
  // The mode 4 takes half a byte, so everything after it is shifted by half a byte.
  const halves = [4, ...[...length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  /** @type {number[]} */
  const data = [];
  for (let i = 0; i < halves.length; i += 2) data.push(halves[i] << 4 | (halves[i + 1] ?? 0));
  for (let filler = 0xec; data.length < capacity; filler ^= 0xec ^ 0x11) data.push(filler);
  let at = 0;
  const parts = blocks.map((size) => data.slice(at, at += size));
  /** @param {number[][]} lists */
  const interleaved = (lists) =>
    Array.from(
      { length: Math.max(...lists.map((list) => list.length)) },
      (_, i) => lists.flatMap((list) => list.slice(i, i + 1)),
    )
      .flat();
  return [...interleaved(parts), ...interleaved(parts.map((part) => correctionOf(part, correction)))];
}

/** A number with its check bits (BCH). @param {number} value @param {number} bits @param {number} generator */
function checked(value, bits, generator) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); bit >= bits; bit = rest ? 31 - Math.clz32(rest) : -1) {
    rest ^= generator << (bit - bits);
  }
  return value << bits | rest;
}

/** @type {((row: number, column: number) => boolean)[]} */
const masks = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => (row * column) % 2 + (row * column) % 3 === 0,
  (row, column) => ((row * column) % 2 + (row * column) % 3) % 2 === 0,
  (row, column) => ((row + column) % 2 + (row * column) % 3) % 2 === 0,
];

/** The fixed patterns; `undefined` where the data goes. @param {number} version @param {number} mask */
function frame(version, mask) {
  const size = 17 + 4 * version;
  /** @type {(0 | 1 | undefined)[][]} */
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  /** @param {number} row @param {number} column @param {unknown} isDark */
  const put = (row, column, isDark) => {
    if (row >= 0 && column >= 0 && row < size && column < size) rows[row][column] = isDark ? 1 : 0;
  };
  for (let i = 8; i < size - 8; i += 1) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  for (const [top, left] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let y = -4; y <= 4; y += 1) {
      for (let x = -4; x <= 4; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        put(top + y, left + x, ring !== 2 && ring !== 4);
      }
    }
  }
  const places = [6, ...centres[version - 1]];
  const last = places[places.length - 1];
  for (const top of version > 1 ? places : []) {
    for (const left of places) {
      if (top === 6 && left === 6 || top === 6 && left === last || top === last && left === 6) continue;
      for (let y = -2; y <= 2; y += 1) {
        for (let x = -2; x <= 2; x += 1) put(top + y, left + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
      }
    }
  }
  const format = checked(mask, 10, 0x537) ^ 0x5412;
  for (let i = 0; i < 15; i += 1) {
    const bit = format >> i & 1;
    put(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, bit);
    put(8, i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, bit);
  }
  put(size - 8, 8, 1);
  const number = checked(version, 12, 0x1f25);
  for (let i = 0; version > 6 && i < 18; i += 1) {
    const far = size - 11 + i % 3;
    put(Math.floor(i / 3), far, number >> i & 1);
    put(far, Math.floor(i / 3), number >> i & 1);
  }
  return rows;
}

/** The number by which a code is hard to read. @param {number[][]} rows */
function penalty(rows) {
  const size = rows.length;
  let sum = 0;
  for (const lines of [rows, rows.map((_, i) => rows.map((row) => row[i]))]) {
    for (const line of lines) {
      const text = line.join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let at = 0; at <= size - 11; at += 1) {
        if (/^(00001011101|10111010000)/.test(text.slice(at))) sum += 40;
      }
    }
  }
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const dark = rows[row][column] + rows[row - 1][column] + rows[row][column - 1] + rows[row - 1][column - 1];
      if (dark % 4 === 0) sum += 3;
    }
  }
  const share = rows.flat().reduce((total, module) => total + module, 0) / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}

/**
 * The code of a text, as rows of modules without the quiet zone. Throws a `RangeError` above 331 bytes.
 * @param {string} text @param {number} [mask] 0–7; the one that is easiest to read by default @returns {number[][]}
 */
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const version = 1 +
    layouts.findIndex(({ blocks }, index) =>
      blocks.reduce((sum, size) => sum + size, 0) >= bytes.length + (index < 9 ? 2 : 3)
    );
  if (version === 0) throw new RangeError("the text is too long for a QR code");
  const code = codeBytes(bytes, version);
  /** @param {number} mask */
  const drawn = (mask) => {
    const rows = frame(version, mask);
    const size = rows.length;
    let bit = 0;
    // Two columns at a time from the right, upwards and downwards in turn, without the column of the timing pattern.
    for (let pair = 0, right = size - 1; right > 0; pair += 1, right -= right === 8 ? 3 : 2) {
      for (let step = 0; step < size; step += 1) {
        const row = pair % 2 === 0 ? size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (rows[row][column] !== undefined) continue;
          const isDark = (code[bit >> 3] ?? 0) >> (7 - bit % 8) & 1;
          rows[row][column] = /** @type {0 | 1} */ (isDark ^ Number(masks[mask](row, column)));
          bit += 1;
        }
      }
    }
    return /** @type {number[][]} */ (rows);
  };
  if (mask !== undefined) return drawn(mask);
  const all = masks.map((_, mask) => drawn(mask));
  const penalties = all.map(penalty);
  return all[penalties.indexOf(Math.min(...penalties))];
}
