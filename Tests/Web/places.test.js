import { Places } from "../../Clients/Web/core/places.js";
import { assertEquals } from "./assert.js";

Deno.test("Places are limited; who waits comes next, in order", () => {
  const places = new Places(2);
  let taken = "";
  const take = (/** @type {string} */ name) => places.take(() => taken += name);
  const [leaveA, , leaveC, ,] = [take("a"), take("b"), take("c"), take("d")];
  assertEquals(taken, "ab");
  leaveC();
  leaveA();
  assertEquals(taken, "abd");
  // Leaving twice frees one place only.
  leaveA();
  take("e");
  assertEquals(taken, "abd");
});

Deno.test("A place that nobody waits for is free again", () => {
  const places = new Places(1);
  let taken = "";
  places.take(() => taken += "a")();
  places.take(() => taken += "b");
  assertEquals(taken, "ab");
});
