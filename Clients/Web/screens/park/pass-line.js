/** The ring of sets left on the account's passes. */
import { html } from "../../core/view.js";
import { dayAndMonth, partsIn, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { Ring } from "../../parts/ring.js";

/** @typedef {import("../../contract/types.d.ts").BookingPassesResult} Passes */

/** The maximum number of segments; more would be too small to tell apart. */
const mostSegments = 20;

/** The total of the passes with sets left. @param {Passes} passes */
const totalSets = (passes) =>
  passes.items.filter((pass) => pass.left + pass.held > 0).reduce((sum, pass) => sum + pass.sets, 0);

/** The pass with sets left that expires first. @param {Passes} passes */
export const firstToExpire = (passes) => passes.items.find((pass) => pass.left > 0);

/** @param {{ passes: Passes, class?: string }} props */
export function PassRing({ passes, class: extra }) {
  const total = totalSets(passes);
  return html`
    <${Ring} share=${total === 0 ? 0 : passes.left / total} class=${extra} width=${9}
      segments=${total > 0 && total <= mostSegments ? total : undefined}>${passes.left}<//>
  `;
}

/** @param {{ passes: Passes, zone: string }} props */
export function PassLine({ passes, zone }) {
  const text = useTexts("park");
  const total = totalSets(passes);
  const first = firstToExpire(passes);
  const expiry = first && dayAndMonth(partsIn(first.expiresAt, zone).date, today(zone));
  return html`
    <a class="pass-line" href="/park/pass">
      <${PassRing} passes=${passes} />
      <span class="grow"><b class="strong">${total > 0 ? text.setsLeftOf(passes.left, total) : text.noPass}</b>
        <span class="text-2 muted note-line">${expiry ? text.until(expiry) : text.noPassNote}</span></span>
      <span class="more">${text.topUp}</span>
    </a>
  `;
}
