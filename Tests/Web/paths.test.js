import { assertEquals } from "./assert.js";
import { match } from "../../Clients/Web/core/paths.js";

Deno.test("A pattern without names matches its own path, with or without a slash at the end", () => {
  assertEquals(match("/park/pass", "/park/pass"), {});
  assertEquals(match("/park/pass", "/park/pass/"), {});
  assertEquals(match("/park/pass", "/park"), null);
  assertEquals(match("/", "/"), {});
});

Deno.test("A name takes one part of the path, decoded", () => {
  assertEquals(match("/museums/:id", "/museums/by-mir%20castle"), { id: "by-mir castle" });
  assertEquals(match("/museums/:id", "/museums/"), null);
  assertEquals(match("/museums/:id", "/museums/a/b"), null);
});

Deno.test("A path with malformed escapes matches nothing", () => {
  assertEquals(match("/museums/:id", "/museums/%E0%A4%A"), null);
});
