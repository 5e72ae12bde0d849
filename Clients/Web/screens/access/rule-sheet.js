/** Sheets that set a rule, after a look at whom it would affect, and that apply the rules to existing accounts. */
import "../../contract/admin-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Button } from "../../parts/button.js";
import { Area, Field, Select } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { actionName } from "./rules.js";

/**
 * @typedef {import("../../contract/types.d.ts").AuthRule} Rule
 * @typedef {import("../../contract/types.d.ts").AuthRuleKindInput} Kind
 * @typedef {import("../../contract/types.d.ts").AuthRuleActionInput} Action
 * @typedef {import("../../contract/types.d.ts").AuthTryRulesAffected} Affected
 * @typedef {{ examined: number, affected: number, items: Affected[], cursor?: string }} Trial
 */

const kinds = /** @type {Kind[]} */ (["domain", "phone", "network", "account"]);
const actions = /** @type {Action[]} */ (["deny", "review", "allow"]);
/** The accounts that a trial lists. */
const shownAccounts = 100;

/** @param {{ rule: Partial<Rule>, onChange: () => void, onClose: () => void }} props `rule`: the values to begin with. */
export function RuleSheet({ rule, onChange, onClose }) {
  const text = useTexts("access");
  const [values, setValues] = useState(() => ({
    kind: /** @type {Kind} */ (rule.kind ?? "domain"),
    value: rule.value ?? "",
    action: /** @type {Action} */ (rule.action ?? "deny"),
    note: rule.isBundled ? "" : rule.note ?? "",
  }));
  const [trial, setTrial] = useState(/** @type {Trial | null} */ (null));
  const { kind, action } = values;
  const value = values.value.trim();
  /** @param {Partial<typeof values>} change */
  const put = (change) => {
    setValues((old) => ({ ...old, ...change }));
    setTrial(null);
  };
  const attempt = useAction(async () => {
    const before = trial ?? { examined: 0, affected: 0, items: [] };
    const { cursor } = before;
    const found = await call("auth.tryRules", { kind, value, action, ...(cursor && { cursor }) });
    setTrial({
      examined: before.examined + found.examined,
      affected: before.affected + found.affected,
      items: [...before.items, ...found.items].slice(0, shownAccounts),
      cursor: found.nextCursor,
    });
  });
  const save = useAction(async () => {
    await call("auth.putRule", { kind, value, action, note: values.note.trim() });
    notify({ sentence: text.saved });
    onChange();
    onClose();
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    save.run();
  };
  const problem = save.problem ?? attempt.problem;
  return html`
    <${Sheet} title=${text.rule} onClose=${onClose}>
      <form class="form" onSubmit=${submit}>
        <${Select} label=${text.kind} value=${kind} onChange=${(/** @type {Kind} */ next) => put({ kind: next })}
          options=${kinds.map((one) => ({ value: one, name: text.kinds[one] }))} />
        <${Field} label=${text.value} note=${text.valueNotes[kind]} name="value" value=${values.value} isRequired
          onInput=${(/** @type {string} */ next) => put({ value: next })} fault=${problem?.faultAt("/value")} />
        <${Options} label=${text.action} value=${action} onChange=${(/** @type {Action} */ next) =>
          put({ action: next })} options=${actions.map((one) => ({ value: one, name: text.actions[one] }))} />
        <${Area} label=${text.reason} note=${text.reasonNote} value=${values.note} maxlength=${500} isRequired
          onInput=${(/** @type {string} */ note) => setValues((old) => ({ ...old, note }))}
          fault=${problem?.faultAt("/note")} />
        <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
        <${TrialResult} trial=${trial} />
        <div class="actions">
          <${Button} type="submit" isRunning=${save.isRunning}>${text.save}<//>
          ${kind !== "network" && (!trial || trial.cursor) && html`
            <${Button} kind="quiet" isDisabled=${value === ""} isRunning=${attempt.isRunning} onClick=${attempt.run}>
              ${trial ? text.tryMore : text.try}<//>
          `}</div>
      </form>
    <//>
  `;
}

/** @param {{ trial: Trial | null }} props */
function TrialResult({ trial }) {
  const text = useTexts("access");
  return html`
    <div role="status">${trial && html`
      <p class="strong">${text.affected(trial.affected, trial.examined)}</p>
      <ul class="rows">${trial.items.map(({ account, before, after }) =>
        html`<li class="item" key=${account.id}><span class="grow"><span class="strong">${account.name}</span>
          <span class="meta value">${account.email ?? account.phone ?? account.contactEmail}</span>
          <span class="meta">${actionName(text, before)} → ${actionName(text, after)}</span></span></li>`
      )}</ul>
    `}</div>
  `;
}

/** @param {{ onClose: () => void }} props */
export function SweepSheet({ onClose }) {
  const text = useTexts("access");
  const [total, setTotal] = useState({ examined: 0, denied: 0, opened: 0 });
  const [cursor, setCursor] = useState(/** @type {string | undefined} */ (undefined));
  const isDone = total.examined > 0 && cursor === undefined;
  const sweep = useAction(async () => {
    const found = await call("auth.sweep", cursor ? { cursor } : {});
    setTotal((before) => ({
      examined: before.examined + found.examined,
      denied: before.denied + found.denied,
      opened: before.opened + found.opened,
    }));
    setCursor(found.nextCursor);
  });
  return html`
    <${Sheet} title=${text.sweepTitle} onClose=${onClose}>
      <p class="muted">${text.sweepSentence}</p>
      <p role="status">${total.examined > 0 && text.swept(total.examined, total.denied, total.opened)}</p>
      <${ProblemNote} problem=${sweep.problem} />
      <div class="actions">
        ${!isDone && html`
          <${Button} kind="dangerous" isRunning=${sweep.isRunning} onClick=${sweep.run}>${total.examined > 0
            ? text.sweepMore
            : text.sweepAction}<//>
        `}
        <${Button} kind="bare" onClick=${onClose}>${text.close}<//></div>
    <//>
  `;
}
