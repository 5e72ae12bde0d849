import { assertEquals } from "./assert.js";
import { readEvents } from "../../Clients/Web/core/events.js";

Deno.test("Events are read as far as they are complete", () => {
  const text =
    'retry: 3000\n\n: still here\n\nid: 7\nevent: changed\ndata: {"topic":"slots:2026-11-23"}\n\nid: 8\nevent: ch';
  assertEquals(readEvents(text), { topics: ["slots:2026-11-23"], rest: "id: 8\nevent: ch" });
});

Deno.test("An overflow stands for all topics, and what is not understood is left out", () => {
  const text = "event: everything\ndata: {}\n\nevent: changed\ndata: {broken\n\nevent: ready\ndata: {}\n\n";
  assertEquals(readEvents(text), { topics: ["everything"], rest: "" });
});
