/** The drawings of weather conditions. */

/** The conditions with a drawing of their own for the night. */
const nightly = new Set(
  "clear mostly-clear partly-cloudy mostly-cloudy showers heavy-showers snow-showers".split(" "),
);
/** The conditions with a drawing under their own name. */
const drawn = new Set([
  ...nightly,
  ..."fog haze drizzle freezing-drizzle light-rain rain heavy-rain freezing-rain sleet light-snow snow".split(" "),
  ..."heavy-snow snow-grains thunderstorm hail squall tornado".split(" "),
]);

/**
 * The name of a condition's drawing; conditions of newer servers get the drawing `unknown`.
 * @param {string} condition @param {boolean} isDay
 */
export function drawingOf(condition, isDay) {
  if (condition === "overcast") return "weather-cloudy";
  if (!drawn.has(condition)) return "weather-unknown";
  return `weather-${condition}${!isDay && nightly.has(condition) ? "-night" : ""}`;
}
