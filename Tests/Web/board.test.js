/** The day board's geometry, keys and starts. */
import { assertEquals } from "./assert.js";
import { commandOf } from "../../Clients/Web/screens/staff/board-keys.js";
import * as geometry from "../../Clients/Web/screens/staff/board-geometry.js";
import { periodOf, wishFor } from "../../Clients/Web/screens/staff/closed-period.js";
import { startsOf, takenOn } from "../../Clients/Web/screens/staff/starts.js";

const zone = "Europe/Minsk";
const date = "2026-11-25";
const now = Date.parse("2026-11-25T08:05:00Z");

/** @param {number} amount */
const money = (amount) => ({ amount, currency: "BYN" });

/** @param {string} id @param {string} from @param {string} to @param {object} [change] @returns {any} */
const item = (id, from, to, change = {}) => ({
  booking: {
    ...{ id, reverseId: "big", startsAt: `${date}T${from}:00Z`, endsAt: `${date}T${to}:00Z`, state: "booked" },
    ...{ payWith: "on-site", ...change },
  },
  customer: { id, name: id, phone: `+37529123${id}` },
  toPay: money(0),
});

/** @param {object} [change] @returns {any} */
const board = (change = {}) => ({ date, timeZone: zone, items: [], held: [], closures: [], creditors: [], ...change });
const lanes = [{ id: "big", name: "Big" }, { id: "small", name: "Small" }];

Deno.test("A block stands at the park's time, and ends with the day", () => {
  assertEquals(geometry.minutesOn(date, "2026-11-25T08:15:00Z", zone), 11 * 60 + 15);
  assertEquals(geometry.minutesOn(date, "2026-11-24T20:00:00Z", zone), 0);
  assertEquals(geometry.minutesOn(date, "2026-11-25T21:00:00Z", zone), 1440);
});

Deno.test("A booking looks as what is still to be done about it", () => {
  const look = (/** @type {any} */ change, amount = 0) =>
    geometry.lookOf({ ...item("1", "08:00", "08:15", change), toPay: money(amount) });
  assertEquals(look({}), "waiting");
  assertEquals(look({}, 2500), "to-pay");
  assertEquals(look({ payWith: "pass" }), "by-pass");
  assertEquals(look({ state: "checked-in" }, 2500), "arrived");
  assertEquals(look({ state: "no-show" }, 2500), "missed");
});

Deno.test("Only a running booking has a share that is over", () => {
  const [from, to] = ["2026-11-25T08:00:00Z", "2026-11-25T08:20:00Z"];
  assertEquals(geometry.goneOf(from, to, now), 0.25);
  assertEquals(geometry.goneOf(from, to, Date.parse(to)), undefined);
  assertEquals(geometry.goneOf(from, to, Date.parse(from) - 1), undefined);
});

Deno.test("A closure of the park stands in each lane; cancelled bookings and holds that ended in none", () => {
  const blocks = geometry.blocksOf(
    board({
      items: [item("1", "09:00", "09:15"), item("2", "08:00", "08:15", { state: "cancelled" })],
      held: [
        {
          ...{ id: "h", reverseId: "small", startsAt: `${date}T10:00:00Z`, endsAt: `${date}T10:15:00Z` },
          expiresAt: "2026-11-25T08:05:00Z",
        },
      ],
      closures: [{ id: "c", from: `${date}T08:00:00Z`, to: `${date}T12:00:00Z`, reason: "storm" }],
    }),
    lanes,
    now,
  );
  assertEquals(blocks.map(({ key, lane, look }) => [key, lane, look]), [
    ["c big", "big", "closed"],
    ["1", "big", "waiting"],
    ["c small", "small", "closed"],
  ]);
});

Deno.test("A reverse that only bookings know has a lane", () => {
  const withOld = board({ items: [item("1", "09:00", "09:15", { reverseId: "old" })] });
  assertEquals(geometry.lanesOf(withOld, lanes).map(({ id }) => id), ["big", "small", "old"]);
});

Deno.test("The lanes show the opening hours and bookings beyond them, in whole hours", () => {
  const early = geometry.blocksOf(board({ items: [item("1", "05:45", "06:00")] }), lanes, now);
  assertEquals(geometry.extentOf({ opens: "10:30", closes: "21:30" }, []), { from: 600, to: 1320 });
  assertEquals(geometry.extentOf({ opens: "10:30", closes: "21:30" }, early), { from: 480, to: 1320 });
  assertEquals(geometry.extentOf(undefined, []), undefined);
  const closed = board({ closures: [{ id: "c", from: "2026-11-24T00:00:00Z", to: "2026-11-27T00:00:00Z" }] });
  assertEquals(geometry.extentOf(undefined, geometry.blocksOf(closed, lanes, now)), undefined);
});

Deno.test("Marks stand each half hour, and a block is cut to the extent", () => {
  assertEquals(geometry.marksOf({ from: 600, to: 660 }), [
    { minutes: 600, isHour: true },
    { minutes: 630, isHour: false },
    { minutes: 660, isHour: true },
  ]);
  const block = /** @type {any} */ ({ from: 0, to: 630 });
  assertEquals(geometry.within(block, { from: 600, to: 660 }), { top: 0, length: 30 });
});

Deno.test("A quarter is 28 pixels high, and a shorter set as high as a quarter", () => {
  assertEquals(geometry.minuteHeight(15) * 15 * 16, 28);
  assertEquals(geometry.minuteHeight(30) * 15 * 16, 28);
  assertEquals(geometry.minuteHeight(5) * 5 * 16, 28);
});

