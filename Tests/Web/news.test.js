import { assertEquals } from "./assert.js";
import { isOfToday, newsOfToday } from "../../Clients/Web/core/news-day.js";
import { untilNext } from "../../Clients/Web/core/clock.js";

/** @type {any} */
const news = { date: "2026-11-23", timeZone: "Europe/Minsk", items: [{ title: "A" }] };
const midnight = Date.parse("2026-11-24T00:00:00+03:00");

Deno.test("News: they are shown until the last moment of their day and not after it", () => {
  assertEquals(newsOfToday(news, midnight - 1)?.items.length, 1);
  assertEquals(newsOfToday(news, midnight), undefined);
});

Deno.test("News: the day is the place's, wherever the device is", () => {
  const tokyo = { date: "2026-11-24", timeZone: "Asia/Tokyo" };
  const evening = Date.parse("2026-11-23T18:30:00+03:00");
  assertEquals(isOfToday(tokyo, evening), true);
  assertEquals(isOfToday({ ...tokyo, timeZone: "Europe/Minsk" }, evening), false);
});

Deno.test("News: of a day to come they are as foreign as of a day gone by", () => {
  assertEquals(isOfToday({ ...news, date: "2026-11-24" }, midnight - 1), false);
});

Deno.test("Clock: the next look at the time is at the full minute, so that midnight is not missed", () => {
  assertEquals(untilNext(midnight - 1), 1);
  assertEquals(untilNext(midnight), 60_000);
});
