/** The museums that the account has marked as favourites or as visited; the list is kept for use without a network. */
import "../../contract/account-methods.js";
import { useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { useHints } from "../../core/events.js";
import { useTexts } from "../../core/languages.js";
import { Problem } from "../../core/problem.js";
import { hasRole, useAccount } from "../../core/session.js";
import { html } from "../../core/view.js";
import { IconButton } from "../../parts/icon.js";
import { sentenceOf } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").MuseumsMark} Mark */

/** The marks of the account, and a function that changes one. */
export function useMarks() {
  const account = useAccount();
  const answer = useAnswer("museums.marks", account ? {} : null);
  useHints(account ? "museum-marks" : null, answer.refresh);
  const items = answer.value?.items ?? [];
  /** @param {string} id @param {{ isFavourite?: boolean, isVisited?: boolean }} change */
  const set = async (id, change) => {
    try {
      await call("museums.mark", { id, ...change });
      answer.refresh();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notify({ sentence: sentenceOf(error) });
    }
  };
  return { answer, items, set };
}

/** The buttons of a museum's page; a guest has none. @param {{ museum: { id: string } }} props */
export function MarkButtons({ museum: { id } }) {
  const text = useTexts("museumMarks");
  const account = useAccount();
  const { answer, items, set } = useMarks();
  if (!account || !answer.value) return null;
  const { isFavourite = false, isVisited = false } = items.find((one) => one.id === id) ?? {};
  return html`
    <div class="marks">
      <${IconButton} class="raised" icon=${isFavourite ? "star-filled" : "star"} pressed=${isFavourite}
        label=${text.favourite} onClick=${() => set(id, { isFavourite: !isFavourite })} />
      <${IconButton} class="raised" icon="check" pressed=${isVisited} label=${text.visited}
        onClick=${() => set(id, { isVisited: !isVisited })} />
      ${hasRole(account, "museums.editor") && html`
        <${IconButton} class="raised" icon="note" label=${text.edit}
          href=${`/museums/editing/${encodeURIComponent(id)}`} />
      `}
    </div>
  `;
}
