/** The bookmark that saves a place with its weather. */
import { useAction } from "../core/answer.js";
import { useTexts } from "../core/languages.js";
import { go } from "../core/router.js";
import { useAccount } from "../core/session.js";
import { html, useRef, useState } from "../core/view.js";
import { IconButton } from "./icon.js";
import { sentenceOf } from "./states.js";
import { notify } from "./toast.js";

/**
 * @param {{ lookup: import("../core/outbox.js").Lookup | null, name: string, class?: string }} props `name`: the name
 *   of the place.
 */
export function SaveLookup({ lookup, name, class: extra }) {
  const text = useTexts("places");
  const core = useTexts("core");
  const account = useAccount();
  const [saved, setSaved] = useState("");
  const identity = JSON.stringify(lookup);
  // One key for a look-up until it is saved, across all attempts.
  const attempt = useRef({ identity: "", key: "" });
  const { run } = useAction(async () => {
    if (!lookup) return;
    if (attempt.current.identity !== identity) attempt.current = { identity, key: crypto.randomUUID() };
    try {
      const { outbox } = await import("../core/outbox.js");
      const outcome = await outbox.save(lookup, attempt.current.key, name);
      if (outcome === "full") return notify({ sentence: text.full });
      attempt.current = { identity: "", key: "" };
      setSaved(identity);
      notify({ sentence: text[outcome], action: text.open, onAction: () => go("/history") });
    } catch (error) {
      notify({ sentence: sentenceOf(/** @type {any} */ (error)) });
      throw error;
    }
  });
  const save = () => {
    if (account) return run();
    const next = encodeURIComponent(location.pathname + location.search);
    notify({
      sentence: text.needsAccount,
      action: core.signedOut.signIn,
      onAction: () => go(`/sign-in?next=${next}`),
    });
  };
  return html`
    <${IconButton} icon="bookmark" class=${extra} label=${text.save} onClick=${save}
      isDisabled=${!lookup} pressed=${saved === identity && lookup ? "true" : undefined} />
  `;
}
