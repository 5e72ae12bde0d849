/** The declaration required at registration. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Problem } from "../../core/problem.js";
import { Tick } from "../../parts/fields.js";
import { Failed, Skeleton } from "../../parts/states.js";

/** The state of a form's declaration: the text from the server, and the person's consent. */
export function useDeclaration() {
  const answer = useAnswer("auth.declaration", {}, { isKept: false });
  const [isMade, setIsMade] = useState(false);
  return {
    answer,
    isMade,
    setIsMade,
    isReady: answer.value !== undefined && isMade,
    made: () => ({ isNotGovernmentMilitary: isMade, version: answer.value?.version ?? "" }),
    /** Shows the new text if the server has another version, then passes the error on. @param {unknown} error @returns {never} */
    renew: (error) => {
      if (error instanceof Problem && error.reason === "declaration-outdated") {
        setIsMade(false);
        answer.refresh();
      }
      throw error;
    },
  };
}

/** @param {{ declaration: ReturnType<typeof useDeclaration> }} props */
export function Declaration({ declaration }) {
  const text = useTexts("signIn");
  const { answer, isMade, setIsMade } = declaration;
  if (answer.value === undefined) {
    return answer.problem
      ? html`<${Failed} problem=${answer.problem} onAgain=${answer.refresh} />`
      : html`<${Skeleton} rows=${1} />`;
  }
  return html`
    <div class="declaration">
      <p class="text-2 muted">${answer.value.text}</p>
      <${Tick} isChecked=${isMade} onChange=${setIsMade}>${text.declare}<//>
    </div>
  `;
}
