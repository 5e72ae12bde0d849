/** External addresses, made from data of the catalogue. */

/**
 * A web address that is safe to open, and its host as people read it.
 * @param {string | undefined} text
 * @returns {{ href: string, name: string } | undefined}
 */
export function siteOf(text) {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  // Anything else, such as `javascript:`, would run in this page or lead nowhere.
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  return { href: url.href, name: url.host.replace(/^www\./, "") };
}

/**
 * The address for people and for a search; the city is added unless the address contains it.
 * @param {{ address?: string, city: string }} museum
 */
export const addressOf = ({ address, city }) =>
  !address ? city : address.includes(city) ? address : `${address}, ${city}`;

/** Coordinates as map programs read them in their search. @param {{ latitude: number, longitude: number }} location */
export const coordinatesOf = ({ latitude, longitude }) => `${latitude}, ${longitude}`;
