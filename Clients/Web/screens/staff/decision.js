/** The decision on a case: sanction, reason, effects, and the message to the customer. */
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useKey } from "../../core/answer.js";
import { addDays, dayAndMonth, partsIn, timeOf, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useTexts } from "../../core/languages.js";
import { useId } from "../../core/id.js";
import { Button } from "../../parts/button.js";
import { Area, Field, Select } from "../../parts/fields.js";
import { Icon } from "../../parts/icon.js";
import { ProblemNote } from "../../parts/states.js";
import { decisionOf, effectsOf } from "./decision-effects.js";
import { readable } from "./telephone.js";
import { instantIn, minorUnits, plainAmount } from "./times.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingCase} Case
 * @typedef {import("./decision-effects.js").Sanction} Sanction
 * @typedef {import("./decision-effects.js").Effect} Effect
 * @typedef {{ sanction: Sanction, sets: number, fee: string, lastDay: string, reason: string }} Form
 */

/** @type {readonly Sanction[]} */
const sanctions = ["none", "warning", "charge-sets", "fee", "prepay-only", "suspension"];
const usualDays = 30;
const mostDays = 730;

/**
 * @param {{ open: Case, zone: string, name: string, maximumSets: number, forms: Map<string, Form>,
 *   onDecided: (done: Case) => void }} props `name`: the name of the reverse. `forms`: the forms begun, by case; a form
 *   moves between panel and sheet when the window changes.
 */
