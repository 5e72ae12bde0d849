/** The accounts that rules ask to look at, and the appeals against refusals. */
import "../../contract/admin-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { usePages } from "../../core/pages.js";
import { Button } from "../../parts/button.js";
import { Done } from "../../parts/drawings.js";
import { Area } from "../../parts/fields.js";
import { Options } from "../../parts/options.js";
import { More } from "../../parts/more.js";
import { Sheet } from "../../parts/sheet.js";
import { Empty, ProblemNote, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { actionName } from "./rules.js";

/**
 * @typedef {import("../../contract/types.d.ts").AuthReview} Review
 * @typedef {import("../../contract/types.d.ts").AuthReviewDecisionInput} Decision
 */

/** The name of the account or of the appeal. @param {Review} review */
const nameOf = ({ account, name }) => name ?? account?.name ?? "";

/** @param {{ method: "auth.reviews" | "auth.appeals" }} props */
export function Reviews({ method }) {
  const text = useTexts("access");
  const isAppeal = method === "auth.appeals";
  const pages = usePages(method, {}, { isKept: false });
  const [chosen, setChosen] = useState(/** @type {Review | null} */ (null));
  return html`
    <p class="muted">${isAppeal ? text.appealsSentence : text.reviewsSentence}</p>
    <${Shown} answer=${pages.answer} rows=${4}>${() =>
      pages.items?.length === 0
        ? html`<${Empty} title=${isAppeal ? text.noAppeals : text.noReviews} drawing=${Done} />`
        : html`
          <ul class="rows">${pages.items?.map((review) =>
            html`<${Row} key=${review.id} review=${review} onDecide=${() => setChosen(review)} />`
          )}</ul>
          <${More} pages=${pages} />
        `}<//>
    ${chosen && html`
      <${DecisionSheet} review=${chosen} isAppeal=${isAppeal} onDecided=${pages.answer.refresh}
        onClose=${() => setChosen(null)} />
    `}
  `;
}

/** @param {{ review: Review, onDecide: () => void }} props */
function Row({ review, onDecide }) {
  const text = useTexts("access");
  const { account, rule } = review;
  return html`
    <li class="item"><span class="grow"><span class="strong value">${nameOf(review)}</span>
      ${account && html`
        <span class="meta value"><span>${text.accountOf(account.name)}</span>
          <span>${[account.email, account.phone, account.contactEmail].filter(Boolean).join(", ")}</span></span>
      `}
      <span class="meta value">${rule
        ? `${actionName(text, rule.action)}: ${rule.value}. ${rule.note}`
        : text.noRule}</span>
      ${review.text && html`<span class="quoted value">${review.text}</span>`}
      <span class="meta">${text.since(momentOf(review.openedAt))}</span></span>
      <button type="button" class="button quiet small" aria-label=${text.decideOn(nameOf(review))}
        onClick=${onDecide}>${text.decide}</button></li>
  `;
}

/** @param {{ review: Review, isAppeal: boolean, onDecided: () => void, onClose: () => void }} props */
function DecisionSheet({ review, isAppeal, onDecided, onClose }) {
  const text = useTexts("access");
  const [decision, setDecision] = useState(/** @type {Decision} */ ("admit"));
  const [note, setNote] = useState("");
  const decide = useAction(async () => {
    await call("auth.decideReview", { id: review.id, decision, note: note.trim() }).finally(onDecided);
    notify({ sentence: text.decided });
    onClose();
  });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    decide.run();
  };
  const effects = isAppeal ? text.appealEffects : text.reviewEffects;
  return html`
    <${Sheet} title=${text.decideOn(nameOf(review))} onClose=${onClose}>
      <form class="form" onSubmit=${submit}>
        ${review.text && html`<p class="quoted value">${review.text}</p>`}
        <${Options} label=${text.decision} value=${decision} onChange=${setDecision} options=${[
          { value: "admit", name: text.admit },
          { value: "refuse", name: text.refuse },
        ]} />
        <p class="muted">${effects[decision]}</p>
        <${Area} label=${text.reason} note=${text.reasonNote} value=${note} onInput=${setNote} maxlength=${500}
          isRequired fault=${decide.problem?.faultAt("/note")} />
        <${ProblemNote} problem=${decide.problem?.errors.length ? undefined : decide.problem} />
        <${Button} type="submit" isRunning=${decide.isRunning}>${text.decide}<//>
      </form>
    <//>
  `;
}
