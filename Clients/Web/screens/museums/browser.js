/** The museums for people with access: nearby museums, search, subjects, and the map. */
import "../../contract/museum-methods.js";
import { useAnswer } from "../../core/answer.js";
import { loadTexts, texts, useTexts } from "../../core/languages.js";
import { twoPanes, useMedia } from "../../core/media.js";
import { askPosition, positionState, useHere } from "../../core/position.js";
import { changeQuery, go, usePlace } from "../../core/router.js";
import { html, useEffect, useRef, useState } from "../../core/view.js";
import { useTitle } from "../../parts/head.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { notify } from "../../parts/toast.js";
import { Finder, Subjects } from "./finder.js";
import { ListHead, MuseumList } from "./list.js";
import { usePages } from "./pages.js";
import { PlaceChip } from "./place-chip.js";
import { countParams, listParams, readSearch } from "./query.js";
import { ListPane } from "./sheet.js";

/** The search in the address; the previous one while another screen is loading. */
function useSearch() {
  const { path, query } = usePlace();
  const last = useRef(readSearch(query));
  if (path === "/museums") last.current = readSearch(query);
  return last.current;
}

/** The map's pane, which the list does not need. @type {typeof import("./map-pane.js").MapPane | undefined} */
let MapPane;

/** @param {boolean} isNeeded */
function useMapPane(isNeeded) {
  const [, renderAgain] = useState(false);
  useEffect(() => {
    if (!isNeeded || MapPane) return;
    import("./map-pane.js").then((loaded) => {
      MapPane = loaded.MapPane;
      renderAgain(true);
    }, () => notify({ sentence: texts("museums").mapFailed }));
  }, [isNeeded]);
  return MapPane;
}

/** The filters, which few visits need. */
const Filters = later(async () => {
  const [module] = await Promise.all([import("./filters.js"), loadTexts("museum-filters")]);
  return module.Filters;
});

/** @param {string} words */
const searchWords = (words) => changeQuery({ q: words, bbox: null, museum: null });
/** @param {string} category */
const chooseSubject = (category) => changeQuery({ category, museum: null });
/** @param {"list" | "map"} view */
const showView = (view) => changeQuery({ view: view === "map" ? "map" : null }, { pushes: true });
/** @param {string} bbox */
const searchArea = (bbox) => changeQuery({ bbox, museum: null }, { pushes: true });

export function Browser() {
  const text = useTexts("museums");
  useTitle(text.title);
  const search = useSearch();
  const { here, state } = useHere();
  const isWide = useMedia(twoPanes);
  const hasMap = isWide || search.view === "map";
  const isSheet = hasMap && !isWide;
  const Pane = useMapPane(hasMap);
  const pages = usePages(listParams(search, here));
  const subjects = useAnswer("museums.categories", {});
  const isFiltered = search.city || search.country || search.radius || search.isOpenNow;
  const [lifted, setLifted] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const counts = useAnswer("museums.search", isOpen ? countParams(search, here) : null, { isKept: false }).value
    ?.facets;

  /** Chooses a pin; another press of the chosen one opens its museum. @param {string} id */
  const choose = (id) => {
    if (id === search.museum) go(`/museums/${encodeURIComponent(id)}`);
    else changeQuery({ museum: id });
  };
  const locate = async () => {
    if (await askPosition()) changeQuery({ near: null, place: null, bbox: null });
    else notify({ sentence: positionState.current === "denied" ? text.denied : text.notLocated });
  };

  const tools = html`<div class="tools">
    ${
    isSheet && html`
      <${IconButton} class="raised" icon="back" label=${text.backToMain}
        onClick=${() => showView("list")} />
    `
  }
    <${Finder} words=${search.words} onSearch=${searchWords}>
      <${IconButton} class="edge-end" icon="filter" label=${text.filters} pressed=${isOpen ? "true" : "false"}
        onClick=${() => setIsOpen(!isOpen)} /><//>
    <${Subjects} entries=${subjects.value?.items ?? []} value=${search.category} counts=${counts?.categories}
      isOpen=${isOpen} onChange=${chooseSubject}><a class="chip" href="/museums/marked"><${Icon} name="star"
        size="small" />${text.marked}</a><${PlaceChip} search=${search} here=${here} />
      ${
    search.bbox && html`
      <button type="button" class="chip" aria-pressed="true"
        onClick=${() => changeQuery({ bbox: null })}>${text.inArea}<${Icon} name="close" size="tiny" />
              <span class="for-readers">${text.leaveArea}</span></button>
    `
  }<//>
    ${
    (isOpen || isFiltered) && html`
      <${Filters} search=${search} here=${here} counts=${counts} country=${pages.items[0]?.countryCode}
        isOpen=${isOpen} />
    `
  }
  </div>`;

  return html`<main class=${`museums ${hasMap ? "with-map" : ""}`} id="main">
    ${
    hasMap && (Pane
      ? html`
        <${Pane} search=${search} here=${here} items=${pages
          .items} lifted=${lifted} origin=${search.place && search.near ? search.near : here}
          onChoose=${choose} onArea=${searchArea} onLocate=${locate}>${isSheet && tools}<//>
      `
      : html`<div class="map-pane">${isSheet && tools}</div>`)
  }
    <${ListPane} isSheet=${isSheet}>
      ${!isSheet && tools}
      <${ListHead} search=${search} here=${here} state=${state} page=${pages.answer.value} onLocate=${locate} />
      ${
    !hasMap && html`<button type="button" class="button main small view-map" onClick=${() => showView("map")}>
      <${Icon} name="place" size="small" />${text.viewMap}</button>`
  }
      <${MuseumList} pages=${pages} search=${search} here=${here} onLift=${setLifted} />
    <//>
  </main>`;
}
