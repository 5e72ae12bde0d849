/** Sends the outbox: at the start, when the network returns, and when the page becomes visible. */
import { account } from "./session.js";
import { onTable } from "./store.js";

/** @param {(outcome: { sent: number, dropped: number }) => void} tell Called if look-ups were sent or dropped. */
export function startSending(tell) {
  const send = async () => {
    if (!account.current || document.visibilityState !== "visible") return;
    // The outbox is usually empty; its code is then not loaded.
    if (await onTable("outbox", "readonly", (table) => table.count()) === 0) return;
    const { outbox } = await import("./outbox.js");
    const outcome = await outbox.flush();
    if (outcome.sent + outcome.dropped > 0) tell(outcome);
  };
  addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  account.observe(send);
  return send();
}
