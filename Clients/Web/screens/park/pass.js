/** The pass: sets left and their expiry, the passes for sale, and every entry of the account. */
import { html } from "../../core/view.js";
import { dayAndMonth, partsIn, today } from "../../core/dates.js";
import { money } from "../../core/money.js";
import { useAccount } from "../../core/session.js";
import { useTexts } from "../../core/languages.js";
import { Head, SectionHead } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Shown, SignedOut } from "../../parts/states.js";
import { usePark, usePass } from "./live.js";
import { firstToExpire, PassRing } from "./pass-line.js";
import { Ledger } from "./ledger.js";
import { Shop } from "./shop.js";

/** @typedef {import("../../contract/types.d.ts").BookingPassesResult} Passes */

export default function PassScreen() {
  const text = useTexts("pass");
  const account = useAccount();
  const { value: park, problem } = usePark();
  const passes = usePass();
  const zone = park?.timeZone;
  return html`
    <main class="page" id="main">
      <${Head} title=${text.title} back="/park" />
      <div class="two pass-page">
        <section>${account
          ? html`<${Shown} answer=${passes} zone=${zone} rows=${2}>${(/** @type {Passes} */ value) =>
            html`<${Balance} passes=${value} zone=${zone} />`}<//>`
          : html`<${SignedOut} sentence=${text.signIn} />`}</section>
        ${/* After the balance, which would move it. */ (park || problem) &&
          (!account || passes.value || passes.problem) && html`<section>
          ${
          park && park.products.length > 0 && html`
            <${SectionHead} title=${text.shop} />
            <${Shop} park=${park} />
          `
        }
          ${
          account && html`
            <${SectionHead} title=${text.ledger} />
            <${Ledger} zone=${zone} />
          `
        }
        </section>`}
      </div>
    </main>
  `;
}

/** @param {{ passes: Passes, zone?: string }} props */
function Balance({ passes, zone }) {
  const text = useTexts("pass");
  const first = firstToExpire(passes);
  const present = today(zone);
  /** @param {string} instant */
  const dateOf = (instant) => dayAndMonth(partsIn(instant, zone).date, present);
  const owned = passes.items.filter((pass) => pass.left + pass.held > 0);
  return html`
    <div class="balance">
      <${PassRing} passes=${passes} class="big-ring" />
      <p><b class="text-4">${passes.left > 0 ? text.left(passes.left) : text.none}</b>
        <span class="note-line muted">${first ? text.until(dateOf(first.expiresAt)) : text.noneNote}</span></p>
    </div>
    ${passes.due.amount > 0 &&
      html`<p class="note warning"><${Icon} name="warning" size="small" /><span>${
        text.due(money(passes.due))
      }</span></p>`}
    ${passes.credit && passes.credit.amount > 0 &&
      html`<p class="note positive"><${Icon} name="check" size="small" /><span>${
        text.credit(money(passes.credit))
      }</span></p>`}
    ${owned.length > 0 && html`
      <${SectionHead} title=${text.yours} />
      <ul class="rows">${owned.map((pass) =>
        html`
          <li class="item"
            key=${pass
              .id}><span class="accent"><${Icon} name="pass" /></span><span class="grow"><b class="strong">${pass
              .name}</b>
            <span class="note-line muted">${text.ofPass(pass.left, pass.sets)}, ${text.until(
              dateOf(pass.expiresAt),
            )}</span>
            ${pass.held > 0 && html`<span class="note-line muted">${text.held(pass.held)}</span>`}</span></li>
        `
      )}</ul>
    `}
  `;
}
