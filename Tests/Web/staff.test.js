/** Amounts, times, decisions and settings of the staff's screens. */
import { assertEquals } from "./assert.js";
import { decisionOf, effectsOf } from "../../Clients/Web/screens/staff/decision-effects.js";
import { formOf, sectionOf, settingsOf } from "../../Clients/Web/screens/staff/park-form.js";
import { lastDigits, readable } from "../../Clients/Web/screens/staff/telephone.js";
import { instantIn, minorUnits, minutesOf } from "../../Clients/Web/screens/staff/times.js";

Deno.test("A local time is an instant of its zone, also on the days when clocks change", () => {
  assertEquals(instantIn("2026-11-25", 660, "Europe/Minsk"), "2026-11-25T08:00:00Z");
  assertEquals(instantIn("2026-11-25", 1440, "Europe/Minsk"), "2026-11-25T21:00:00Z");
  assertEquals(instantIn("2026-03-29", 0, "Europe/Warsaw"), "2026-03-28T23:00:00Z");
  assertEquals(instantIn("2026-03-29", 720, "Europe/Warsaw"), "2026-03-29T10:00:00Z");
});

Deno.test("An amount is read with a point or a comma, and nothing else is one", () => {
  assertEquals(["25", "25.5", "25,50", "1 000,05"].map(minorUnits), [2500, 2550, 2550, 100005]);
  assertEquals(["", "-5", "1.234", "x", "1,,2"].map(minorUnits), Array(5).fill(undefined));
  assertEquals(["9:05", "24:00", "24:01", "10:60", "10"].map(minutesOf), [545, 1440, undefined, undefined, undefined]);
});

Deno.test("A telephone number is grouped where its form is known", () => {
  assertEquals(readable("+375291234567"), "+375\u00a029\u00a0123-45-67");
  assertEquals(readable("+48123456789"), "+48123456789");
  assertEquals([lastDigits("+375291234567"), lastDigits(undefined)], ["··4567", ""]);
});

/** @param {object} change @returns {any} */
const open = (change) => ({ id: "1", sets: 2, customer: { due: { amount: 500, currency: "BYN" } }, ...change });
const wish = { sanction: /** @type {const} */ ("none"), sets: 1, fee: undefined, until: undefined };
const byPass = open({ charge: { state: "held", sets: 2 } });
const onSite = open({ charge: { state: "undecided", money: { amount: 5000, currency: "BYN" } } });

Deno.test("Sets of a booking by pass return, except those that are charged", () => {
  assertEquals(effectsOf(byPass, wish), [{ kind: "sets-returned", sets: 2 }]);
  assertEquals(effectsOf(byPass, { ...wish, sanction: "charge-sets" }), [
    { kind: "sets-charged", sets: 1 },
    { kind: "sets-returned", sets: 1 },
  ]);
  assertEquals(effectsOf(byPass, { ...wish, sanction: "charge-sets", sets: 3 }), [
    { kind: "sets-charged", sets: 3 },
    { kind: "needs-pass" },
  ]);
});

Deno.test("A price that was due at the park is waived, and a fee joins the debt", () => {
  assertEquals(effectsOf(onSite, { ...wish, sanction: "fee", fee: 2500 }), [
    { kind: "price-waived", money: { amount: 5000, currency: "BYN" } },
    { kind: "debt", money: { amount: 2500, currency: "BYN" }, total: { amount: 3000, currency: "BYN" } },
  ]);
});

Deno.test("A decision is sent with the members of its sanction only, once it is complete", () => {
  const full = { sanction: /** @type {const} */ ("fee"), sets: 2, fee: 100, until: "2026-12-01T21:00:00Z" };
  assertEquals(decisionOf("1", full, " "), undefined);
  assertEquals(decisionOf("1", { ...full, fee: undefined }, "late"), undefined);
  assertEquals(decisionOf("1", full, " late "), {
    ...{ id: "1", sanction: "fee", reason: "late" },
    fee: { amount: 100, currency: "BYN" },
  });
  assertEquals(decisionOf("1", { ...full, sanction: "warning" }, "late"), {
    id: "1",
    sanction: "warning",
    reason: "late",
  });
  assertEquals(decisionOf("1", { ...full, sanction: "suspension" }, "late")?.until, full.until);
  assertEquals(decisionOf("1", { ...full, sanction: "suspension", until: undefined }, "late"), undefined);
});

/** @type {any} */
const park = {
  ...{ name: { en: "Park" }, address: { en: "Lake", ru: "Озеро" }, rules: { en: "Helmet" }, timeZone: "Europe/Minsk" },
  location: { latitude: 53.9, longitude: 27.4 },
  reverses: [{ id: "big", name: { en: "Big" }, text: { en: "" }, isBookable: true }],
  hours: [{ weekday: 2, opens: "10:00", closes: "24:00" }, { weekday: 7, opens: "09:00", closes: "22:00" }],
  ...{ setMinutes: 15, maximumSets: 4, horizonDays: 30, bookingsPerAccount: 8, freeCancellationMinutes: 120 },
  ...{ undoMinutes: 10, setPrice: { amount: 2550, currency: "BYN" } },
  priceBands: [{ weekdays: [7], from: "09:00", to: "22:00", price: { amount: 3000, currency: "BYN" } }],
  specialDays: [{
    ...{ from: "2026-07-25", to: "2026-07-26", isClosed: false, closedReverses: ["big"], opens: "08:00" },
    ...{ closes: "22:00", setPrice: { amount: 4000, currency: "BYN" } },
  }],
  products: [
    {
      ...{ id: "five", name: { en: "Five" }, isSold: true, sets: 5 },
      ...{ price: { amount: 11500, currency: "BYN" }, validDays: 60 },
    },
  ],
};

Deno.test("Settings that nobody changed are sent as they came", () => {
  const { park: sent, faults } = settingsOf(formOf(park));
  assertEquals(sent, park);
  assertEquals([...faults], []);
});

Deno.test("A fault stands at the member that the server would name", () => {
  const form = formOf(park);
  form.hours[6].closes = "late";
  form.setPrice = "much";
  form.products[0].sets = "";
  form.reverses[0].id = "Big One";
  assertEquals([...settingsOf(form).faults].sort(), [
    ["/park/hours/1/closes", "time"],
    ["/park/products/0/sets", "number"],
    ["/park/reverses/0/id", "id"],
    ["/park/setPrice/amount", "amount"],
  ]);
});

Deno.test("A fault belongs to the section that shows its field", () => {
  assertEquals(
    ["hours/0/opens", "priceBands/0/from", "reverses", "products/0/sets", "undoMinutes", "rules/en", "timeZone"]
      .map((member) => sectionOf(`/park/${member}`)),
    ["hours", "prices", "reverses", "passes", "rules", "texts", "texts"],
  );
});
