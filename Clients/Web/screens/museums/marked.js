/** The favourite and visited museums of the account. */
import { useTexts } from "../../core/languages.js";
import { useHere } from "../../core/position.js";
import { changeQuery, useQuery } from "../../core/router.js";
import { useAccount } from "../../core/session.js";
import { html } from "../../core/view.js";
import { Button } from "../../parts/button.js";
import { Options } from "../../parts/options.js";
import { Head } from "../../parts/head.js";
import { Empty, Shown, SignedOut } from "../../parts/states.js";
import { Card } from "./card.js";
import { useMarks } from "./marks.js";

/** @typedef {import("./marks.js").Mark} Mark */

export default function Marked() {
  const text = useTexts("museumMarks");
  const account = useAccount();
  return html`
    <main class="page museums" id="main">
      <${Head} title=${text.title} back="/museums" />
      ${account ? html`<${MarkedList} />` : html`<${SignedOut} sentence=${text.guest} />`}
    </main>
  `;
}

function MarkedList() {
  const text = useTexts("museumMarks");
  const { here } = useHere();
  const { answer, items, set } = useMarks();
  const kind = useQuery("kind") === "visited" ? "visited" : "favourites";
  const shown = items.filter((mark) => kind === "visited" ? mark.isVisited : mark.isFavourite);
  const kinds = [{ value: "favourites", name: text.favourites }, { value: "visited", name: text.visitedOnes }];
  return html`
    <${Options} label=${text.kinds} value=${kind} options=${kinds} class="roomy"
      onChange=${(/** @type {string} */ next) => changeQuery({ kind: next === "visited" ? next : null })} />
    <${Shown} answer=${answer} rows=${5}>${() =>
      shown.length === 0
        ? html`<${Empty} title=${text.none[kind]}><p class="muted">${text.hint}</p>
          <a class="button quiet small" href="/museums">${text.find}</a><//>`
        : html`
          <ul class="cards">${shown.map((mark) =>
            mark.museum
              ? html`<${Card} key=${mark.id} museum=${mark.museum} here=${here} />`
              : html`<${Gone} key=${mark.id} mark=${mark} onRemove=${() =>
                set(mark.id, { isFavourite: false, isVisited: false })} />`
          )}</ul>
        `}<//>
  `;
}

/** A marked museum that the catalogue no longer contains. @param {{ mark: Mark, onRemove: () => void }} props */
function Gone({ mark, onRemove }) {
  const text = useTexts("museumMarks");
  return html`
    <li class="gone">
      <p class="muted">${text.gone(mark.id)}</p>
      <${Button} kind="quiet small" onClick=${onRemove}>${text.remove}<//></li>
  `;
}
