import { assert, assertEquals } from "./assert.js";
import * as chart from "../../Clients/Web/screens/weather/chart.js";
import * as scale from "../../Clients/Web/screens/weather/scale.js";
import { mostCities, withCity } from "../../Clients/Web/screens/weather/city-list.js";
import { comingOf, partOfDay, timeOfWorst } from "../../Clients/Web/screens/weather/words.js";
import { drawingOf } from "../../Clients/Web/parts/weather-drawing.js";
import { directionOf } from "../../Clients/Web/parts/wind.js";
import { withRecent } from "../../Clients/Web/core/position.js";
import { changeSettings } from "../../Clients/Web/core/settings.js";
import { rainNumber, speedNumber, temperature } from "../../Clients/Web/parts/units.js";

/** @param {number} count @param {string} start @returns {any[]} */
const stepsFrom = (count, start = "2026-11-23T18:00:00Z") =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.parse(start) + index * 3 * 3_600_000).toISOString(),
    isDay: false,
    temperature: index,
  }));

Deno.test("Scale: it holds all days, shows zero where frost is near, and is never too narrow", () => {
  assertEquals(scale.scaleOf([{ minimum: 7.2, maximum: 16 }, { minimum: 9, maximum: 20.4 }]), { low: 6, high: 22 });
  assertEquals(scale.scaleOf([{ minimum: 3, maximum: 12 }]).low, -1);
  const narrow = scale.scaleOf([{ minimum: 20, maximum: 21 }]);
  assert(narrow.high - narrow.low >= 8, `${narrow.low} to ${narrow.high}`);
});

Deno.test("Scale: shares stay between the ends", () => {
  const range = { low: -10, high: 10 };
  assertEquals([-20, -10, 0, 5, 30].map((degrees) => scale.shareOf(degrees, range)), [0, 0, 0.5, 0.75, 1]);
});

Deno.test("Scale: a colour is at its temperature, also outside the bar", () => {
  const gradient = scale.gradientOf(0, 12);
  for (const stop of ["var(--temperature-3) 0%", "var(--temperature-4) 50%", "var(--temperature-5) 100%"]) {
    assert(gradient.includes(stop), gradient);
  }
  assert(gradient.includes("var(--temperature-1) -167%"), gradient);
});

Deno.test("Chart: warmer is higher, and a nearly even day is drawn flat", () => {
  const place = chart.heightOf([{ temperature: 0 }, { temperature: 20 }]);
  assert(place(20) < place(0), "20 is above 0");
  const flat = chart.heightOf([{ temperature: 10 }, { temperature: 11 }]);
  assert(flat(10) - flat(11) < 12, String(flat(10) - flat(11)));
});

Deno.test("Chart: the line never passes a peak", () => {
  const path = chart.smoothPath([{ x: 0, y: 50 }, { x: 30, y: 20 }, { x: 60, y: 50 }]);
  const heights = [...path.matchAll(/[\d.]+ ([\d.]+)/g)].map((found) => Number(found[1]));
  assertEquals(Math.min(...heights), 20);
  assertEquals(chart.smoothPath([]), "");
});

Deno.test("Chart: bars grow with the rain, are seen when small and end at the top", () => {
  const bars = chart.barsOf([{ precipitation: 0 }, { precipitation: 0.1 }, { precipitation: 1 }, {}]);
  assertEquals(bars.map((bar) => [bar.index, bar.height]), [[1, 4], [2, 15]]);
  assertEquals(chart.barsOf([{ precipitation: 40 }])[0].height, 30);
});

Deno.test("Chart: nights lie between sunset and sunrise, and begin at the edge if it is night already", () => {
  const days = [
    { sunrise: "2026-11-23T06:00:00Z", sunset: "2026-11-23T15:00:00Z" },
    { sunrise: "2026-11-24T06:00:00Z", sunset: "2026-11-24T15:00:00Z" },
  ];
  // 18:00 is in the middle of the first column; 06:00 is four columns on, 15:00 seven.
  assertEquals(chart.nightsOf(stepsFrom(8), days), [{ left: 0, width: 29 + 4 * 58 }, { left: 29 + 7 * 58, width: 29 }]);
});

Deno.test("Chart: the rest of a night that is over is not shaded", () => {
  const steps = stepsFrom(4, "2026-11-23T06:00:00Z");
  steps[0].isDay = true;
  const days = [{ sunrise: "2026-11-23T06:07:00Z", sunset: "2026-11-23T15:00:00Z" }];
  assertEquals(chart.nightsOf(steps, days), [{ left: 29 + 3 * 58, width: 29 }]);
});

Deno.test("Chart: without the sun's times each dark step is night", () => {
  const steps = stepsFrom(2);
  steps[1].isDay = true;
  assertEquals(chart.nightsOf(steps, [{}]), [{ left: 0, width: 58 }]);
});

