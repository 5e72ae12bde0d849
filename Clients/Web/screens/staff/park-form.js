/** The park's settings in the administrator's form: numbers, prices and times as typed. */
import { minorUnits, minutesOf, plainAmount } from "./times.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingParkSettings} Settings
 * @typedef {import("../../contract/types.d.ts").BookingParkSettingsInput} SettingsInput
 * @typedef {import("../../contract/types.d.ts").BookingTexts} Texts
 * @typedef {{ en: string, ru: string, be: string }} Written
 * @typedef {"number" | "amount" | "time" | "date" | "id"} Fault
 * @typedef {{ isOpen: boolean, opens: string, closes: string }} DayForm
 * @typedef {{ weekdays: number[], from: string, to: string, price: string }} BandForm
 * @typedef {{ from: string, to: string, isClosed: boolean, opens: string, closes: string, price: string,
 *   closedReverses: string[] }} SpecialForm Empty hours and an empty price stand for the usual ones.
 * @typedef {{ id: string, isNew: boolean, name: Written, text: Written, isBookable: boolean }} ReverseForm
 * @typedef {{ id: string, isNew: boolean, name: Written, sets: string, price: string, validDays: string, isSold: boolean }} ProductForm
 */
/**
 * @typedef {object} Form
 * @property {Written} name
 * @property {Written} address
 * @property {Written} rules
 * @property {string} latitude
 * @property {string} longitude
 * @property {string} timeZone
 * @property {ReverseForm[]} reverses
 * @property {DayForm[]} hours Monday first.
 * @property {Record<typeof numbers[number], string>} numbers
 * @property {string} setPrice
 * @property {BandForm[]} priceBands
 * @property {SpecialForm[]} specialDays
 * @property {ProductForm[]} products
 */

export const numbers = /** @type {const} */ ([
  "setMinutes",
  "maximumSets",
  "horizonDays",
  "bookingsPerAccount",
  "freeCancellationMinutes",
  "undoMinutes",
]);
const currency = "BYN";
const usualUndoMinutes = 10;

/** @param {Texts} [texts] @returns {Written} */
export const written = (texts) => ({ en: texts?.en ?? "", ru: texts?.ru ?? "", be: texts?.be ?? "" });

/** @param {Settings} park @returns {Form} */
export function formOf(park) {
  return {
    ...{ name: written(park.name), address: written(park.address), rules: written(park.rules) },
    ...{ latitude: String(park.location.latitude), longitude: String(park.location.longitude) },
    timeZone: park.timeZone,
    reverses: park.reverses.map((one) => ({ ...one, isNew: false, name: written(one.name), text: written(one.text) })),
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
      const day = park.hours.find((one) => one.weekday === weekday);
      return { isOpen: day !== undefined, opens: day?.opens ?? "10:00", closes: day?.closes ?? "21:00" };
    }),
    numbers: /** @type {Form["numbers"]} */ (Object.fromEntries(
      numbers.map((name) => [name, String(park[name] ?? usualUndoMinutes)]),
    )),
    setPrice: plainAmount(park.setPrice),
    priceBands: park.priceBands.map((band) => ({ ...band, price: plainAmount(band.price) })),
    specialDays: (park.specialDays ?? []).map((one) => ({
      ...{ from: one.from, to: one.to, isClosed: one.isClosed, closedReverses: one.closedReverses },
      ...{ opens: one.opens ?? "", closes: one.closes ?? "", price: one.setPrice ? plainAmount(one.setPrice) : "" },
    })),
    products: park.products.map((one) => ({
      ...{ id: one.id, isNew: false, name: written(one.name), isSold: one.isSold, price: plainAmount(one.price) },
      ...{ sets: String(one.sets), validDays: String(one.validDays) },
    })),
  };
}

/** The index of a weekday in the list of opening hours that is sent. @param {Form} form @param {number} index */
export const hoursIndex = (form, index) => form.hours.slice(0, index).filter((day) => day.isOpen).length;

/**
 * The settings in a form, and the faults of malformed numbers, amounts, times and ids, by the server's pointers.
 * @param {Form} form
 * @returns {{ park: SettingsInput, faults: Map<string, Fault> }}
 */
