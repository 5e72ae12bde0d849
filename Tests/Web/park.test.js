import { assertEquals } from "./assert.js";
import * as slots from "../../Clients/Web/screens/park/slots.js";
import { calendarFile } from "../../Clients/Web/screens/park/calendar.js";
import { endOnDevice } from "../../Clients/Web/screens/park/hold.js";
import { isSimulated, pauseAfter, returnAddress } from "../../Clients/Web/screens/park/payments.js";

const start = Date.parse("2026-11-27T07:00:00Z");
const wish = { zone: "Europe/Minsk", setMinutes: 15, sets: 1 };
/** @param {number} index */
const at = (index) => new Date(start + index * 900_000).toISOString().replace(".000", "");

/** The sets of a reverse from 10:00 in Minsk: a letter each, as `f` for free. @param {string} letters */
const day = (letters) =>
  [...letters].map((letter, index) => ({
    reverseId: "big",
    startsAt: at(index),
    endsAt: at(index + 1),
    state: { f: "free", h: "held", t: "booked", c: "closed", p: "past", m: "booked", o: "held" }[letter] ?? letter,
    price: { amount: index < 4 ? 2500 : 3000, currency: "BYN" },
    isMine: letter === "m" || letter === "o",
    ...(letter === "m" ? { bookingId: "b1" } : letter === "o" ? { holdId: "h1" } : {}),
  }));

/** @param {string} letters @param {Partial<typeof wish & { moving: string }>} [change] */
const looks = (letters, change) =>
  slots.hoursOf(day(letters), { ...wish, ...change })
    .map((hour) =>
      `${hour.name} ${hour.cells.map((cell) => `${cell.look}${cell.span > 1 ? cell.span : ""}`).join(" ")}`
    );

Deno.test("The sets of an hour of the park stand in one row", () => {
  assertEquals(looks("fhtpcffff"), ["10 free held taken past", "11 closed free free free", "12 free"]);
});

Deno.test("The sets of a booking or hold are one, and an hour parts them", () => {
  assertEquals(looks("fmmm"), ["10 free mine3"]);
  assertEquals(looks("fffmmfff"), ["10 free free free mine", "11 mine free free free"]);
  const [, second] = slots.hoursOf(day("fffmmfff"), wish);
  assertEquals([second.cells[0].startsAt, second.cells[0].endsAt], [at(3), at(5)]);
  assertEquals(looks("oohf"), ["10 holding2 held free"]);
});

Deno.test("A free set from which too few follow is short", () => {
  assertEquals(looks("ffthf", { sets: 2 }), ["10 free short taken held", "11 short"]);
  assertEquals(slots.hoursOf(day("fft"), { ...wish, sets: 3 })[0].cells.map(({ run }) => run), [2, 1, 0]);
});

Deno.test("The sets of the booking that is moved are as good as free", () => {
  assertEquals(looks("tmmf", { sets: 3, moving: "b1" }), ["10 taken free short short"]);
});

Deno.test("The first hour of a park that opens later begins in its own column", () => {
  const [hour] = slots.hoursOf(day("ffff").slice(2), wish);
  assertEquals(hour.cells.map(({ column }) => column), [3, 4]);
});

Deno.test("Hours that are over on every reverse are left out", () => {
  const over = slots.hoursOf(day("ppppffff"), wish);
  assertEquals(slots.shownHours([over, slots.hoursOf(day("ppppffff"), wish)]), ["11"]);
  assertEquals(slots.shownHours([over, slots.hoursOf(day("pmppffff"), wish)]), ["10", "11"]);
});

Deno.test("A price is noted where it changes", () => {
  assertEquals(slots.priceChanges(day("ffffff")).map(({ startsAt }) => startsAt), [at(0), at(4)]);
  assertEquals(slots.priceOf(day("ffffff"), at(3), 2), { amount: 5500, currency: "BYN" });
  assertEquals(slots.priceOf(day("ffffff"), at(5), 2), undefined);
});

Deno.test("The nearest free times have room for all sets, and come in order", () => {
  const found = slots.nearestFree(day("ffttffftff"), at(3), { ...wish, sets: 2 }, 2);
  assertEquals(found.map(({ startsAt }) => startsAt), [at(4), at(5)]);
});

