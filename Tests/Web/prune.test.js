/** The limit on kept answers. */
import { assertEquals } from "./assert.js";
import { namesOfOldest } from "../../Clients/Web/core/prune.js";

Deno.test("The answers that were fetched longest ago are removed", () => {
  const names = ["b", "c", "a", "d"];
  const answers = [3, 1, 4, 2].map((fetchedAt) => ({ fetchedAt }));
  assertEquals(namesOfOldest(names, answers, 2), ["d", "c"]);
  assertEquals(namesOfOldest(names, answers, 4), []);
});