const walked = geometry.blocksOf(
  board({
    items: [
      item("1", "08:00", "08:15"),
      item("2", "10:00", "10:15"),
      item("3", "09:45", "10:00", { reverseId: "small" }),
      item("4", "12:00", "12:15", { reverseId: "small" }),
    ],
  }),
  lanes,
  now,
);

Deno.test("Arrows walk a lane by time, and to the nearest block of the lane beside", () => {
  const after = (/** @type {string} */ key, /** @type {string} */ arrow) =>
    geometry.blockAfterKey(walked, key, arrow)?.key;
  assertEquals(after("1", "ArrowDown"), "2");
  assertEquals(after("2", "ArrowDown"), undefined);
  assertEquals(after("2", "ArrowUp"), "1");
  assertEquals(after("2", "ArrowRight"), "3");
  assertEquals(after("4", "ArrowLeft"), "2");
  assertEquals(after("3", "ArrowRight"), undefined);
  assertEquals([after("1", "End"), after("4", "Home")], ["2", "3"]);
  assertEquals(after("1", "x"), undefined);
  assertEquals(geometry.blockAfterKey([], undefined, "ArrowDown"), undefined);
});

Deno.test("Tab leads to the chosen block, else to the one that runs or comes next", () => {
  assertEquals(geometry.firstBlock(walked, "4", 660)?.key, "4");
  assertEquals(geometry.firstBlock(walked, undefined, 665)?.key, "1");
  assertEquals(geometry.firstBlock(walked, undefined, 700)?.key, "3");
  assertEquals(geometry.firstBlock(walked, undefined, 1200)?.key, "4");
});

Deno.test("Counts leave out cancelled bookings, and wait for those that are not over", () => {
  const counted = board({
    items: [
      item("1", "07:00", "07:15"),
      item("2", "08:00", "08:15"),
      item("3", "09:00", "09:15", { state: "checked-in" }),
      item("4", "09:00", "09:15", { state: "cancelled" }),
    ],
    held: [{ expiresAt: "2026-11-25T08:06:00Z" }, { expiresAt: "2026-11-25T08:04:00Z" }],
  });
  assertEquals(geometry.countsOf(counted, now), { bookings: 3, waiting: 1, held: 1 });
});

Deno.test("A search finds each booking once, also those of the day that are over", () => {
  const found = geometry.foundItems([item("4567", "07:00", "07:15"), item("1111", "08:00", "08:15")], [
    item("4567", "07:00", "07:15"),
  ], "567");
  assertEquals(found.map(({ booking }) => booking.id), ["4567"]);
});

Deno.test("Keys act by their letter, and by their place on another layout", () => {
  assertEquals(commandOf({ key: "n", code: "KeyN" }), "walk-in");
  assertEquals(commandOf({ key: "т", code: "KeyN" }), "walk-in");
  assertEquals(commandOf({ key: "ш", code: "KeyI" }), "check-in");
  assertEquals(commandOf({ key: ".", code: "Slash" }), "search");
  assertEquals(commandOf({ key: "/", code: "Digit7" }), "search");
  assertEquals(commandOf({ key: "?", code: "Slash" }), undefined);
  assertEquals(commandOf({ key: "m", code: "KeyM" }), undefined);
});

/** @param {string} from @param {string} to @param {string} state @returns {any} */
const slot = (from, to, state) => ({ startsAt: `${date}T${from}:00Z`, endsAt: `${date}T${to}:00Z`, state });

Deno.test("The running set can be booked unless something occupies it; a run ends at a taken set", () => {
  const slots = [
    slot("07:45", "08:00", "past"),
    slot("08:00", "08:15", "past"),
    slot("08:15", "08:30", "free"),
    slot("08:30", "08:45", "booked"),
    slot("08:45", "09:00", "free"),
  ];
  const brief = (/** @type {any[]} */ taken) =>
    startsOf(slots, now, taken).map((one) => [one.startsAt.slice(11, 16), one.isRunning, one.run.length]);
  assertEquals(brief([]), [["08:00", true, 2], ["08:15", false, 1], ["08:45", false, 1]]);
  const missed = board({ items: [item("1", "08:00", "08:15", { state: "no-show" })] });
  assertEquals(brief(takenOn(missed, "big")), [["08:15", false, 1], ["08:45", false, 1]]);
  const cancelled = board({ items: [item("1", "08:00", "08:15", { state: "cancelled" })] });
  assertEquals(takenOn(cancelled, "big"), []);
});

Deno.test("A closure begins now or with the opening, and its end must come", () => {
  const park = /** @type {any} */ ({ hours: [{ weekday: 3, opens: "10:00", closes: "24:00" }] });
  const wish = wishFor({ park, date, present: date, zone, now });
  assertEquals(wish, { reverseId: "", date, from: "11:05", lastDate: date, to: "23:59" });
  assertEquals(wishFor({ park, date: "2026-12-02", present: date, zone, now }).from, "10:00");
  assertEquals(periodOf(wish, zone, now), { from: "2026-11-25T08:05:00Z", to: "2026-11-25T20:59:00Z" });
  assertEquals(periodOf({ ...wish, to: "11:05" }, zone, now), undefined);
  assertEquals(periodOf({ ...wish, from: "09:00", to: "10:00" }, zone, now), undefined);
  assertEquals(periodOf({ ...wish, to: "" }, zone, now), undefined);
});
