/** The park's settings, for administrators: a form in sections, saved as a whole. */
import "../../contract/staff-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { useDraft } from "../../core/drafts.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { Button } from "../../parts/button.js";
import { Head } from "../../parts/head.js";
import { ProblemNote, Shown, Strip } from "../../parts/states.js";
import { Tabs } from "../../parts/tabs.js";
import { notify } from "../../parts/toast.js";
import { Permitted } from "./access.js";
import { HoursSection } from "./hours-section.js";
import { PassesSection } from "./passes-section.js";
import { PricesSection } from "./prices-section.js";
import { ReversesSection } from "./reverses-section.js";
import { RulesSection } from "./rules-section.js";
import { SpecialSection } from "./special-section.js";
import { TextsSection } from "./texts-section.js";
import { formOf, sectionOf, sections, settingsOf } from "./park-form.js";

/**
 * @typedef {import("../../contract/types.d.ts").BookingConfigurationResult} Configuration
 * @typedef {import("./park-form.js").Form} Form
 * @typedef {import("./park-form.js").Section} Section
 */
/**
 * The properties of a section.
 * @typedef {object} Part
 * @property {Form} form
 * @property {(change: import("../../core/drafts.js").Change<Form>) => void} change
 * @property {(pointer: string) => string | undefined} faultAt The sentence about a member such as `setPrice/amount`.
 */

const panel = "settings-part";
const parts = {
  hours: HoursSection,
  special: SpecialSection,
  prices: PricesSection,
  reverses: ReversesSection,
  passes: PassesSection,
  rules: RulesSection,
  texts: TextsSection,
};

export default function ConfigurationScreen() {
  const text = useTexts("configuration");
  return html`<${Permitted} title=${text.title} isForAdministrators>${() => html`<${Loaded} />`}<//>`;
}

function Loaded() {
  const text = useTexts("configuration");
  const answer = useAnswer("booking.configuration", {});
  // What was saved here is newer than the answer.
  const [saved, setSaved] = useState(/** @type {Configuration | null} */ (null));
  return html`
    <main class="page settings" id="main">
      <${Head} title=${text.title} back="/staff" />
      <${Shown} answer=${answer} rows=${7}>${(/** @type {Configuration} */ value) => {
        const stored = saved && saved.version > value.version ? saved : value;
        return html`<${Settings} stored=${stored} onStored=${setSaved} />`;
      }}<//>
    </main>
  `;
}

/** @param {{ stored: Configuration, onStored: (next: Configuration) => void }} props */
function Settings({ stored, onStored }) {
  const text = useTexts("configuration");
  const asked = useQuery("part");
  const { form, version, isChanged, change, discard } = useDraft("park", formOf(stored.park), stored.version);
  const section = sections.find((one) => one === asked) ?? "hours";
  const { park, faults } = settingsOf(form);
  /** @param {Configuration} next */
  const take = (next) => {
    discard();
    onStored(next);
  };
  const saving = useAction(async () => {
    const saved = await call("booking.configure", { version, park });
    take(saved);
    const undo = async () => {
      take(await call("booking.configure", { version: saved.version, park: stored.park }));
      notify({ sentence: text.undone });
    };
    notify({ sentence: text.saved, action: text.undo, onAction: undo });
  });
  const { problem } = saving;
  /** @param {string} pointer */
  const faultAt = (pointer) => {
    const fault = faults.get(`/park/${pointer}`);
    return fault ? text.faults[fault] : problem?.faultAt(`/park/${pointer}`);
  };
  const pointers = [...faults.keys(), ...(problem?.errors ?? []).map((fault) => fault.pointer)];
  const faulty = new Set(pointers.map(sectionOf));
  const isOutdated = problem?.reason === "version-changed";
  const reload = useAction(async () => take(await call("booking.configuration", {})));
  return html`
    <${Tabs} label=${text.title} value=${section} panel=${panel}
      onChange=${(/** @type {Section} */ part) => changeQuery({ part: part === "hours" ? null : part })}
      options=${sections.map((one) => ({
        value: one,
        name: faulty.has(one) ? text.faulty(text.sections[one]) : text.sections[one],
      }))} />
    <form class="form" id=${panel} role="tabpanel" aria-label=${text.sections[section]} noValidate
      onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        if (isChanged && faults.size === 0) saving.run();
      }}>
      <p class="note muted settings-note">${text.existing[section]}</p>
      <${parts[section]} form=${form} change=${change} faultAt=${faultAt} />
      <div class="settings-save">
        <${ProblemNote} problem=${problem} />
        ${faulty.size > 0 &&
          html`<p class="text-2 danger">${text.faultsIn([...faulty].map((one) => text.sections[one]))}</p>`}
        ${isOutdated
          ? html`<${Strip} icon="refresh" isWarning><span>${text.outdated}</span>
            <${Button} kind="bare" isRunning=${reload.isRunning} onClick=${reload.run}>${text.reload}<//><//>`
          : html`<${Button} type="submit" isRunning=${saving.isRunning} isDisabled=${
            !isChanged || faults.size > 0
          }>${text.save}<//>
            ${
            isChanged && html`<${Button} kind="bare" onClick=${() => {
              discard();
              saving.clear();
            }}>${text.discard}<//>`
          }
            <span class="text-2 muted">${isChanged ? text.unsaved : text.unchanged(stored.version)}</span>`}
      </div>
    </form>
  `;
}
