/** The picker of a group or a lecturer: favourites and recent ones first, then the university's catalogues. */
import "../../contract/timetable-methods.js";
import { html, useEffect, useRef, useState } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { settings } from "../../core/settings.js";
import { useId } from "../../core/id.js";
import { Options } from "../../parts/options.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { Failed, Skeleton } from "../../parts/states.js";
import { isSame } from "./owners.js";

/**
 * @typedef {import("./owners.js").Owner} Owner
 * @typedef {ReturnType<typeof import("./owners.js").useFavourites>} Favourites
 * @typedef {Owner & { note?: string }} Listed
 */

const Faculties = later(async () => {
  const [module] = await Promise.all([import("./faculties.js"), loadTexts("timetableParts")]);
  return module.Faculties;
});

const typingPause = 150;
const pageLength = 30;

/** The value once it has not changed for a while. @param {string} value */
function useSettled(value) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value ? typingPause : 0);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * The entries of a catalogue that match; those of the previous query stay until new ones arrive.
 * @param {"group" | "lecturer"} kind @param {string} query
 */
function useCatalogue(kind, query) {
  const text = useTexts("timetable");
  const params = { query: query || undefined, limit: pageLength };
  const isKept = !query;
  const groups = useAnswer("schedule.groups", kind === "group" ? params : null, { isKept });
  const lecturers = useAnswer("schedule.lecturers", kind === "lecturer" ? params : null, { isKept });
  /** @type {Listed[] | undefined} */
  const items = kind === "group"
    ? groups.value?.items.map((group) => ({
      kind,
      id: group.number,
      name: group.number,
      note: [group.facultyAbbreviation, group.specialityAbbreviation, group.course && text.course(group.course)]
        .filter(Boolean).join(" · "),
    }))
    : lecturers.value?.items.map((lecturer) => ({
      kind,
      id: lecturer.slug,
      name: lecturer.shortName,
      note: [lecturer.degree, lecturer.rank, ...lecturer.departments].filter(Boolean).join(", "),
    }));
  const answer = kind === "group" ? groups : lecturers;
  const last = useRef({ kind, items });
  if (items || last.current.kind !== kind) last.current = { kind, items };
  return {
    items: last.current.items,
    hasMore: Boolean(answer.value?.nextCursor),
    problem: answer.problem,
    refresh: answer.refresh,
  };
}

/**
 * @param {{ chosen?: Owner, initialKind?: "group" | "lecturer", favourites: Favourites,
 *   onChoose: (owner: Owner) => void }} props
 */
export function Picker({ chosen, initialKind = "group", favourites, onChoose }) {
  const text = useTexts("timetable");
  // As they are when the picker opens: the list must not move while a timetable behind it arrives.
  const [recentTimetables] = useState(settings.current.recentTimetables ?? []);
  const [kind, setKind] = useState(chosen?.kind ?? initialKind);
  const [isBrowsing, setIsBrowsing] = useState(false);
  const [query, setQuery] = useState("");
  const id = useId();
  const settled = useSettled(query.trim());
  const catalogue = useCatalogue(kind, settled);
  const starred = favourites.items.filter((owner) => owner.kind === kind);
  const recent = recentTimetables.filter((owner) => owner.kind === kind && !favourites.has(owner));
  const list = { chosen, favourites, onChoose };
  return html`<div class="timetable-picker">
    <${Options} label=${text.kinds} value=${kind} class="roomy"
      options=${[{ value: "group", name: text.groups }, { value: "lecturer", name: text.lecturers }]}
      onChange=${(/** @type {any} */ next) => setKind(next)} />
    <a class="button bare" href="/timetable/rooms">${text.rooms}</a>
    ${
    kind === "group" && html`
      <button type="button" class="button bare" aria-expanded=${isBrowsing}
        onClick=${() => setIsBrowsing(!isBrowsing)}>${text.byFaculty}<${Icon} name="down" size="small" /></button>
      ${isBrowsing && html`<${Faculties} onChoose=${onChoose} />`}
    `
  }
    <label class="for-readers" for=${id}>${text.search[kind]}</label>
    <div class="field"><${Icon} name="search" size="small" /><input id=${id} type="search" value=${query}
      autocomplete="off" maxlength="100" enterkeyhint="search" placeholder=${text.search[kind]}
      onInput=${(/** @type {any} */ event) => setQuery(event.target.value)} /></div>
    ${
    !query && html`
      <${OwnerList} title=${text.favourites} items=${starred} ...${list} />
      <${OwnerList} title=${text.recent} items=${recent} ...${list} />
    `
  }
    <${Found} title=${query ? text.found : text.all[kind]} catalogue=${catalogue} query=${settled} ...${list} />
  </div>`;
}

/**
 * @param {{ title: string, catalogue: ReturnType<typeof useCatalogue>, query: string, chosen?: Owner,
 *   favourites: Favourites, onChoose: (owner: Owner) => void }} props
 */
function Found({ title, catalogue, query, ...list }) {
  const text = useTexts("timetable");
  const { items, problem, hasMore } = catalogue;
  if (!items) {
    return problem
      ? html`<${Failed} problem=${problem} onAgain=${catalogue.refresh} />`
      : html`<${Skeleton} rows=${4} />`;
  }
  return html`
    <${OwnerList} title=${title} items=${items} ...${list} />
    <p class="text-2 muted picker-note" role="status">${items.length === 0
      ? text.nothingFound(query)
      : hasMore
      ? text.onlyFirst(items.length)
      : ""}</p>
  `;
}

/**
 * @param {{ title: string, items: Listed[], chosen?: Owner, favourites: Favourites,
 *   onChoose: (owner: Owner) => void }} props
 */
function OwnerList({ title, items, chosen, favourites, onChoose }) {
  const text = useTexts("timetable");
  if (items.length === 0) return null;
  return html`
    <h3 class="text-2 strong muted picker-head">${title}</h3>
    <ul class="rows">${items.map((owner) => {
      const isStarred = favourites.has(owner);
      const plain = { kind: owner.kind, id: owner.id, name: owner.name };
      return html`<li key=${owner.id} class="item owner"><button type="button" class="grow"
        aria-current=${isSame(owner, chosen) ? "true" : undefined} onClick=${() => onChoose(plain)}>
        <span class="strong">${owner.name}</span>${
        owner.note && html`<span class="text-2 muted">${owner.note}</span>`
      }</button>
        <${IconButton} icon=${isStarred ? "star-filled" : "star"} class="edge-end" pressed=${isStarred}
          label=${text.star(owner.name)} onClick=${() => favourites.toggle(plain)} /></li>`;
    })}</ul>
  `;
}
