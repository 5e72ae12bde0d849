/** The museums, or an invitation to sign in if guests have no access. */
import "../../contract/museum-methods.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { account, useAccount } from "../../core/session.js";
import { html } from "../../core/view.js";
import { Head } from "../../parts/head.js";
import { later } from "../../parts/later.js";
import { Failed, SignedOut, Skeleton } from "../../parts/states.js";

/** The list with its parts, which a guest without access does not load. */
const Browser = later(async () => (await import("./browser.js")).Browser, Entrance);
if (account.current) await Browser.prepare().catch(() => {});

export default function Museums() {
  const text = useTexts("museums");
  const isGuest = useAccount() === null;
  const entrance = useAnswer("museums.categories", isGuest ? {} : null);
  if (!isGuest || entrance.value) return html`<${Browser} />`;
  if (entrance.problem?.status !== 401) return entrance.isLoading ? html`<${Entrance} />` : html`<${Browser} />`;
  return html`
    <main class="page" id="main">
      <${Head} title=${text.title} />
      <${SignedOut} sentence=${text.signedOut} />
    </main>
  `;
}

/** @param {{ problem?: import("../../core/problem.js").Problem, onAgain?: () => void }} props */
function Entrance({ problem, onAgain }) {
  return html`
    <main class="page" id="main">
      <${Head} title=${useTexts("museums").title} />
      ${problem ? html`<${Failed} problem=${problem} onAgain=${onAgain} />` : html`<${Skeleton} rows=${5} />`}
    </main>
  `;
}
