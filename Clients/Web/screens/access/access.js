/** Who may have an account: rules, reviews and appeals, for administrators. */
import "../../contract/admin-methods.js";
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { Administrators } from "../../parts/administrators.js";
import { Tabs } from "../../parts/tabs.js";
import { Reviews } from "./reviews.js";
import { Rules } from "./rules.js";

const tabs = /** @type {const} */ (["rules", "reviews", "appeals"]);
const panel = "access-panel";

export default function Access() {
  const text = useTexts("access");
  const asked = useQuery("tab");
  const tab = tabs.find((one) => one === asked) ?? "rules";
  return html`
    <${Administrators} title=${text.title} sentence=${text.forAdministrators}>${() =>
      html`
        <${Tabs} label=${text.title} value=${tab} panel=${panel}
          options=${tabs.map((value) => ({ value, name: text.tabs[value] }))}
          onChange=${(/** @type {string} */ next) => changeQuery({ tab: next === "rules" ? null : next })} />
        <div id=${panel} role="tabpanel" aria-label=${text.tabs[tab]}>${tab === "rules"
          ? html`<${Rules} />`
          : html`<${Reviews} key=${tab} method=${tab === "reviews" ? "auth.reviews" : "auth.appeals"} />`}</div>
      `}<//>
  `;
}
