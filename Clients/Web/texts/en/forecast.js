/** Texts of the weather's own screen. */
export default {
  uvToday: "UV today",
  airName: "Air",
  /** @param {string} speed */
  upTo: (speed) => `up to ${speed}`,
  /** @param {string} index With its level. */
  uv: (index) => `UV up to ${index}`,
  /** The levels of the ultraviolet index. */
  uvLevels: ["low", "moderate", "high", "very high", "extreme"],
  /** @param {string} index @param {string} level */
  air: (index, level) => `${index}, ${level.toLowerCase()}`,
  cities: "My cities",
  /** @param {string} name */
  city: (name) => `${name} among my cities`,
  citiesFull: "Twelve cities are saved. Remove one first.",
  noName: "City",
  hoursHint: "The forecast in steps of three hours. The left and right arrow keys walk through it.",
  legend: {
    feelsLike: "feels like",
    /** @param {string} unit */
    rain: (unit) => `rain or snow, ${unit}`,
  },
  asTable: "As a table",
  /** Night to 6, morning to 12, afternoon to 18, evening. */
  partsOfDay: ["at night", "in the morning", "in the afternoon", "in the evening"],
  allDay: "all day",
  /** @param {string} chance */
  chance: (chance) => `chance ${chance}`,
  months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  saved: "Saved",
  allSaved: "All",
  table: {
    title: "The forecast in steps of three hours",
    time: "Time",
    condition: "Weather",
    feelsLike: "Feels like",
    probability: "Chance",
    /** @param {string} unit */
    wind: (unit) => `Wind, ${unit}`,
    humidity: "Humidity",
  },
};
