/** What editors did to all museums, or to one: who, when, which texts changed, and taking a change back. */
import "../../contract/editor-methods.js";
import { call } from "../../core/api.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { html, useState } from "../../core/view.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { More } from "../../parts/more.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { differencesOf, editAddress } from "./editor-form.js";

/**
 * @typedef {import("./editor-form.js").Museum} Museum
 * @typedef {import("../../contract/types.d.ts").MuseumsEdit} Edit
 * @typedef {import("../../contract/types.d.ts").MuseumsReadEditResult} EditStates
 */

/**
 * The edits of all museums, or of one.
 * @param {{ museum?: Museum, onStored?: (museum: Museum) => void }} props `onStored`: gets the museum after a change was
 *   undone.
 */
export function Edits({ museum, onStored }) {
  const text = useTexts("museumEditing");
  const pages = usePages("museums.edits", { limit: 20, ...(museum && { id: museum.id }) }, { isKept: false });
  const [opened, setOpened] = useState(/** @type {Edit | null} */ (null));
  return html`
    <${Shown} answer=${pages.answer} rows=${3}>${() =>
      pages.items?.length === 0 ? html`<p class="muted">${text.noEdits}</p>` : html`
        <ul class="rows">${pages.items?.map((edit) =>
          html`
            <${EditRow} key=${`${edit.id} ${edit.number}`} edit=${edit} isOfOne=${museum !== undefined}
              onOpen=${() => setOpened(edit)} />
          `
        )}</ul>
        <${More} pages=${pages} />
      `}<//>
    ${opened && html`
      <${EditSheet} edit=${opened} museum=${museum} onStored=${onStored}
        onClose=${() => setOpened(null)} />
    `}
  `;
}

/** Texts changed, so that there is something to compare. @param {Edit} edit */
const hasTexts = ({ kind }) => kind === "changed" || kind === "reverted";

/** @param {{ edit: Edit, isOfOne: boolean, onOpen: () => void }} props */
function EditRow({ edit, isOfOne, onOpen }) {
  const text = useTexts("museumEditing");
  const did = text.did(edit.kind);
  const about = html`
    <span class="grow"><span class="strong value">${isOfOne ? did : edit.name}</span>
      <span class="meta value">${[!isOfOne && did, edit.editor.name ?? text.nobody, momentOf(edit.at)]
        .filter(Boolean).join(" · ")}</span></span>
  `;
  if (isOfOne && !hasTexts(edit)) return html`<li class="item">${about}</li>`;
  const go = html`<${Icon} name="next" class="go" />`;
  return isOfOne
    ? html`<li><button type="button" class="item" onClick=${onOpen}>${about}${go}</button></li>`
    : html`<li><a class="item" href=${editAddress(edit.id)}>${about}${go}</a></li>`;
}

/** @param {{ edit: Edit, museum?: Museum, onStored?: (museum: Museum) => void, onClose: () => void }} props */
function EditSheet({ edit, museum, onStored, onClose }) {
  const text = useTexts("museumEditing");
  const { id, number } = edit;
  const answer = useAnswer("museums.edit", { id, number }, { isKept: false });
  const undoing = useAction(async () => {
    if (!museum) return;
    const stored = await call("museums.revert", { id, number, version: museum.version });
    notify({ sentence: text.undone });
    onClose();
    onStored?.(stored);
  });
  return html`
    <${Sheet} class="broad" title=${text.did(edit.kind)} onClose=${onClose}>
      <p class="muted">${[edit.editor.name ?? text.nobody, momentOf(edit.at)].join(" · ")}</p>
      <${Shown} answer=${answer} rows=${3}>${(/** @type {EditStates} */ states) =>
        html`
          <${Differences} states=${states} />
          ${states.before && museum && !museum.isRemoved && html`
            <p class="note muted">${text.undoNote}</p>
            <${ProblemNote} problem=${undoing.problem} />
            <div class="actions">
              <${Button} kind="quiet" isRunning=${undoing.isRunning}
                onClick=${undoing.run}>${text.undo}<//></div>
          `}
        `}<//>
    <//>
  `;
}

/** @param {{ states: EditStates }} props */
function Differences({ states: { before, after } }) {
  const text = useTexts("museumEditing");
  const found = before ? differencesOf(before, after) : [];
  if (found.length === 0) return html`<p class="muted">${text.sameTexts}</p>`;
  return html`<dl class="differences">${
    found.map(({ member, language, was, is }) =>
      html`
        <div>
          <dt class="text-2 muted">${[text[member], language && text.languages[language]].filter(Boolean).join(
            " · ",
          )}</dt>
          <dd class="quoted">${was && html`<del lang=${language}>${was}</del>`}
            ${is && html`<ins lang=${language}>${is}</ins>`}</dd>
        </div>
      `
    )
  }</dl>`;
}