export function settingsOf(form) {
  /** @type {Map<string, Fault>} */
  const faults = new Map();
  const read = reader(faults);
  const hours = form.hours.flatMap((day, index) => {
    if (!day.isOpen) return [];
    const place = `hours/${hoursIndex(form, index)}`;
    return [{
      weekday: index + 1,
      opens: read.time(day.opens, `${place}/opens`),
      closes: read.time(day.closes, `${place}/closes`),
    }];
  });
  const park = {
    ...{ name: sent(form.name), address: sent(form.address), rules: sent(form.rules), timeZone: form.timeZone.trim() },
    location: {
      latitude: read.number(form.latitude, "location/latitude"),
      longitude: read.number(form.longitude, "location/longitude"),
    },
    reverses: form.reverses.map((one, index) => ({
      ...{ id: read.id(one.id, `reverses/${index}/id`), name: sent(one.name), text: sent(one.text) },
      isBookable: one.isBookable,
    })),
    hours,
    .../** @type {Record<typeof numbers[number], number>} */ (Object.fromEntries(
      numbers.map((name) => [name, read.whole(form.numbers[name], name)]),
    )),
    setPrice: read.amount(form.setPrice, "setPrice/amount"),
    priceBands: form.priceBands.map((band, index) => ({
      weekdays: band.weekdays,
      from: read.time(band.from, `priceBands/${index}/from`),
      to: read.time(band.to, `priceBands/${index}/to`),
      price: read.amount(band.price, `priceBands/${index}/price/amount`),
    })),
    specialDays: form.specialDays.map((one, index) => specialOf(one, `specialDays/${index}`, read)),
    products: form.products.map((one, index) => ({
      ...{ id: read.id(one.id, `products/${index}/id`), name: sent(one.name), isSold: one.isSold },
      sets: read.whole(one.sets, `products/${index}/sets`),
      price: read.amount(one.price, `products/${index}/price/amount`),
      validDays: read.whole(one.validDays, `products/${index}/validDays`),
    })),
  };
  return { park, faults };
}

/**
 * Special days as sent: with the members that differ from other days.
 * @param {SpecialForm} one @param {string} place @param {ReturnType<typeof reader>} read
 */
function specialOf({ from, to, isClosed, opens, closes, price, closedReverses }, place, read) {
  return {
    ...{ from: read.date(from, `${place}/from`), to: read.date(to, `${place}/to`), isClosed, closedReverses },
    ...(opens || closes
      ? { opens: read.time(opens, `${place}/opens`), closes: read.time(closes, `${place}/closes`) }
      : {}),
    ...(price ? { setPrice: read.amount(price, `${place}/setPrice/amount`) } : {}),
  };
}

/** Returns parsers of typed values, which record a fault for malformed ones. @param {Map<string, Fault>} faults */
function reader(faults) {
  /** @param {string} pointer @param {Fault} fault */
  const note = (pointer, fault) => faults.set(`/park/${pointer}`, fault);
  return {
    /** @param {string} text @param {string} pointer */
    number(text, pointer) {
      const value = Number(text.trim().replace(",", ".").replace("−", "-"));
      if (text.trim() === "" || Number.isNaN(value)) note(pointer, "number");
      return value;
    },
    /** @param {string} text @param {string} pointer */
    whole(text, pointer) {
      if (!/^\s*\d{1,9}\s*$/.test(text)) note(pointer, "number");
      return Number(text);
    },
    /** @param {string} text @param {string} pointer */
    amount(text, pointer) {
      const amount = minorUnits(text);
      if (amount === undefined) note(pointer, "amount");
      return { amount: amount ?? 0, currency };
    },
    /** @param {string} text @param {string} pointer */
    date(text, pointer) {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) note(pointer, "date");
      return text;
    },
    /** @param {string} text @param {string} pointer */
    time(text, pointer) {
      if (minutesOf(text.trim()) === undefined) note(pointer, "time");
      return text.trim().padStart(5, "0");
    },
    /** @param {string} text @param {string} pointer */
    id(text, pointer) {
      if (!/^[a-z0-9-]{1,32}$/.test(text)) note(pointer, "id");
      return text;
    },
  };
}

/** A text without its empty languages; English is always sent. @param {Written} texts @returns {Texts} */
const sent = ({ en, ru, be }) => ({ en, ...(ru ? { ru } : {}), ...(be ? { be } : {}) });

export const sections = /** @type {const} */ (["hours", "special", "prices", "reverses", "passes", "rules", "texts"]);
/** @typedef {typeof sections[number]} Section */

/** The section of the form that a fault belongs to. @param {string} pointer @returns {Section} */
export function sectionOf(pointer) {
  const member = pointer.split("/")[2] ?? "";
  if (member === "hours") return "hours";
  if (member === "specialDays") return "special";
  if (member === "setPrice" || member === "priceBands") return "prices";
  if (member === "reverses") return "reverses";
  if (member === "products") return "passes";
  if (numbers.some((name) => name === member)) return "rules";
  return "texts";
}