export function Decision({ open, zone, name, maximumSets, forms, onDecided }) {
  const text = useTexts("cases");
  const present = today(zone);
  const [form, setForm] = useState(
    forms.get(open.id) ?? /** @type {Form} */ ({
      ...{ sanction: "none", sets: open.sets, fee: "", reason: "" },
      lastDay: addDays(present, usualDays),
    }),
  );
  /** @param {Partial<Form>} change */
  const change = (change) => {
    const next = { ...form, ...change };
    forms.set(open.id, next);
    setForm(next);
  };
  const isDay = form.lastDay >= present && form.lastDay <= addDays(present, mostDays);
  const wish = {
    ...{ sanction: form.sanction, sets: form.sets, fee: minorUnits(form.fee) },
    until: isDay ? instantIn(form.lastDay, 1440, zone) : undefined,
  };
  const params = decisionOf(open.id, wish, form.reason);
  const key = useKey(params);
  const deciding = useAction(async () => {
    if (params) onDecided({ ...(await call("booking.decide", params, { key })), customer: open.customer });
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (params) deciding.run();
  };
  return html`
    <form class="form decision" onSubmit=${submit} noValidate>
      <${About} open=${open} zone=${zone} name=${name} />
      <${Choice} value=${form.sanction} onChange=${(/** @type {Sanction} */ sanction) => change({ sanction })} />
      ${form.sanction === "charge-sets" &&
        html`<${Select} label=${text.sets} value=${String(form.sets)} options=${
          Array.from(
            { length: maximumSets },
            (_, index) => ({ value: String(index + 1), name: text.setsOf(index + 1) }),
          )
        } onChange=${(/** @type {string} */ value) => change({ sets: Number(value) })} />`}
      ${form.sanction === "fee" &&
        html`
          <${Field} label=${text.fee} value=${form.fee} inputmode="decimal" autocomplete="off" placeholder="25,00"
            fault=${deciding.problem?.faultAt("/fee/amount")} onInput=${(/** @type {string} */ fee) =>
              change({ fee })} />
        `}
      ${(form.sanction === "prepay-only" || form.sanction === "suspension") &&
        html`
          <${Field} label=${text.lastDay} type="date" value=${form.lastDay} min=${present}
            max=${addDays(present, mostDays)} fault=${isDay ? undefined : text.wrongDay}
            onInput=${(/** @type {string} */ lastDay) => change({ lastDay })} />
        `}
      <${Area} label=${text.reason} value=${form.reason} maxlength=${500} rows=${2} note=${text.reasonNote}
        fault=${deciding.problem?.faultAt("/reason")} onInput=${(/** @type {string} */ reason) => change({ reason })} />
      <${Preview} effects=${effectsOf(open, wish)} form=${form} zone=${zone} />
      <${ProblemNote} problem=${deciding.problem} />
      <${Button} type="submit" kind="main wide" isRunning=${deciding.isRunning} isDisabled=${!params}>${text.decide}<//>
    </form>
  `;
}

/** @param {{ open: Case, zone: string, name: string }} props */
function About({ open, zone, name }) {
  const text = useTexts("cases");
  const { customer, charge } = open;
  const { date } = partsIn(open.startsAt, zone);
  /** @type {[string, string | number][]} */
  const facts = [
    [text.lateCancellations, customer?.lateCancellations ?? 0],
    [text.noShows, customer?.noShows ?? 0],
    [text.debt, customer ? plainAmount(customer.due) : "–"],
  ];
  return html`
    <div>
      <h2 class="text-4">${customer?.name}</h2>
      ${customer?.phone && html`<a class="panel-phone" href=${`tel:${customer.phone}`}><${Icon} name="phone"
        size="small" />${readable(customer.phone)}</a>`}
      <p>${text.kinds[open.kind] ?? open.kind}: ${dayAndMonth(date, today(zone))}, ${timeOf(
        open.startsAt,
        zone,
      )}, ${name}, ${text.setsOf(open.sets)}</p>
      <p class="text-2 muted">${charge?.sets !== undefined
        ? text.byPass(charge.sets)
        : charge?.money
        ? text.onSite(money(charge.money))
        : ""}</p>
    </div>
    ${open.statement && html`
      <div>
        <h3 class="text-2 strong">${text.statement}</h3>
        <p class="words">${open.statement.text}</p>
      </div>
    `}
    <dl class="panel-facts">${facts.map(([label, value]) =>
      html`
        <div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>
      `
    )}</dl>
  `;
}

/** @param {{ value: Sanction, onChange: (value: Sanction) => void }} props */
function Choice({ value, onChange }) {
  const text = useTexts("cases");
  const id = useId();
  return html`<fieldset><legend class="text-2 strong">${text.sanction}</legend>${
    sanctions.map((one) =>
      html`<div class="choice sanction"><input type="radio" id=${`${id}-${one}`} name=${id} checked=${one === value}
        onChange=${() => onChange(one)} /><label for=${`${id}-${one}`}>${text.sanctions[one].name}
        ${one === value && html`<span class="meta">${text.sanctions[one].note}</span>`}</label></div>`
    )
  }</fieldset>`;
}

/** @param {{ effects: Effect[], form: Form, zone: string }} props */
function Preview({ effects, form, zone }) {
  const text = useTexts("cases");
  return html`
    <section class="preview" aria-live="polite">
      <h3 class="text-2 strong">${text.costs}</h3>
      <ul>${effects.length
        ? effects.map((effect) =>
          html`<li class="note"><${Icon} name="next" size="small" />${wordsOf(effect, text, zone)}</li>`
        )
        : html`<li class="note muted">${text.effects.nothing}</li>`}</ul>
      <h3 class="text-2 strong">${text.told}</h3>
      <p class="note"><${Icon} name="bell" size="small" /><span>${form.sanction === "none"
        ? text.message.none
        : text.message.other}</span></p>
      <p class="note"><${Icon} name="account" size="small" /><span>${text.inApp(
        text.sanctions[form.sanction].name,
        form.reason.trim() || "…",
      )}</span></p>
      <p class="text-1 muted">${text.languageNote}</p>
    </section>
  `;
}

/** @param {Effect} effect @param {ReturnType<typeof useTexts<"cases">>} text @param {string} zone */
function wordsOf(effect, text, zone) {
  const { effects } = text;
  switch (effect.kind) {
    case "sets-charged":
      return effects.setsCharged(effect.sets);
    case "sets-returned":
      return effects.setsReturned(effect.sets);
    case "price-waived":
      return effects.priceWaived(money(effect.money));
    case "needs-pass":
      return effects.needsPass;
    case "debt":
      return effects.debt(money(effect.money), money(effect.total));
    default: {
      // The restriction includes its last day.
      const last = dayAndMonth(addDays(partsIn(effect.until, zone).date, -1), today(zone));
      return effect.kind === "prepay-only" ? effects.prepayOnly(last) : effects.suspension(last);
    }
  }
}
