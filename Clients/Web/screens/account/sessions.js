/** The devices that are signed in to the account. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAnswer } from "../../core/answer.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { useAccount } from "../../core/session.js";
import { Confirm } from "../../parts/confirm.js";
import { Button } from "../../parts/button.js";
import { Head } from "../../parts/head.js";
import { Shown, SignedOut } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";

/** @typedef {import("../../contract/types.d.ts").AuthActiveSession} Session */

export default function Sessions() {
  const text = useTexts("sessions");
  const account = useAccount();
  const answer = useAnswer("auth.sessions", account ? {} : null, { isKept: false });
  return html`
    <main class="page account" id="main">
      <${Head} title=${text.title} back="/account" />
      ${!account && html`<${SignedOut} sentence=${text.guest} />`}
      ${account &&
        html`<${Shown} answer=${answer}>${(/** @type {{ items: Session[] }} */ value) =>
          html`<${Devices} sessions=${value.items} onChange=${answer.refresh} />`}<//>`}
    </main>
  `;
}

/** @param {{ sessions: Session[], onChange: () => void }} props */
function Devices({ sessions, onChange }) {
  const text = useTexts("sessions");
  const [chosen, setChosen] = useState(/** @type {Session | "others" | null} */ (null));
  const close = () => setChosen(null);
  /** @param {Session} session */
  const nameOf = (session) => session.device ?? text.unknown;
  const end = async () => {
    if (chosen === "others") await call("auth.revokeOtherSessions", {});
    else if (chosen) await call("auth.revokeSession", { sessionId: chosen.id });
    notify({ sentence: text.ended });
    onChange();
  };
  return html`
    <p class="muted">${text.sentence}</p>
    <ul class="rows">${sessions.map((session) =>
      html`<li class="item" key=${session.id}><span class="grow"><span class="strong">${nameOf(session)}</span>
        <span class="meta"><span>${
        session.isCurrent ? text.current : text.lastSeen(momentOf(session.lastSeenAt))
      }</span>
          ${session.network && html`<span>${text.network(session.network)}</span>`}</span></span>
        ${
        !session.isCurrent &&
        html`
          <button type="button" class="button bare" aria-label=${text.endOf(nameOf(session))}
            onClick=${() => setChosen(session)}>${text.end}</button>
        `
      }</li>`
    )}</ul>
    ${sessions.length > 1 && html`
      <div class="actions">
        <${Button} kind="quiet" onClick=${() => setChosen("others")}>${text.endOthers}<//></div>
    `}
    ${chosen && html`
      <${Confirm} title=${chosen === "others" ? text.othersTitle : text.endTitle(nameOf(chosen))}
        sentence=${text.endSentence} action=${text.end} onConfirm=${end} onClose=${close} />
    `}
  `;
}
