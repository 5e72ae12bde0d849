/** The rules on who may have an account. */
import "../../contract/admin-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { momentOf } from "../../core/dates.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { Confirm } from "../../parts/confirm.js";
import { Button } from "../../parts/button.js";
import { Options } from "../../parts/options.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { More } from "../../parts/more.js";
import { Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").AuthRule} Rule */
/** @typedef {import("../../contract/types.d.ts").AuthRuleKindInput} Kind */

const kinds = /** @type {Kind[]} */ (["domain", "phone", "network", "account"]);

const RuleSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./rule-sheet.js"), loadTexts("access")]);
  return module.RuleSheet;
});
const SweepSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./rule-sheet.js"), loadTexts("access")]);
  return module.SweepSheet;
});

/** The action of a rule in words. @param {{ actions: Record<string, string> }} text @param {string} action */
export const actionName = (text, action) => text.actions[action] ?? action;

export function Rules() {
  const text = useTexts("access");
  const [kind, setKind] = useState(/** @type {Kind} */ ("domain"));
  const pages = usePages("auth.rules", { kind }, { isKept: false });
  const [sheet, setSheet] = useState(/** @type {"sweep" | Partial<Rule> | null} */ (null));
  const [removed, setRemoved] = useState(/** @type {Rule | null} */ (null));
  const close = () => setSheet(null);
  const change = pages.answer.refresh;
  return html`
    <p class="muted">${text.sentence}</p>
    <div class="actions">
      <${Button} onClick=${() => setSheet({ kind })}>${text.add}<//>
      <${Button} kind="quiet" onClick=${() => setSheet("sweep")}>${text.sweep}<//></div>
    <${Options} class="roomy" label=${text.kind} value=${kind} onChange=${setKind}
      options=${kinds.map((value) => ({ value, name: text.kinds[value] }))} />
    <${Shown} answer=${pages.answer} rows=${4}>${() =>
      html`
        ${pages.items?.length === 0 && html`<p class="muted">${text.none}</p>`}
        <ul class="rows">${pages.items?.map((rule) =>
          html`<${Row} key=${rule.value} rule=${rule} onEdit=${() => setSheet(rule)} onRemove=${() =>
            setRemoved(rule)} />`
        )}</ul>
        <${More} pages=${pages} />
      `}<//>
    ${sheet === "sweep" && html`<${SweepSheet} onClose=${close} />`}
    ${sheet && sheet !== "sweep" && html`<${RuleSheet} rule=${sheet} onChange=${change} onClose=${close} />`}
    ${removed && html`
      <${Confirm} title=${text.removeTitle(removed.value)} sentence=${text.removeSentence} action=${text.remove}
        onClose=${() => setRemoved(null)} onConfirm=${async () => {
          await call("auth.removeRule", { kind: /** @type {Kind} */ (removed.kind), value: removed.value });
          notify({ sentence: text.removed });
          change();
        }} />
    `}
  `;
}

/** @param {{ rule: Rule, onEdit: () => void, onRemove: () => void }} props */
function Row({ rule, onEdit, onRemove }) {
  const text = useTexts("access");
  return html`
    <li class="item"><span class="grow"><span class="strong value">${rule.value}</span>
      <span class="meta"><span>${actionName(text, rule.action)}</span>
        <span>${rule.isBundled ? text.bundled : rule.changedAt && momentOf(rule.changedAt)}</span></span>
      <span class="meta value">${rule.note}</span></span>
      <button type="button" class="button bare" aria-label=${text.changeOf(rule.value)} onClick=${onEdit}>${text
        .change}</button>
      ${!rule.isBundled && html`
        <button type="button" class="button bare" aria-label=${text.removeOf(rule.value)} onClick=${onRemove}>${text
          .remove}</button>
      `}</li>
  `;
}
