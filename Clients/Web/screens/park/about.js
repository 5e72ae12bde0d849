/** The park: location, opening hours, prices and rules. */
import { html } from "../../core/view.js";
import { number } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { texts, useTexts } from "../../core/languages.js";
import { hasMapProgram, routeOf } from "../../core/map-program.js";
import { useMedia } from "../../core/media.js";
import { Head, SectionHead } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Shown } from "../../parts/states.js";
import { usePark } from "./live.js";

/** @typedef {import("../../contract/types.d.ts").BookingParkResult} Park */

export default function AboutScreen() {
  const text = useTexts("park");
  const park = usePark();
  return html`
    <main class="page" id="main">
      <${Head} title=${park.value?.name ?? text.about} back="/park" />
      <${Shown} answer=${park} rows=${6}>${(/** @type {Park} */ value) => html`<${About} park=${value} />`}<//>
    </main>
  `;
}

/** @param {{ park: Park }} props */
function About({ park }) {
  const text = useTexts("about");
  const { latitude, longitude } = park.location;
  const hasProgram = hasMapProgram(useMedia("(pointer: coarse)"));
  return html`
    <div class="about-park">
      <section>
        <${SectionHead} title=${text.way} />
        <p>${park.address}</p>
        <p class="muted text-2">${text.coordinates}: ${number(latitude, 4)}; ${number(longitude, 4)}</p>
        ${hasProgram && html`
          <div class="actions"><a class="button quiet small" href=${routeOf(park.location, park.name)} rel="noreferrer">
            <${Icon} name="route" size="small" />${text.map}</a></div>
        `}
        <${SectionHead} title=${text.hours} />
        <${Hours} park=${park} />
      </section>
      <section>
        <${SectionHead} title=${text.prices} />
        <${Prices} park=${park} />
        <${SectionHead} title=${text.reverses} />
        <dl class="reverse-list">${park.reverses.map(({ name, text: note }) =>
          html`
            <div>
              <dt class="strong">${name}</dt>
              <dd class="muted">${note}</dd>
            </div>
          `
        )}</dl>
        <${SectionHead} title=${text.rules} />
        <p class="rules">${park.rules}</p>
      </section>
    </div>
  `;
}

/** @param {{ park: Park }} props */
function Hours({ park }) {
  const text = useTexts("about");
  return html`
    <table class="plain">
      <tbody>${texts("core").dates.weekdays.map((name, index) => {
        const hours = park.hours.find(({ weekday }) => weekday === index + 1);
        return html`
          <tr>
            <th scope="row">${name}</th>
            <td>${hours ? `${hours.opens} – ${hours.closes}` : text.closed}</td>
          </tr>
        `;
      })}</tbody>
    </table>
  `;
}

/** @param {{ park: Park }} props */
function Prices({ park }) {
  const text = useTexts("about");
  return html`
    <table class="plain">
      <tbody>
      <tr><th scope="row">${text.usual}</th><td>${money(park.setPrice)}</td></tr>
      ${park.priceBands.map((band) =>
        html`
          <tr>
            <th scope="row">${dayNames(band.weekdays)}, ${band.from} – ${band.to}</th>
            <td>${money(band.price)}</td>
          </tr>
        `
      )}
      ${park.products.map(({ name, price }) =>
        html`
          <tr>
            <th scope="row">${name}</th>
            <td>${money(price)}</td>
          </tr>
        `
      )}
      </tbody>
    </table>
    <p class="text-2 muted">${text.setLength(park.setMinutes)}</p>
    <div
      class="actions"><a class="button quiet small" href="/park/pass"><${Icon} name="pass" size="small" />${text
        .passes}</a></div>
  `;
}

/** Days of the week, 1 to 7, in words; consecutive ones as a range. @param {number[]} weekdays */
function dayNames(weekdays) {
  const names = texts("core").dates.shortWeekdays;
  const sorted = [...weekdays].sort();
  const isRange = sorted.length > 2 && sorted.at(-1) === sorted[0] + sorted.length - 1;
  if (isRange) return `${names[sorted[0] - 1]} – ${names[sorted[sorted.length - 1] - 1]}`;
  return sorted.map((day) => names[day - 1]).join(", ");
}