Deno.test("Chart: arrow keys walk the steps and stop at the ends", () => {
  assertEquals(chart.stepAfter("ArrowRight", -1, 3), 0);
  assertEquals(chart.stepAfter("ArrowRight", 2, 3), 2);
  assertEquals(chart.stepAfter("ArrowLeft", 0, 3), 0);
  assertEquals(chart.stepAfter("End", 0, 3), 2);
  assertEquals(chart.stepAfter("Tab", 0, 3), undefined);
});

Deno.test("Worst hours: they are told with their part of the day, if they differ and are not over", () => {
  const zone = "Europe/Minsk";
  const day = { condition: "partly-cloudy", worst: "showers" };
  const evening = { at: "2026-11-23T15:00:00Z", condition: "showers" };
  assertEquals(timeOfWorst(day, [evening], zone), 3);
  assertEquals(timeOfWorst(day, [], zone), null);
  assertEquals(timeOfWorst({ condition: "showers", worst: "showers" }, [evening], zone), null);
  assertEquals(
    timeOfWorst({ condition: "clear", worst: "overcast" }, [{ ...evening, condition: "overcast" }], zone),
    null,
  );
  const all = ["00", "06", "12"].map((hour) => ({ at: `2026-11-23T${hour}:00:00Z`, condition: "showers" }));
  assertEquals(timeOfWorst(day, all, zone), "all-day");
  assertEquals([0, 359, 360, 720, 1439].map(partOfDay), [0, 0, 1, 2, 3]);
});

Deno.test("Drawings: every condition of the contract has a file by day and by night", async () => {
  const conditions =
    ("clear mostly-clear partly-cloudy mostly-cloudy overcast fog haze drizzle freezing-drizzle light-rain rain heavy-rain " +
      "freezing-rain showers heavy-showers sleet light-snow snow heavy-snow snow-grains snow-showers thunderstorm hail " +
      "squall tornado unknown").split(" ");
  for (const condition of conditions) {
    for (const isDay of [true, false]) {
      const name = drawingOf(condition, isDay);
      assert(condition === "unknown" || name !== "weather-unknown", condition);
      await Deno.stat(new URL(`../../Clients/Web/icons/${name}.svg`, import.meta.url));
    }
  }
  assertEquals(drawingOf("a-later-one", true), "weather-unknown");
});

Deno.test("Wind: directions are of eight, from any number of degrees", () => {
  assertEquals([0, 22, 23, 180, 359, -45, 405].map(directionOf), [0, 0, 1, 4, 0, 7, 1]);
});

Deno.test("Places: the newest is first, once, and six are kept", () => {
  /** @param {number} number */
  const place = (number) => ({ id: String(number), name: `N${number}`, latitude: 0, longitude: 0 });
  const six = [1, 2, 3, 4, 5, 6].map(place);
  assertEquals(withRecent(six, place(3)).map(({ id }) => id), ["3", "1", "2", "4", "5", "6"]);
  assertEquals(withRecent(six, place(7)).map(({ id }) => id), ["7", "1", "2", "3", "4", "5"]);
  assertEquals(withRecent(undefined, place(1)).length, 1);
});

Deno.test("Units: metric values are shown as they are, and converted where imperial units are chosen", () => {
  assertEquals([temperature(-4.2), speedNumber(10), rainNumber(1.44)], ["−4°", "10", "1.4"]);
  changeSettings({ units: "imperial" });
  assertEquals([temperature(-40), temperature(20), speedNumber(10), rainNumber(2.54)], ["−40°", "68°", "22", "0.1"]);
  changeSettings({ units: undefined });
  assertEquals(temperature(20), "20°");
});

Deno.test("Cities: one that is saved is removed, another is added, and a thirteenth is not", () => {
  /** @param {number} number */
  const city = (number) => ({ id: String(number), name: `N${number}` });
  assertEquals(withCity([city(1)], city(2)), [city(1), city(2)]);
  assertEquals(withCity([city(1), city(2)], city(1)), [city(2)]);
  const all = Array.from({ length: mostCities }, (_, index) => city(index));
  assertEquals(withCity(all, city(99)), undefined);
  assertEquals(withCity(all, city(3))?.length, mostCities - 1);
});

Deno.test("Forecast: what is over is left out, and a forecast that is over is none", () => {
  const steps = stepsFrom(4);
  const forecast =
    /** @type {any} */ ({ steps, days: ["2026-11-23", "2026-11-24"].map((date) => ({ date })), timeZone: "UTC" });
  /** @param {string} time */
  const coming = (time) => comingOf(forecast, Date.parse(time));
  assertEquals(coming("2026-11-23T18:30:00Z"), forecast);
  const later = coming("2026-11-24T00:00:00Z");
  assertEquals([later?.steps, later?.days], [steps.slice(2), [{ date: "2026-11-24" }]]);
  assertEquals(coming("2026-11-24T06:00:00Z"), undefined);
});
