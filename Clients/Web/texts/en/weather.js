/** Texts of the weather, on its own screen and on others. */
export default {
  title: "Weather",
  /** @param {string} place */
  titleOf: (place) => `Weather, ${place}`,
  /** @param {string} degrees */
  feelsLike: (degrees) => `Feels like ${degrees}`,
  /** @param {string} degrees */
  feelsShort: (degrees) => `feels like ${degrees}`,
  unavailable: "The weather is not available at the moment",
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
  /** @param {string} speed @param {string} unit @param {string | undefined} gust */
  speed: (speed, unit, gust) => `${speed}\u00a0${unit}${gust ? `, gusts to ${gust}` : ""}`,
  units: {
    metric: { temperature: "°C", speed: "m/s", rain: "mm", pressure: "hPa", distance: "km" },
    imperial: { temperature: "°F", speed: "mph", rain: "in", pressure: "inHg", distance: "mi" },
  },
  /** @param {number} direction Index of eight, from north, clockwise. */
  windFrom: (direction) =>
    `${["North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"][direction]} wind`,
  windShort: ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
  /** @param {string} words */
  wind: (words) => `wind ${words}`,
  /** @param {string} value */
  percent: (value) => `${value}%`,
  now: "Now",
  todayNote: "today",
  hours: "Hours",
  days: "By day",
  /** @param {string} time */
  at: (time) => `at ${time}`,
  /** @param {string} low @param {string} high */
  range: (low, high) => `${low} to ${high}`,
  remainder: "for the rest of the day",
};
