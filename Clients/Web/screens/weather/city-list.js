/** The list of cities that this device keeps; pure. */

/** @typedef {{ id: string, name: string }} City */

/** The maximum number of cities, as on the server. */
export const mostCities = 12;

/**
 * The cities after one has been added or removed; undefined if there is no room for it.
 * @param {City[]} cities @param {City} city
 */
export function withCity(cities, city) {
  const others = cities.filter(({ id }) => id !== city.id);
  if (others.length < cities.length) return others;
  return cities.length < mostCities ? [...cities, city] : undefined;
}
