/** The list of museums: its heading, order, cards, and the next page. */
import { useTexts } from "../../core/languages.js";
import { changeQuery, go } from "../../core/router.js";
import { html } from "../../core/view.js";
import { useId } from "../../core/id.js";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icon.js";
import { Empty, ProblemNote, Shown } from "../../parts/states.js";
import { Card, ChosenCard } from "./card.js";

/**
 * @typedef {import("./query.js").Search} Search
 * @typedef {import("./query.js").Point} Point
 * @typedef {import("../../contract/types.d.ts").MuseumsSearchResult} Page
 */

/**
 * The number of museums, and their order.
 * @param {{ search: Search, here: Point | null, state: import("../../core/position.js").PositionState, page?: Page,
 *   onLocate: () => void }} props
 */
export function ListHead({ search, here, state, page, onLocate }) {
  const text = useTexts("museums");
  const total = page?.total ?? page?.items.length;
  const heading = total ? text.found(total, page?.isTotalExact ?? true, search.bbox !== undefined) : text.title;
  const isPlaced = here !== null || search.near !== undefined;
  const isAsking = state === "asking";
  return html`<div class="section-head"><h1 tabindex="-1" aria-live="polite">${heading}</h1>
      ${isPlaced && !search.words && html`<${Order} isByFame=${search.isByFame} />`}</div>
    ${
    !isPlaced && !search.words && html`<p class="note muted unplaced">
      <span>${state === "denied" ? text.denied : text.unplaced}</span>
      ${
      state !== "denied" && html`<${Button} kind="bare small" isRunning=${isAsking} onClick=${onLocate}>
        <${Icon} name="locate" size="small" />${text.locate}<//>`
    }</p>`
  }`;
}

/** @param {{ isByFame: boolean }} props */
function Order({ isByFame }) {
  const text = useTexts("museums");
  const id = useId();
  /** @param {any} event */
  const change = (event) => changeQuery({ order: event.target.value === "popular" ? "popular" : null });
  return html`<div class="more order"><label class="for-readers" for=${id}>${text.order}</label>
    <select id=${id} onChange=${change}>
      <option value="" selected=${!isByFame}>${text.nearest}</option>
      <option value="popular" selected=${isByFame}>${text.popular}</option>
    </select><${Icon} name="down" size="small" /></div>`;
}

/**
 * @param {{ pages: ReturnType<typeof import("./pages.js").usePages>, search: Search, here: Point | null,
 *   onLift: (id: string) => void }} props
 */
export function MuseumList({ pages, search, here, onLift }) {
  const core = useTexts("core");
  const { answer, items, hasMore, more } = pages;
  const isListed = items.some(({ id }) => id === search.museum);
  return html`<${Shown} answer=${answer} rows=${5}>${() =>
    html`
      <${Corrected} search=${search} correction=${answer.value?.didYouMean} />
      ${items.length === 0 && html`<${NothingFound} search=${search} />`}
      <ul class="cards">
        ${search.museum && !isListed && html`<${ChosenCard} id=${search.museum} here=${here} />`}
        ${items.map((museum) =>
          html`
            <${Card} key=${museum.id} museum=${museum} here=${here} isChosen=${museum.id === search.museum}
              onLift=${onLift} />
          `
        )}</ul>
      <${ProblemNote} problem=${more.problem} />
      ${hasMore && html`
        <div class="actions">
          <${Button} kind="quiet" isRunning=${more.isRunning} onClick=${more.run}>
                ${core.more}<//></div>
      `}
    `}<//>`;
}

/** The corrected query that found museums. @param {{ search: Search, correction?: Page["didYouMean"] }} props */
function Corrected({ search, correction }) {
  const text = useTexts("museums");
  if (!correction || !search.words) return null;
  const { query, isUsed } = correction;
  const searchIt = () => changeQuery({ q: query });
  return html`<p class="note muted corrected">${isUsed && text.notFound(search.words)}
    <span>${text.didYouMean} <button type="button" class="button bare small" onClick=${searchIt}>${query}</button></span></p>`;
}

/** @param {{ search: Search }} props */
function NothingFound({ search }) {
  const text = useTexts("museums");
  const all = search.view === "map" ? "/museums?view=map" : "/museums";
  return html`
    <${Empty} title=${text.none.title}>
      <p class="muted">${search.bbox ? text.none.inArea : text.none.sentence}</p>
      <${Button} kind="quiet small" onClick=${() => go(all)}>${text.none.action}<//>
    <//>
  `;
}
