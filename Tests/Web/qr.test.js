import { assertEquals, assertThrows } from "./assert.js";
import { qrCode } from "../../Clients/Web/core/qr.js";

/** The first 16 digits of the SHA-256 of the modules, row by row. @param {number[][]} rows */
async function digest(rows) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(rows.flat().join("")));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
}

/** The number of letters, the mask, and the digest of what another encoder makes of them: qrcode 8.2 of PyPI. */
const known = /** @type {[number, number, string][]} */ ([
  [13, 1, "d6b60d0a5bfe1797"],
  [25, 2, "b674254cd1351108"],
  [41, 3, "7a1581309a013bb6"],
  [61, 4, "5d9b48b650476678"],
  [83, 5, "daee01e849008174"],
  [105, 6, "aac59025e04fb739"],
  [121, 7, "6a26aae14ad87ec6"],
  [151, 0, "8d090fe3543ae3ed"],
  [179, 1, "b9468f79d5e3405c"],
  [212, 2, "d8e7411938209ca7"],
  [250, 3, "e270d37633105996"],
  [286, 4, "7ce878625d5686de"],
  [330, 5, "99f69e6a877b8e32"],
]);

Deno.test("Codes of every version are those of another encoder", async () => {
  for (const [index, [letters, mask, expected]] of known.entries()) {
    const rows = qrCode("z".repeat(letters), mask);
    assertEquals([rows.length, await digest(rows)], [21 + 4 * index, expected]);
  }
});

Deno.test("A text that is not ASCII is encoded in UTF-8", () => {
  const rows = qrCode("Сет", 2).map((row) => row.join(""));
  assertEquals([rows[0], rows[9], rows[14]], [
    "111111100110001111111",
    "110001001000100100101",
    "111111100000101100111",
  ]);
});

Deno.test("The mask that is easiest to read is chosen", () => {
  // As another encoder chooses.
  assertEquals(qrCode("a"), qrCode("a", 5));
});

Deno.test("A text that does not fit is refused", () => {
  assertEquals(qrCode("y".repeat(331)).length, 69);
  assertThrows(() => qrCode("y".repeat(332)));
});
