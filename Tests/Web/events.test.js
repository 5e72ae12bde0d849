import { assertEquals } from "./assert.js";
import { readEvents, topicsToLoad } from "../../Clients/Web/core/events.js";

Deno.test("Events are read as far as they are complete", () => {
  const text =
    'retry: 3000\n\n: still here\n\nid: 7\nevent: changed\ndata: {"topic":"slots:2026-11-23","version":7}\n\nid: 8\nevent: ch';
  assertEquals(readEvents(text), {
    events: [{ kind: "changed", topic: "slots:2026-11-23", version: 7 }],
    rest: "id: 8\nevent: ch",
  });
});

Deno.test("A gap is read, and what is not understood is left out", () => {
  const text = "event: resync\ndata: {}\n\nevent: changed\ndata: {broken\n\nevent: new\ndata: {}\n\n";
  assertEquals(readEvents(text), { events: [{ kind: "resync" }], rest: "" });
});

Deno.test("An event that a later version has covered loads nothing again", () => {
  const versions = new Map();
  /** @param {string} topic @param {number} version */
  const changed = (topic, version) => topicsToLoad({ kind: "changed", topic, version }, versions);
  assertEquals(changed("bookings", 7), ["bookings"]);
  assertEquals(changed("bookings", 7), []);
  assertEquals(changed("bookings", 6), []);
  assertEquals(changed("favourites", 6), ["favourites"]);
  assertEquals(changed("bookings", 8), ["bookings"]);
});

Deno.test("A gap concerns all topics, and versions count anew from there", () => {
  const versions = new Map([["bookings", 7]]);
  assertEquals(topicsToLoad({ kind: "resync" }, versions), ["*"]);
  assertEquals(topicsToLoad({ kind: "changed", topic: "bookings", version: 3 }, versions), ["bookings"]);
  assertEquals(topicsToLoad({ kind: "ready" }, versions), ["*"]);
  assertEquals(topicsToLoad({ kind: "changed", topic: "bookings", version: 2 }, versions), ["bookings"]);
});
