/** Texts of places: the line of an address, the picker, saving a look-up. */
export default {
  choose: "Choose a place",
  search: "City",
  searchHint: "Type the beginning of a name",
  myPosition: "My position",
  recent: "Recent",
  /** @param {string} query */
  none: (query) => `No city is called “${query}”. Check the spelling.`,
  searching: "Searching",
  unnamed: "Around you",
  /** @param {string} city */
  nearest: (city) => `The nearest city is ${city}`,
  locate: "Use my position",
  locating: "Looking for your position",
  denied:
    "The browser does not share your position. Allow it in the browser’s settings for this site, or choose a city.",
  failedPosition: "The position could not be found. Choose a city.",
  invitation: {
    title: "Where are you?",
    sentence:
      "Weather, news and the day dial are for one place. Your position stays on this device and is sent only to request them.",
    choose: "Choose a city",
  },
  /** @param {string} latitude @param {string} longitude @param {boolean} isNorth @param {boolean} isEast */
  coordinates: (latitude, longitude, isNorth, isEast) =>
    `${latitude}°\u00a0${isNorth ? "N" : "S"} ${longitude}°\u00a0${isEast ? "E" : "W"}`,
  save: "Save this place and its weather",
  saved: "Saved with the current weather",
  queued: "No connection. It will be saved when there is one.",
  full: "Fifty entries are waiting already. Connect to the internet to send them.",
  open: "Open",
  needsAccount: "Sign in to save the weather",
};
