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
 * @typedef {Pick<Fact, "value"> & Partial<Fact>} ShownFact Without a source as long as its form is not saved.
 */

/** @param {{ museum: Details }} props */
export function StatedFacts({ museum }) {
  const text = useTexts("museum-facts");
  const { hours, credit } = museum;
  return html`<ul class="facts stated">
    ${hours && html`<${OpeningHours} hours=${hours} />`}
    <${SimpleFacts} facts=${museum} />
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

/**
 * The facts of an editor's form; its opening hours as they are written.
 * @param {{ facts: import("./editor-form.js").Form["facts"] }} props
 */
export function WrittenFacts({ facts }) {
  // The time zone is no fact for visitors.
  const { timeZone: _, ...shown } = facts;
  const { openingHours, ...simple } = Object.fromEntries(
    Object.entries(shown).filter(([, value]) => value.trim()).map(([name, value]) => [name, { value: value.trim() }]),
  );
  if (!openingHours && Object.keys(simple).length === 0) return null;
  return html`
    <ul class="facts">
      ${openingHours && html`<${FactItem} icon="clock" fact=${openingHours}>${openingHours.value}<//>`}
      <${SimpleFacts} facts=${simple} />
    </ul>
  `;
}

/**
 * Those facts that are shown as they are stated.
 * @param {{ facts: { telephone?: ShownFact, wheelchair?: ShownFact, price?: ShownFact } }} props
 */
function SimpleFacts({ facts: { telephone, wheelchair, price } }) {
  const text = useTexts("museum-facts");
  return html`${
    telephone && html`<${FactItem} icon="phone" fact=${telephone}>
      <a class="underlined" href=${`tel:${telephone.value.replace(/[^+\d]/g, "")}`}>${telephone.value}</a><//>`
  }${
    wheelchair && html`<${FactItem} icon="account" fact=${wheelchair}>${
      text.wheelchair[wheelchair.value] ??
        wheelchair.value
    }<//>`
  }${
    price &&
    html`<${FactItem} icon="pass" fact=${price}>${price.value === "free" ? text.free : text.admission(price.value)}<//>`
  }`;
}

/**
 * A fact with its source, if it has one.
 * @param {{ icon: string, fact: ShownFact, children?: unknown }} props
 */
const FactItem = ({ icon, fact, children }) =>
  html`
    <li>
      <${Icon} name=${icon} class="muted" />
      <div>${children}${fact.source && html`<${Origin} fact=${fact} />`}</div>
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
  return html`<${FactItem} icon="clock" fact=${statement}>
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
