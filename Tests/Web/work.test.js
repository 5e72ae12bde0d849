import { assert, assertEquals } from "./assert.js";
import { sha256, solve } from "../../Clients/Web/core/work.js";

/** @param {string} text */
async function expected(text) {
  const hash = new DataView(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from({ length: 8 }, (_, i) => hash.getInt32(4 * i));
}

const challenge = "EABqxV2Aq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ";

Deno.test("The hash of every length is that of SHA-256", async () => {
  for (let length = 0; length < 140; length += 1) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + (i * 7 + length) % 90)).join("");
    assertEquals([...sha256(text)], await expected(text));
  }
});

Deno.test("A solution has the zero bits that were asked for", async () => {
  for (const bits of [1, 9, 14]) {
    const found = await solve({ challenge, bits });
    const [first] = await expected(`${challenge}${found?.solution}`);
    assertEquals(found?.challenge, challenge);
    assert(Math.clz32(first) >= bits, `${bits}`);
  }
});

Deno.test("The page stays responsive while a challenge is solved", async () => {
  const { now } = performance;
  let [time, pauses] = [0, 0];
  // Each look at the clock is 5 ms later, so that a slice ends soon.
  performance.now = () => time += 5;
  try {
    await solve({ challenge, bits: 12 }, () => {
      pauses += 1;
      return Promise.resolve();
    });
  } finally {
    performance.now = now;
  }
  assert(pauses > 5, `${pauses}`);
});

Deno.test("A challenge that would take minutes is not begun", async () => {
  assertEquals(await solve({ challenge, bits: 25 }), undefined);
});
