/** Texts of saved look-ups, which people know as saved weather. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Saved weather",
  intro: "Places with the weather at the time they were saved.",
  needsAccount: "Saved weather belongs to an account. Sign in to see yours.",
  empty: "Nothing saved yet",
  emptyNote: "The bookmark on Today and on Weather saves a place with its weather.",
  toWeather: "Go to the weather",
  queued: "Waiting for a connection",
  queuedNote: "It will be saved with the weather at the time it is sent.",
  remove: "Remove",
  /** @param {string} name */
  removeNamed: (name) => `Remove ${name}`,
  removeTitle: "Remove this entry?",
  removeSentence: "It will be removed from all your devices.",
  removed: "Removed",
  clear: "Clear all",
  clearTitle: "Remove all entries?",
  /** @param {number} number */
  clearSentence: (number) => `${count(number, "entry", "entries")} will be removed from all your devices.`,
  cleared: "All entries are removed",
  /** @param {string} moment */
  savedAt: (moment) => `Saved: ${moment}`,
  address: "Address",
  coordinates: "Coordinates",
  precision: {
    house: "to the house",
    street: "to the street",
    city: "to the city",
    country: "to the country",
    none: "unknown",
  },
  precisionName: "Precision",
  noAddress: "The address was not available",
  noWeather: "The weather was not available at that moment",
  street: "Street",
  city: "City",
  region: "Region",
  country: "Country",
  missing: "This entry no longer exists",
  toList: "Back to saved weather",
};
