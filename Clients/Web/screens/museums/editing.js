/** The catalogue for its editors: the way to each museum and to a new one, and what editors did. */
import "../../contract/museum-methods.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { html, useState } from "../../core/view.js";
import { Administrators } from "../../parts/administrators.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { SectionHead } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { More } from "../../parts/more.js";
import { Empty, Shown } from "../../parts/states.js";
import { Edits } from "./edits.js";
import { editAddress } from "./editor-form.js";

export default function Editing() {
  const text = useTexts("museumEditing");
  return html`
    <${Administrators} title=${text.title} sentence=${text.onlyEditors} role="museums.editor">${() =>
      html`
        <div class="columns">
          <section>
            <${Search} />
          </section>
          <section>
            <${SectionHead} title=${text.latest} />
            <${Edits} />
          </section>
        </div>
      `}<//>
  `;
}

function Search() {
  const text = useTexts("museumEditing");
  const sought = useQuery("q") ?? "";
  const [words, setWords] = useState(sought);
  const pages = usePages("museums.search", sought ? { query: sought, limit: 20 } : null, { isKept: false });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    changeQuery({ q: words.trim() || null });
  };
  return html`
    <form class="form narrow" role="search" onSubmit=${submit}>
      <${Field} label=${text.find} name="q" value=${words} onInput=${setWords} maxlength=${100}
        fault=${pages.answer.problem?.faultAt("/query")} />
      <div class="actions">
        <${Button} type="submit">${text.search}<//>
        <a class="button quiet" href=${editAddress("new")}><${Icon} name="plus" size="small" />${text.add}</a>
      </div>
    </form>
    ${sought && html`
      <${Shown} answer=${pages.answer} rows=${4}>${() =>
        pages.items?.length === 0 ? html`<${Empty} title=${text.noneFound} />` : html`
          <ul class="rows">${pages.items?.map(({ id, name, city, categoryName }) =>
            html`<li key=${id}><a class="item" href=${editAddress(id)}><span class="grow">
              <span class="strong value">${name}</span>
              <span class="meta value">${[city, categoryName].filter(Boolean).join(" · ")}</span></span>
              <${Icon} name="next" class="go" /></a></li>`
          )}</ul>
          <${More} pages=${pages} />
        `}<//>
    `}
  `;
}
