/** The museums, or an invitation to guests where the operator has not opened them. */
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Problem } from "../../core/problem.js";
import { account, useAccount } from "../../core/session.js";
import { html, useEffect, useState } from "../../core/view.js";
import { Head } from "../../parts/head.js";
import { Failed, SignedOut, Skeleton } from "../../parts/states.js";

const load = () => import("./browser.js");

/** The list and all that belongs to it, which a guest at a closed door does not load. */
let loaded = account.current ? await load().catch(() => undefined) : undefined;

/** @param {boolean} isNeeded */
function useBrowser(isNeeded) {
  const [problem, setProblem] = useState(/** @type {Problem | undefined} */ (undefined));
  const [, renderAgain] = useState(false);
  const begin = () => {
    setProblem(undefined);
    load().then((module) => {
      loaded = module;
      renderAgain(true);
    }, () => setProblem(new Problem({ status: 0 })));
  };
  useEffect(() => {
    if (isNeeded && !loaded) begin();
  }, [isNeeded]);
  return { Browser: loaded?.Browser, problem, begin };
}

export default function Museums() {
  const text = useTexts("museums");
  const isGuest = useAccount() === null;
  const entrance = useAnswer("museums.categories", isGuest ? {} : null);
  const isClosed = isGuest && entrance.problem?.status === 401;
  const { Browser, problem, begin } = useBrowser(!isGuest || (!entrance.isLoading && !isClosed));
  if (Browser && !isClosed && (!isGuest || entrance.value || !entrance.isLoading)) return html`<${Browser} />`;
  return html`
    <main class="page" id="main">
      <${Head} title=${text.title} />
      ${isClosed
        ? html`<${SignedOut} sentence=${text.signedOut} />`
        : problem
        ? html`<${Failed} problem=${problem} onAgain=${begin} />`
        : html`<${Skeleton} rows=${5} />`}
    </main>
  `;
}
