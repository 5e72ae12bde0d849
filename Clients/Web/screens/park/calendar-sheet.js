/** The address at which calendar programs read the account's bookings: made, copied and revoked. */
import "../../contract/park-methods.js";
import { useAction, useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { dayAndMonth, partsIn } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { html, useState } from "../../core/view.js";
import { Button } from "../../parts/button.js";
import { Confirm } from "../../parts/confirm.js";
import { FeedAddress } from "../../parts/feed-address.js";
import { Sheet } from "../../parts/sheet.js";
import { ProblemNote, Shown } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { useBookingHints } from "./live.js";

/** @param {{ onClose: () => void }} props */
export function CalendarSheet({ onClose }) {
  const text = useTexts("calendars").bookings;
  const [path, setPath] = useState("");
  const answer = useAnswer("booking.calendar", {}, { isKept: false });
  useBookingHints(answer.refresh);
  const [isAsking, setIsAsking] = useState(false);
  const make = async () => {
    const { path, madeAt } = await call("booking.makeCalendar", {});
    setPath(path);
    answer.change(() => ({ madeAt }));
  };
  const first = useAction(make);
  const forget = () => {
    setPath("");
    answer.change(() => ({}));
  };
  return html`
    <${Sheet} title=${text.title} onClose=${onClose}>
      <p>${text.sentence}</p>
      ${path && html`<${FeedAddress} path=${path} note=${text.once} />`}
      <${Shown} answer=${answer} rows=${1}>${(/** @type {{ madeAt?: string }} */ { madeAt }) =>
        html`
          ${madeAt && !path && html`<p class="muted">${text.has(dayAndMonth(partsIn(madeAt).date))}</p>`}
          <${ProblemNote} problem=${first.problem} />
          <div class="actions">
            ${!path && html`
              <${Button} isRunning=${first.isRunning} onClick=${madeAt ? () => setIsAsking(true) : first.run}>
                ${madeAt ? text.again : text.make}<//>
            `}
            ${madeAt && html`<${Revoke} onRevoked=${forget} />`}</div>
        `}<//>
      ${isAsking && html`
        <${Confirm} title=${text.againTitle} sentence=${text.againSentence} action=${text.again} onConfirm=${make}
          onClose=${() => setIsAsking(false)} />
      `}<//>
  `;
}

/** @param {{ onRevoked: () => void }} props */
function Revoke({ onRevoked }) {
  const text = useTexts("calendars");
  const [isAsking, setIsAsking] = useState(false);
  const revoke = async () => {
    await call("booking.removeCalendar", {});
    notify({ sentence: text.revoked });
    onRevoked();
  };
  return html`
    <${Button} kind="quiet" onClick=${() => setIsAsking(true)}>${text.revoke}<//>
    ${isAsking && html`
      <${Confirm} title=${text.revokeTitle} sentence=${text.bookings.revokeSentence} action=${text.revoke}
        onConfirm=${revoke} onClose=${() => setIsAsking(false)} />
    `}
  `;
}
