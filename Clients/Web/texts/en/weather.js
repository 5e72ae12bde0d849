/** Texts of the weather, on its own screen and on others. */
export default {
  title: "Weather",
  /** @param {string} place */
  titleOf: (place) => `Weather, ${place}`,
  /** @param {string} degrees */
  feelsLike: (degrees) => `Feels like ${degrees}`,
  /** @param {string} degrees */
  feelsShort: (degrees) => `feels like ${degrees}`,
  unavailable: "No weather at the moment",
  unavailableNote: "The weather services are not answering. Try again in a minute.",
  facts: {
    wind: "Wind",
    sun: "Sun",
    pressure: "Pressure",
    humidity: "Humidity",
    visibility: "Visibility",
    cloudCover: "Cloud cover",
    precipitation: "Precipitation",
    feelsLike: "Feels like",
    observedAt: "Observed",
    calm: "Calm",
  },
  /** @param {string} speed @param {string | undefined} gust */
  speed: (speed, gust) => `${speed}\u00a0m/s${gust ? `, gusts to ${gust}` : ""}`,
  /** @param {number} direction Index of eight, from north, clockwise. */
  windFrom: (direction) =>
    `${["North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"][direction]} wind`,
  windShort: ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
  /** @param {string} words */
  wind: (words) => `wind ${words}`,
  /** @param {string} value */
  pressure: (value) => `${value}\u00a0hPa`,
  /** @param {string} value */
  percent: (value) => `${value}%`,
  /** @param {string} value */
  kilometres: (value) => `${value}\u00a0km`,
  /** @param {string} value */
  millimetres: (value) => `${value}\u00a0mm`,
  now: "Now",
  todayNote: "today",
  months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  hours: "Hours",
  hoursHint: "The forecast in steps of three hours. The left and right arrow keys walk through it.",
  legend: { temperature: "°C", feelsLike: "feels like", precipitation: "rain or snow, mm" },
  asTable: "As a table",
  table: {
    title: "The forecast in steps of three hours",
    time: "Time",
    condition: "Weather",
    temperature: "°C",
    feelsLike: "Feels like",
    precipitation: "mm",
    probability: "Chance",
    wind: "Wind, m/s",
    humidity: "Humidity",
  },
  days: "Five days",
  /** @param {string} time */
  at: (time) => `at ${time}`,
  /** Night to 6, morning to 12, afternoon to 18, evening. */
  partsOfDay: ["at night", "in the morning", "in the afternoon", "in the evening"],
  allDay: "all day",
  /** @param {string} low @param {string} high */
  range: (low, high) => `${low} to ${high}`,
  /** @param {string} chance */
  chance: (chance) => `chance ${chance}`,
  remainder: "for the rest of the day",
  saved: "Saved",
  allSaved: "All",
};
