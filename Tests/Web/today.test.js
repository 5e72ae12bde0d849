import { assert, assertEquals } from "./assert.js";
import * as plan from "../../Clients/Web/screens/today/day-plan.js";
import * as dial from "../../Clients/Web/parts/dial-geometry.js";
import { nextPosition } from "../../Clients/Web/core/position.js";

const zone = "Europe/Minsk";

/** @param {string} at @param {number} precipitation @param {string} condition @returns {any} */
const step = (at, precipitation, condition = "rain") => ({
  at,
  date: "2026-11-23",
  precipitation,
  condition,
  temperature: 4,
});

/** @param {string} start @param {string} end @param {number} weekday @returns {any} */
const lesson = (start, end, weekday = 1) => ({
  kind: "lesson",
  subject: start,
  start,
  end,
  weekday,
  weeks: [1, 2, 3, 4],
});

Deno.test("Dial: noon is on top, six at the left, midnight at the bottom, 18 at the right", () => {
  assertEquals(dial.pointAt(720, 100), { x: 160, y: 60 });
  assertEquals(dial.pointAt(360, 100), { x: 60, y: 160 });
  assertEquals(dial.pointAt(0, 100), { x: 160, y: 260 });
  assertEquals(dial.pointAt(1080, 100), { x: 260, y: 160 });
});

Deno.test("Dial: an arc longer than half a day goes the long way round", () => {
  assert(dial.arcPath({ from: 0, to: 700 }).includes("0 0 1"), "a short arc");
  assert(dial.arcPath({ from: 0, to: 800 }).includes("0 1 1"), "a long arc");
});

Deno.test("Dial: night reaches from sunset over midnight to sunrise, and the sun may set after midnight", () => {
  assertEquals(dial.daylight(416, 1147), { day: { from: 416, to: 1147 }, night: { from: 1147, to: 1856 } });
  assertEquals(dial.daylight(200, 10)?.day, { from: 200, to: 1450 });
  assertEquals(dial.daylight(undefined, 900), null);
});

Deno.test("Dial: rain that is over and rain of tomorrow have no dots", () => {
  const dots = dial.rainDots([{ from: 900, to: 1080, millimetres: 1 }, { from: 1380, to: 1560, millimetres: 1 }], 950);
  assertEquals(dots.length, 2 + 2);
});

Deno.test("Day: a span is in the place's zone and ends with the day", () => {
  const late = { startsAt: Date.parse("2026-11-23T20:00:00Z"), endsAt: Date.parse("2026-11-23T23:00:00Z") };
  assertEquals(plan.spanOf(late, zone, "2026-11-23"), { from: 1380, to: 1440 });
  assertEquals(plan.spanOf(late, "Asia/Tokyo", "2026-11-23"), null);
});

Deno.test("Rain: steps that follow each other are one spell of the strongest kind", () => {
  const steps = [
    step("2026-11-23T09:00:00Z", 0.4),
    step("2026-11-23T12:00:00Z", 2, "thunderstorm"),
    step("2026-11-23T18:00:00Z", 1),
  ];
  const spells = plan.spellsOf(steps, zone, "2026-11-23");
  assertEquals(plan.nextWet(spells, 600), { kind: "thunderstorm", from: 720, to: 1080, isNow: false, lasts: false });
  assertEquals(plan.nextWet(spells, 1100), { kind: "rain", from: 1260, to: 1440, isNow: false, lasts: true });
  assertEquals(plan.nextWet(spells, 730)?.isNow, true);
});

Deno.test("Rain: traces and another day's steps do not count", () => {
  const other = { ...step("2026-11-23T09:00:00Z", 3), date: "2026-11-24" };
  assertEquals(plan.spellsOf([step("2026-11-23T09:00:00Z", 0.05), other], zone, "2026-11-23"), []);
});

Deno.test("Agenda: it shows the first day that has lessons left, and the next booking by its own day", () => {
  // 23 November 2026 is a Monday.
  const lessons = [lesson("08:30", "09:55"), lesson("10:05", "11:30"), lesson("08:30", "09:55", 2)];
  /** @type {any} */
  const timetable = { lessons, announcements: [] };
  /** @type {any} */
  const booked = { id: "b", timeZone: zone, startsAt: "2026-11-25T15:00:00Z", endsAt: "2026-11-25T15:30:00Z" };
  const booking = plan.entryOfBooking(booked);
  const at = (/** @type {string} */ time) => Date.parse(`2026-11-23T${time}:00+03:00`);
  const during = plan.agendaOf(timetable, [booking], at("10:30"));
  assertEquals(during.map((day) => [day.date, day.entries.length]), [["2026-11-23", 1], ["2026-11-25", 1]]);
  assertEquals(during[0].entries[0].startsAt, at("10:05"));
  const after = plan.agendaOf(timetable, [], at("11:30"));
  assertEquals(after.map((day) => day.date), ["2026-11-24"]);
  assertEquals(plan.agendaOf(null, [], at("11:30")), []);
});

Deno.test("Position: a device that hardly moves stays at the place whose answers are kept", () => {
  const known = { latitude: 53.9045, longitude: 27.5615 };
  assertEquals(nextPosition(known, { latitude: 53.9052, longitude: 27.5622 }), known);
  assertEquals(nextPosition(known, { latitude: 53.91, longitude: 27.5615 }), { latitude: 53.91, longitude: 27.5615 });
  assertEquals(nextPosition(undefined, { latitude: 53.904512, longitude: 27.561538 }), known);
});
