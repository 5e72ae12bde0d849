/** The picture of a museum, for its editors: it is shown, replaced or removed. */
import "../../contract/editor-methods.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { loadStyle } from "../../core/styles.js";
import { html, useEffect, useState } from "../../core/view.js";
import { useId } from "../../core/id.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { SectionHead } from "../../parts/head.js";
import { MuseumPicture } from "../../parts/museum-picture.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { nameOf } from "./editor-form.js";
import { smallerPicture, uploadInParts } from "./picture-upload.js";

/** @typedef {{ museum: import("./editor-form.js").Museum, onStored: (museum: any) => void }} Props */

/** @param {Props} props */
export function PictureEditor({ museum, onStored }) {
  const text = useTexts("museumEditing");
  const [isChoosing, setIsChoosing] = useState(false);
  useEffect(() => void loadStyle("museums"), []);
  const { id, version, category, picture } = museum;
  const removing = useAction(async () => {
    onStored(await call("museums.removePicture", { id, version }));
    notify({ sentence: text.pictureRemoved });
  });
  return html`
    <${SectionHead} title=${text.picture} />
    <div class="preview">
      <${MuseumPicture} museum=${{ id, name: nameOf(museum), category, picture }} />
      <p class="note muted">${picture
        ? [picture.author, picture.licence].filter(Boolean).join(", ")
        : text.noPicture}</p>
      <${ProblemNote} problem=${removing.problem} />
      <div class="actions">
        <${Button} kind="quiet" onClick=${() => setIsChoosing(true)}>${text.newPicture}<//>
        ${picture && html`
          <${Button} kind="bare" isRunning=${removing.isRunning} onClick=${removing.run}>${text.removePicture}<//>
        `}</div>
    </div>
    ${isChoosing && html`
      <${PictureSheet} museum=${museum} onStored=${onStored}
        onClose=${() => setIsChoosing(false)} />
    `}
  `;
}

/** @param {Props & { onClose: () => void }} props */
function PictureSheet({ museum, onStored, onClose }) {
  const text = useTexts("museumEditing");
  const id = useId();
  const [file, setFile] = useState(/** @type {File | undefined} */ (undefined));
  const [credit, setCredit] = useState({ author: "", licence: "", page: "" });
  const [isMissing, setIsMissing] = useState(false);
  const saving = useAction(async () => {
    setIsMissing(!file);
    if (!file) return;
    const bytes = new Uint8Array(await (await smallerPicture(file)).arrayBuffer());
    const upload = await uploadInParts(bytes, (part) => call("museums.uploadPart", part));
    const { author, licence } = credit;
    const page = credit.page.trim();
    onStored(
      await call("museums.setPicture", {
        id: museum.id,
        version: museum.version,
        upload,
        author,
        licence,
        ...(page && { page }),
      }),
    );
    notify({ sentence: text.pictureSaved });
    onClose();
  });
  /** @param {keyof typeof credit} member */
  const field = (member) => ({
    label: text.credit[member],
    value: credit[member],
    fault: saving.problem?.faultAt(`/${member}`),
    onInput: (/** @type {string} */ value) => setCredit({ ...credit, [member]: value }),
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    saving.run();
  };
  return html`
    <${Sheet} title=${text.newPicture} onClose=${onClose}>
      <form class="form" noValidate onSubmit=${submit}>
        <div class=${`labelled ${isMissing ? "bad" : ""}`}>
          <label for=${id}>${text.file}</label>
          <input id=${id} class="file" type="file" accept="image/jpeg,image/png,image/webp"
            aria-describedby=${`${id}-note`} aria-invalid=${isMissing ? "true" : undefined}
            onChange=${(/** @type {any} */ event) => setFile(event.target.files[0])} />
          <p id=${`${id}-note`} class=${isMissing ? "note danger" : "note muted"}>${text.fileNote}</p>
        </div>
        <${Field} ...${field("author")} maxlength=${200} />
        <${Field} ...${field("licence")} maxlength=${200} />
        <${Field} ...${field("page")} maxlength=${500} inputmode="url" />
        <${ProblemNote} problem=${saving.problem?.errors.length ? undefined : saving.problem} />
        <${Button} type="submit" isRunning=${saving.isRunning}>${text.savePicture}<//>
      </form>
    <//>
  `;
}
