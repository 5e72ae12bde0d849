/** The editor's form of one museum, with its history; `new` stands for a museum that does not exist yet. */
import "../../contract/editor-methods.js";
import { call } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { rebaseDraft, useDraft } from "../../core/drafts.js";
import { useTexts } from "../../core/languages.js";
import { go } from "../../core/router.js";
import { html, useState } from "../../core/view.js";
import { Administrators } from "../../parts/administrators.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { SectionHead } from "../../parts/head.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { ProblemNote, Shown, Strip } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { FactFields, PlaceFields, TextFields } from "./editor-fields.js";
import { Edits } from "./edits.js";
import { editAddress, emptyForm, formOf, nameOf, paramsOf } from "./editor-form.js";
import { PictureEditor } from "./picture-editor.js";

/**
 * @typedef {import("./editor-form.js").Form} Form
 * @typedef {import("./editor-form.js").Museum} Museum
 */

const Preview = laterSheet(async () => (await import("./preview.js")).Preview);
const Confirm = laterSheet(async () => (await import("../../parts/confirm.js")).Confirm);

/** @param {{ id: string }} props */
export default function Editor({ id }) {
  const text = useTexts("museumEditing");
  const isNew = id === "new";
  return html`
    <${Administrators} title=${isNew ? text.newTitle : text.editTitle} sentence=${text.onlyEditors}
      role="museums.editor" back="/museums/editing">${() =>
        isNew ? html`<${MuseumForm} key="new" />` : html`<${Existing} key=${id} id=${id} />`}<//>
  `;
}

/** The name of a museum's draft. @param {string} id */
const draftName = (id) => `museum ${id}`;

/** @param {{ id: string }} props */
function Existing({ id }) {
  const text = useTexts("museumEditing");
  const answer = useAnswer("museums.record", { id });
  const [stored, setStored] = useState(/** @type {Museum | null} */ (null));
  // The form begins anew when its texts are replaced, but not with a new picture.
  const [round, setRound] = useState(0);
  /** @param {Museum} museum */
  const showPicture = (museum) => {
    rebaseDraft(draftName(id), museum.version);
    setStored(museum);
  };
  /** @param {Museum} museum */
  const replace = (museum) => {
    setStored(museum);
    setRound(round + 1);
  };
  return html`
    <${Shown} answer=${answer} rows=${7}>${(/** @type {Museum} */ value) => {
      const museum = stored ?? value;
      return html`
        <div class="columns">
          <section>${museum.isRemoved
            ? html`<${Removed} museum=${museum} onStored=${replace} />`
            : html`<${MuseumForm} key=${round} museum=${museum} onStored=${replace} />`}</section>
          <section>
            ${!museum.isRemoved && html`<${PictureEditor} museum=${museum} onStored=${showPicture} />`}
            <${SectionHead} title=${text.history} />
            <${Edits} key=${museum.version} museum=${museum} onStored=${replace} />
          </section>
        </div>
      `;
    }}<//>
  `;
}

/** @param {{ museum: Museum, onStored: (museum: Museum) => void }} props */
function Removed({ museum, onStored }) {
  const text = useTexts("museumEditing");
  const { id, version } = museum;
  const restoring = useAction(async () => onStored(await call("museums.restore", { id, version })));
  return html`
    <p class="note muted">${text.isRemoved(nameOf(museum))}</p>
    <${ProblemNote} problem=${restoring.problem} />
    <div class="actions">
      <${Button} isRunning=${restoring.isRunning} onClick=${restoring.run}>${text.restore}<//></div>
  `;
}

/** @param {{ museum?: Museum, onStored?: (museum: Museum) => void }} props */
function MuseumForm({ museum, onStored }) {
  const text = useTexts("museumEditing");
  const { form, version, isChanged, change, discard } = useDraft(
    draftName(museum?.id ?? "new"),
    museum ? formOf(museum) : emptyForm(),
    museum?.version,
  );
  const [sheet, setSheet] = useState(/** @type {"remove" | "preview" | null} */ (null));
  const close = () => setSheet(null);
  const saving = useAction(async () => {
    const saved = await call("museums.put", paramsOf(form, version));
    discard();
    notify({ sentence: text.saved });
    if (museum) onStored?.(saved);
    else go(editAddress(saved.id), { replaces: true });
  });
  const reload = useAction(async () => {
    const stored = await call("museums.record", { id: form.id });
    discard();
    onStored?.(stored);
  });
  const { problem } = saving;
  /** @param {string} pointer */
  const faultAt = (pointer) => problem?.faultAt(pointer);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    saving.run();
  };
  return html`
    <form class="form" noValidate onSubmit=${submit}>
      ${!museum && html`
        <${Field} label=${text.id} note=${text.idNote} value=${form.id} fault=${faultAt("/id")} maxlength=${64}
          onInput=${(/** @type {string} */ id) => change({ id })} />
      `}
      <${TextFields} form=${form} change=${change} faultAt=${faultAt} />
      <${PlaceFields} form=${form} change=${change} faultAt=${faultAt} />
      <${FactFields} form=${form} change=${change} faultAt=${faultAt} />
      <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
      <p role="alert" class="note danger">${problem?.errors.length ? text.faulty : ""}</p>
      ${problem?.reason === "museum-changed" && html`
        <${Strip} icon="refresh" isWarning><span>${text.outdated}</span>
          <${Button} kind="bare" isRunning=${reload.isRunning} onClick=${reload.run}>${text.reload}<//><//>
      `}
      <div class="actions">
        <${Button} type="submit" isRunning=${saving.isRunning}>${text.save}<//>
        <${Button} kind="quiet" onClick=${() => setSheet("preview")}>${text.preview}<//>
        ${isChanged && html`
          <${Button} kind="bare" onClick=${() => {
            discard();
            saving.clear();
          }}>${text.discard}<//>
        `}
        ${museum && html`
          <a class="button bare" href=${`/museums/${encodeURIComponent(museum.id)}`}>${text.show}</a>
          <${Button} kind="bare" onClick=${() => setSheet("remove")}>${text.remove}<//>
        `}</div>
    </form>
    ${sheet === "preview" && html`<${Preview} form=${form} onClose=${close} />`}
    ${sheet === "remove" && museum && html`
      <${Confirm} title=${text.removeTitle(nameOf(museum))} sentence=${text.removeSentence} action=${text.remove}
        onClose=${close} onConfirm=${async () => {
          const removed = await call("museums.remove", { id: museum.id, version: museum.version });
          discard();
          onStored?.(removed);
        }} />
    `}
  `;
}
