/** A copy of what the services hold of the person, as a file. */
import "../../contract/account-methods.js";
import { html, useState } from "../../core/view.js";
import { call } from "../../core/api.js";
import { useAction } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { saveFile } from "../../core/save-file.js";
import { useAccount } from "../../core/session.js";
import { Button } from "../../parts/button.js";
import { Head } from "../../parts/head.js";
import { ProblemNote, SignedOut } from "../../parts/states.js";

const methods = /** @type {const} */ ([
  "auth.export",
  "booking.export",
  "history.export",
  "museums.export",
  "schedule.export",
]);
/** The most pages of one service: more rows than a person has. */
const mostPages = 1_000;

/**
 * Everything that one service holds, by table.
 * @param {typeof methods[number]} method
 */
async function tablesOf(method) {
  /** @type {Record<string, Record<string, string | null>[]>} */
  const tables = {};
  /** @type {string | undefined} */
  let cursor;
  for (let page = 0; page < mostPages; page += 1) {
    const found = await call(method, { limit: 100, ...(cursor && { cursor }) });
    for (const { table, values } of found.items) {
      (tables[table] ??= []).push(Object.fromEntries(values.map(({ name, value }) => [name, value ?? null])));
    }
    cursor = found.nextCursor;
    if (!cursor) return tables;
  }
  throw new Error(`${method} has more than ${mostPages} pages`);
}

export default function Export() {
  const text = useTexts("deletion").copy;
  const account = useAccount();
  return html`
    <main class="page account" id="main">
      <${Head} title=${text.title} back="/account" />
      ${account ? html`<${Copy} />` : html`<${SignedOut} sentence=${text.guest} />`}
    </main>
  `;
}

function Copy() {
  const text = useTexts("deletion").copy;
  const [isDone, setIsDone] = useState(false);
  // A copy without one of the services would look complete: if one fails, there is none.
  const copy = useAction(async () => {
    setIsDone(false);
    const services = await Promise.all(methods.map(tablesOf));
    const bundle = {
      exportedAt: new Date().toISOString(),
      services: Object.fromEntries(methods.map((method, index) => [method.split(".")[0], services[index]])),
    };
    const content = new Blob([JSON.stringify(bundle, null, 2)], { type: "application/json" });
    saveFile(`vokol-${bundle.exportedAt.slice(0, 10)}.json`, content);
    setIsDone(true);
  });
  return html`
    <div class="prose">${text.sentences.map((sentence) => html`<p>${sentence}</p>`)}</div>
    <${ProblemNote} problem=${copy.problem} />
    <p role="status">${isDone && text.done}</p>
    <div class="actions">
      <${Button} isRunning=${copy.isRunning} onClick=${copy.run}>${text.download}<//></div>
  `;
}
