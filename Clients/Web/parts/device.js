/** The name by which people recognize this browser in the list of their devices. */

/** In this order: several browsers also name those that they are like. @type {[string, RegExp][]} */
const browsers = [
  ["Edge", /Edg/],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
];
/** @type {[string, RegExp][]} */
const systems = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Macintosh/],
  ["Linux", /Linux/],
];

/** Browser and system, such as `Firefox, Linux`; undefined if neither is known. */
export function deviceName(agent = navigator.userAgent) {
  const known = [browsers, systems].map((names) => names.find(([, pattern]) => pattern.test(agent))?.[0]);
  return known.filter(Boolean).join(", ") || undefined;
}