Deno.test("Free cancellation ends two hours before the start, or minutes after the booking", () => {
  const park = { freeCancellationMinutes: 120, undoMinutes: 10 };
  /** @param {number} minutes */
  const before = (minutes) => start - minutes * 60_000;
  assertEquals(slots.freeCancellation(at(0), park, before(300)), { until: before(120), isUndo: false });
  assertEquals(slots.freeCancellation(at(0), park, before(60)), { until: before(50), isUndo: true });
  assertEquals(slots.freeCancellation(at(0), park, before(4)), { until: start, isUndo: true });
});

Deno.test("A new hold marks its sets and frees those of the one before", () => {
  const next = slots.withHold(day("offt"), { id: "h2", reverseId: "big", startsAt: at(1), endsAt: at(3) });
  assertEquals(next.map(({ holdId }) => holdId), [undefined, "h2", "h2", undefined]);
  assertEquals(next.map(({ state }) => state), ["free", "held", "held", "booked"]);
});

Deno.test("A hold ends in time on a device whose clock is wrong", () => {
  assertEquals(endOnDevice(at(0), 300, start - 200_000), start);
  assertEquals(endOnDevice(at(0), 300, start - 9_000_000), start - 9_000_000 + 300_000);
  assertEquals(endOnDevice(at(0), 300, start + 9_000_000), start + 9_000_000 + 300_000);
});

Deno.test("The park opens on the day of the address, else on the first with free sets", () => {
  const days = [{ date: "a", free: 0 }, { date: "b", free: 3 }, { date: "c", free: 5 }];
  /** @param {string | null} wanted */
  const shown = (wanted) => slots.dayToShow(/** @type {any} */ (days), wanted).date;
  assertEquals([shown(null), shown("c"), shown("a"), shown("z")], ["b", "c", "a", "b"]);
});

Deno.test("The next free times of the wanted reverse come first", () => {
  const free = ["small", "big", "small"].map((reverseId) => ({ reverseId }));
  assertEquals(slots.byReverse(free, "big").map(([id, found]) => `${id} ${found.length}`), ["big 1", "small 2"]);
});

Deno.test("A payment is asked for quickly, then slowly, then no more", () => {
  assertEquals([0, 29_999, 30_000, 179_999, 180_000].map((waited) => pauseAfter(waited, false)), [
    2_000,
    2_000,
    5_000,
    5_000,
    undefined,
  ]);
  assertEquals(pauseAfter(0, true), undefined);
});

Deno.test("The way back from the provider is an https address of this client", () => {
  assertEquals(returnAddress("https://vokol.example:8443"), "https://vokol.example:8443/park/payments/last");
  assertEquals(returnAddress("http://127.0.0.1:8701"), "https://127.0.0.1:8701/park/payments/last");
  assertEquals([isSimulated("https://payments.invalid/x"), isSimulated("https://pay.example/x")], [true, false]);
});

Deno.test("A calendar file has instants in UTC, escaped texts and folded lines", () => {
  const booking = { id: "b1", startsAt: at(0), endsAt: at(2), madeAt: "2026-11-23T20:00:00.123Z" };
  const event = {
    title: "Парк; сет, два",
    address: "Минское море, ".repeat(6),
    location: { latitude: 53.97, longitude: 27.38 },
  };
  const file = calendarFile(booking, event);
  const lines = file.split("\r\n");
  assertEquals(lines.filter((line) => /^DT/.test(line)), [
    "DTSTAMP:20261123T200000Z",
    "DTSTART:20261127T070000Z",
    "DTEND:20261127T073000Z",
  ]);
  assertEquals(lines.includes("SEQUENCE:0"), true);
  // Programs take a file whose number is higher in the place of the one that they have.
  assertEquals(calendarFile({ ...booking, moves: 2 }, event).includes("\r\nSEQUENCE:2\r\n"), true);
  assertEquals(lines.includes("SUMMARY:Парк\\; сет\\, два"), true);
  assertEquals(lines.every((line) => new TextEncoder().encode(line).length <= 75), true);
  assertEquals(file.replaceAll("\r\n ", "").includes(`LOCATION:${"Минское море\\, ".repeat(6)}`), true);
});
