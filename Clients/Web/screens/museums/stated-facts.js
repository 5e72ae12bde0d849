/** Opening hours, telephone, access and price of a museum, each with its source; and the credit of its texts. */
import { useNow } from "../../core/clock.js";
import { dayAndMonth, nearDate, partsIn, timeOf, today, weekday } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html } from "../../core/view.js";
import { Icon } from "../../parts/icon.js";
import { stateOf } from "./hours.js";
import { siteOf } from "./links.js";

/**
 * @typedef {import("../../contract/types.d.ts").MuseumsGetResult} Details
 * @typedef {import("../../contract/types.d.ts").MuseumsFact} Fact
 */

/** @param {{ museum: Details }} props */
export function StatedFacts({ museum }) {
  const text = useTexts("museum-facts");
  const { hours, telephone, wheelchair, price, credit } = museum;
  return html`<ul class="facts stated">
    ${hours && html`<${OpeningHours} hours=${hours} />`}
    ${
    telephone && html`<${Item} icon="phone" fact=${telephone}>
      <a class="underlined" href=${`tel:${telephone.value.replace(/[^+\d]/g, "")}`}>${telephone.value}</a><//>`
  }
    ${
    wheelchair && html`<${Item} icon="account" fact=${wheelchair}>${
      text.wheelchair[wheelchair.value] ??
        wheelchair.value
    }<//>`
  }
    ${
    price &&
    html`<${Item} icon="pass" fact=${price}>${price.value === "free" ? text.free : text.admission(price.value)}<//>`
  }
    ${
    credit && html`
      <li>
        <${Icon} name="note" class="muted" />
        <p class="text-2 muted">${text.credit([credit.attribution, credit.licence].filter(Boolean).join(", "))}</p>
      </li>
    `
  }
  </ul>`;
}

/** @param {{ icon: string, fact: Fact, children?: unknown }} props */
const Item = ({ icon, fact, children }) =>
  html`
    <li>
      <${Icon} name=${icon} class="muted" />
      <div>${children}<${Origin} fact=${fact} /></div>
    </li>
  `;

/** The source of a fact and its day. @param {{ fact: Fact }} props */
function Origin({ fact }) {
  const text = useTexts("museum-facts");
  const site = siteOf(fact.source);
  return html`<p class="text-1 muted">${text.source} ${
    site
      ? html`<a class="underlined" href=${site.href} target="_blank" rel="noreferrer">${site.name}<span
          class="for-readers">, ${text.newTab}</span></a>`
      : fact.source
  }, ${dayAndMonth(fact.date)}</p>`;
}

/** @param {{ hours: import("./hours.js").Hours }} props */
function OpeningHours({ hours }) {
  const text = useTexts("museum-facts");
  const now = useNow();
  const { timeZone, days, statement } = hours;
  const state = stateOf(hours, now);
  const present = today(timeZone, now);
  const moment = (/** @type {string} */ instant) => {
    const { date, time } = partsIn(instant, timeZone);
    return date === present ? time : `${nearDate(date, present).toLowerCase()}, ${time}`;
  };
  const sentence = !state
    ? ""
    : state.isOpen
    ? state.until ? text.openUntil(moment(state.until)) : text.open
    : [text.closed[state.because ?? "hours"] ?? text.closed.hours, state.opensAt && text.opens(moment(state.opensAt))]
      .filter(Boolean).join(" · ");
  return html`<${Item} icon="clock" fact=${statement}>
    ${sentence && html`<p class=${state?.isOpen ? "open-now" : undefined}>${sentence}</p>`}
    <dl class="opening-days">${
    days.map(({ date, spans, closedBecause }) =>
      html`
        <div key=${date}>
          <dt>${weekday(date)}</dt>
          <dd>${spans.length > 0
            ? spans.map(({ opensAt, closesAt }) => `${timeOf(opensAt, timeZone)}–${timeOf(closesAt, timeZone)}`).join(
              ", ",
            )
            : text.closed[closedBecause ?? "day-off"] ?? text.closed["day-off"]}</dd>
        </div>
      `
    )
  }</dl><//>`;
}
