/** The saved look-ups: on phones the list or one of them, on wide screens both. */
import { useAnswer } from "../../core/answer.js";
import { call } from "../../core/api.js";
import { useHistory } from "../../core/history.js";
import { useTexts } from "../../core/languages.js";
import { outbox } from "../../core/outbox.js";
import { go } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { useValue } from "../../core/value.js";
import { html, useState } from "../../core/view.js";
import { Confirm } from "../../parts/confirm.js";
import { Astray } from "../../parts/drawings.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Empty, Shown, SignedOut } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { HistoryDetail } from "./detail.js";
import { HistoryList, nameOf } from "./list.js";

/**
 * @typedef {import("../../contract/types.d.ts").HistoryEntry} Entry
 * @typedef {import("../../core/answer.js").Answer<Entry[]>} HistoryAnswer
 */

/** @param {{ id?: string }} props `id`: the id of the look-up shown. */
export function HistoryPages({ id }) {
  const account = useAccount();
  const list = useHistory();
  return account
    ? html`
      <main class=${`page two history ${id ? "with-entry" : ""}`} id="main">
        <${ListPane} list=${list} id=${id} />
        <${EntryPane} list=${list} id=${id} />
      </main>
    `
    : html`<${Guest} />`;
}

function Guest() {
  const text = useTexts("history");
  return html`
    <main class="page history" id="main">
      <${Head} title=${text.title} back="/weather" />
      <${SignedOut} sentence=${text.needsAccount} />
    </main>
  `;
}

/** @param {{ list: HistoryAnswer, id?: string }} props */
function ListPane({ list, id }) {
  const text = useTexts("history");
  const waiting = useValue(outbox.waiting);
  const [isClearing, setIsClearing] = useState(false);
  const clear = async () => {
    await call("history.clear", {});
    list.change(() => []);
    list.refresh();
    if (id) go("/history", { replaces: true });
    notify({ sentence: text.cleared });
  };
  return html`<div class="list-pane">
    ${
    id
      ? html`
        <div class="head">
          <h2 class="text-5 grow">${text.title}</h2>
        </div>
      `
      : html`<${Head} title=${text.title} back="/weather" />`
  }
    <p class="muted">${text.intro}</p>
    <${Shown} answer=${list} rows=${5}>${(/** @type {Entry[]} */ entries) =>
    entries.length + waiting.length === 0
      ? html`<${Empty} title=${text.empty}><p class="muted">${text.emptyNote}</p>
          <a class="button quiet small" href="/weather">${text.toWeather}</a><//>`
      : html`<${HistoryList} entries=${entries} chosen=${id ?? entries[0]?.id} />
          ${
        entries.length > 0 && html`
          <button type="button" class="button bare small clear-all"
            onClick=${() => setIsClearing(true)}><${Icon} name="remove" size="small" />${text.clear}</button>
        `
      }
          ${
        isClearing && html`
          <${Confirm} title=${text.clearTitle} sentence=${text.clearSentence(entries.length)}
            action=${text.clear} onConfirm=${clear} onClose=${() => setIsClearing(false)} />
        `
      }`}<//>
  </div>`;
}

/** @param {{ list: HistoryAnswer, id?: string }} props */
function EntryPane({ list, id }) {
  const text = useTexts("history");
  const listed = id ? list.value?.find((entry) => entry.id === id) : list.value?.[0];
  // A bookmarked address may lead to a look-up that is not in the list yet.
  const single = useAnswer("history.get", id && list.value && !listed ? { id } : null);
  const entry = listed ?? single.value;
  const [isRemoving, setIsRemoving] = useState(false);
  if (!entry) return id ? html`<${MissingEntry} answer=${list.value ? single : list} />` : null;
  const remove = async () => {
    await call("history.remove", { id: entry.id });
    list.change((entries) => entries.filter((one) => one.id !== entry.id));
    list.refresh();
    if (id) go("/history", { replaces: true });
    notify({ sentence: text.removed });
  };
  return html`<article class="entry" aria-label=${nameOf(entry)}>
    ${
    id ? html`<${Head} title=${nameOf(entry)} back="/history" />` : html`
      <div class="head">
        <h2 class="text-5 grow">${nameOf(entry)}</h2>
      </div>
    `
  }
    <${HistoryDetail} key=${entry.id} entry=${entry} onRemove=${() => setIsRemoving(true)} />
    ${
    isRemoving && html`
      <${Confirm} title=${text.removeTitle} sentence=${text.removeSentence} action=${text.remove}
        onConfirm=${remove} onClose=${() => setIsRemoving(false)} />
    `
  }</article>`;
}

/** @param {{ answer: import("../../core/answer.js").Answer<any> }} props */
function MissingEntry({ answer }) {
  const text = useTexts("history");
  const isGone = answer.problem?.status === 404;
  return html`<div class="entry"><${Head} title=${text.title} back="/history" />${
    isGone
      ? html`<${Empty} drawing=${Astray} title=${text.missing}><a class="button bare small" href="/history">${text.toList}</a><//>`
      : html`<${Shown} answer=${answer} rows=${6}>${() => null}<//>`
  }</div>`;
}
