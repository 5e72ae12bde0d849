/** The address and coordinates of a place in one line. */
import { number } from "../core/dates.js";
import { texts, useTexts } from "../core/languages.js";
import { html } from "../core/view.js";

/** @typedef {import("../contract/types.d.ts").PlacesReverseResult} Address */

/**
 * For example `53.9045° N 27.5615° E`, in the words of the language.
 * @param {{ latitude: number, longitude: number }} location
 */
export const coordinatesOf = ({ latitude, longitude }) =>
  texts("places").coordinates(
    number(Math.abs(latitude), 4),
    number(Math.abs(longitude), 4),
    latitude >= 0,
    longitude >= 0,
  );

/** For example `Main Street, 5`. @param {Address | undefined} address */
export const streetOf = (address) =>
  address?.street ? [address.street, address.house].filter(Boolean).join(", ") : undefined;

/**
 * The city that contains the place; a nearest city that may not contain it does not count.
 * @param {Address | undefined} address
 */
export const cityOf = (address) => (address?.distance === undefined ? address?.city : undefined);

/**
 * @param {{ location: { latitude: number, longitude: number }, address?: Address, showsCity?: boolean }} props
 */
export function PlaceLine({ location, address, showsCity }) {
  const text = useTexts("places");
  const nearest = address?.distance !== undefined && address.city ? text.nearest(address.city) : undefined;
  const parts = [streetOf(address), showsCity ? cityOf(address) : undefined, nearest, address?.country];
  return html`<p class="place-line">
    ${parts.filter(Boolean).map((part) => html`<span>${part}</span>`)}
    <span class="no-break">${coordinatesOf(location)}</span>
  </p>`;
}
