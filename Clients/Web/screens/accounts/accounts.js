/** Finding accounts, for administrators. */
import "../../contract/admin-methods.js";
import { html, useState } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { changeQuery, usePlace } from "../../core/router.js";
import { hasRole, useAccount } from "../../core/session.js";
import { Administrators } from "../../parts/administrators.js";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { Icon } from "../../parts/icon.js";
import { More } from "../../parts/more.js";
import { Empty, Shown } from "../../parts/states.js";

/** @typedef {import("../../contract/types.d.ts").AuthAccountProperty} Property */

const properties = /** @type {Property[]} */ (["email", "phone", "login"]);

export default function Accounts() {
  const text = useTexts("accounts");
  return html`
    <${Administrators} title=${text.title} sentence=${text.forAdministrators}>${() => html`<${Search} />`}<//>
  `;
}

function Search() {
  const text = useTexts("accounts");
  const { query } = usePlace();
  const by = properties.find((one) => one === query.get("by")) ?? "email";
  const sought = query.get("text") ?? "";
  const [words, setWords] = useState(sought);
  const isAdmin = hasRole(useAccount(), "admin");
  const pages = usePages("auth.accounts", isAdmin && sought ? { by, text: sought } : null, { isKept: false });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    changeQuery({ text: words.trim() || null });
  };
  return html`
    <form class="form narrow" onSubmit=${submit}>
      <${Options} label=${text.by} value=${by} onChange=${(/** @type {string} */ value) => changeQuery({ by: value })}
        options=${properties.map((value) => ({ value, name: text.properties[value] }))} />
      <${Field} label=${text.begins[by]} name="text" value=${words} onInput=${setWords} isRequired maxlength=${254}
        fault=${pages.answer.problem?.faultAt("/text")} />
      <${Button} type="submit">${text.find}<//>
    </form>
    ${sought && html`
      <${Shown} answer=${pages.answer} rows=${4}>${() =>
        pages.items?.length === 0 ? html`<${Empty} title=${text.nobody} />` : html`
          <ul class="rows">${pages.items?.map((account) =>
            html`<li key=${account.id}><a class="item" href=${`/accounts/${account.id}`}><span class="grow">
              <span class="strong value">${account.name}</span>
              <span class="meta value">${[account.email, account.phone].filter(Boolean).join(", ")}</span></span>
              <${Icon} name="next" class="go" /></a></li>`
          )}</ul>
          <${More} pages=${pages} />
        `}<//>
    `}
  `;
}
