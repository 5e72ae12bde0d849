/** The bookmark that saves a place with its weather. */
import { useAction } from "../core/answer.js";
import { useTexts } from "../core/languages.js";
import { outbox } from "../core/outbox.js";
import { go } from "../core/router.js";
import { useAccount } from "../core/session.js";
import { html, useRef, useState } from "../core/view.js";
import { IconButton } from "./icon.js";
import { sentenceOf } from "./states.js";
import { notify } from "./toast.js";

/**
 * @param {{ lookup: import("../core/outbox.js").Lookup | null, class?: string }} props
 */
export function SaveLookup({ lookup, class: extra }) {
  const text = useTexts("places");
  const core = useTexts("core");
  const account = useAccount();
  const [savedName, setSavedName] = useState("");
  const name = JSON.stringify(lookup);
  // One key for one look-up until it is saved, over all attempts of the person.
  const attempt = useRef({ name: "", key: "" });
  const { run } = useAction(async () => {
    if (!lookup) return;
    if (attempt.current.name !== name) attempt.current = { name, key: crypto.randomUUID() };
    try {
      const outcome = await outbox.save(lookup, attempt.current.key);
      if (outcome === "full") return notify({ sentence: text.full });
      attempt.current = { name: "", key: "" };
      setSavedName(name);
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
      isDisabled=${!lookup} pressed=${savedName === name && lookup ? "true" : undefined} />
  `;
}
