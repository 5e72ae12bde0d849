import { assertEquals } from "./assert.js";
import { countdown } from "../../Clients/Web/core/countdown.js";
import { money } from "../../Clients/Web/core/money.js";
import * as dates from "../../Clients/Web/core/dates.js";
import { applyLanguage, languages, loadTexts } from "../../Clients/Web/core/languages.js";
import { changeSettings, settings } from "../../Clients/Web/core/settings.js";

/** @param {import("../../Clients/Web/core/settings.js").Language} language */
async function use(language) {
  changeSettings({ language });
  await applyLanguage();
  await loadTexts("core");
}

const evening = Date.parse("2026-11-22T22:30:00Z");

Deno.test("A day is the zone's, not the device's", () => {
  assertEquals(dates.today("Europe/Minsk", evening), "2026-11-23");
  assertEquals(dates.today("Europe/London", evening), "2026-11-22");
  assertEquals(dates.timeOf(evening, "Europe/Minsk"), "01:30");
});

Deno.test("Times in the device's own zone are read from its clock, with the result of Intl", () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  assertEquals(timeZone, "America/New_York");
  changeSettings({ zone: undefined });
  const instants = ["2026-01-15T23:59:58Z", "2026-07-15T04:05:06Z"];
  const expected = instants.map((instant) => dates.partsIn(instant, timeZone));
  dates.learnZone();
  assertEquals(settings.current.zone?.startsWith(timeZone), true);
  assertEquals(instants.map((instant) => dates.partsIn(instant, timeZone)), expected);
  assertEquals(instants.map((instant) => dates.partsIn(instant)), expected);
  // Under another name, to see that it is the clock that answers.
  changeSettings({ zone: settings.current.zone?.replace(timeZone, "Asia/Tokyo") });
  assertEquals(instants.map((instant) => dates.partsIn(instant, "Asia/Tokyo")), expected);
  changeSettings({ zone: undefined });
});

Deno.test("A zone that the device has left since the last visit is not taken for its own", () => {
  dates.learnZone();
  const home = /** @type {string} */ (Deno.env.get("TZ"));
  try {
    Deno.env.set("TZ", "Asia/Tokyo");
    assertEquals(dates.timeOf("2026-11-22T22:30:00Z"), "07:30");
    assertEquals(dates.timeOf("2026-11-22T22:30:00Z", home), "17:30");
  } finally {
    Deno.env.set("TZ", home);
    changeSettings({ zone: undefined });
  }
});

Deno.test("Days are added over months, leap days and changes of the clock", () => {
  assertEquals(dates.addDays("2028-02-28", 1), "2028-02-29");
  assertEquals(dates.addDays("2026-12-31", 1), "2027-01-01");
  assertEquals(dates.daysBetween("2026-03-28", "2026-03-30"), 2);
  assertEquals(dates.weekdayOf("2026-11-23"), 0);
});

Deno.test("Dates are written in each language without the browser's help", async () => {
  const expected = {
    en: "Monday, 23\u00a0November",
    ru: "Понедельник, 23\u00a0ноября",
    be: "Панядзелак, 23\u00a0лістапада",
  };
  for (const language of languages) {
    await use(language);
    assertEquals(dates.longDate("2026-11-23", "2026-11-01"), expected[language]);
  }
});

Deno.test("Numbers have the language's decimal sign, a minus sign and no negative zero", async () => {
  await use("ru");
  assertEquals(dates.number(-3.25, 1), "−3,3");
  assertEquals(dates.number(-0.2), "0");
  assertEquals(money({ amount: 6005, currency: "BYN" }), "60,05\u00a0BYN");
  await use("en");
  assertEquals(dates.number(12345.5, 1), "12\u00a0345.5");
  assertEquals(money({ amount: -2500, currency: "BYN" }), "−25.00\u00a0BYN");
});

Deno.test("A countdown rounds up, so that it ends with the hold", () => {
  assertEquals(countdown(292), "4:52");
  assertEquals(countdown(0.2), "0:01");
  assertEquals(countdown(-5), "0:00");
});
