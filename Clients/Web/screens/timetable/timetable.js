/** The timetable of a group or a lecturer: now and next, weeks and days, the feed, exams. */
import "../../contract/timetable-methods.js";
import { html, useEffect } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useNow } from "../../core/clock.js";
import { useHints } from "../../core/events.js";
import { loadTexts, useTexts } from "../../core/languages.js";
import { changeQuery, go, useQuery } from "../../core/router.js";
import { changeSettings, settings, useSettings } from "../../core/settings.js";
import { partsIn } from "../../core/dates.js";
import { afterTap } from "../../core/tap.js";
import { planOf, presentAt, zone } from "../../core/timetable.js";
import { Head } from "../../parts/head.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { laterSheet } from "../../parts/later-sheet.js";
import { closeSheet, Sheet } from "../../parts/sheet.js";
import { AnswerStrips, Empty, Failed, Skeleton } from "../../parts/states.js";
import { notify } from "../../parts/toast.js";
import { Extras } from "./extras.js";
import { NowCard } from "./now-card.js";
import { addressOf, isSame, noteRecent, paramsOf, useFavourites, useSubgroup } from "./owners.js";
import { Picker } from "./picker.js";
import { Tools } from "./tools.js";
import { DayView, ExamsView, FeedView } from "./views.js";

/** @typedef {import("./owners.js").Owner} Owner */

const RoomSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./room.js"), loadTexts("timetableParts")]);
  return module.RoomSheet;
});
const CalendarSheet = laterSheet(async () => {
  const [module] = await Promise.all([import("./calendar-sheet.js"), loadTexts("calendars")]);
  return module.CalendarSheet;
});
const Changed = later(async () => {
  const [module] = await Promise.all([import("./changed.js"), loadTexts("timetableParts")]);
  return module.Changed;
}, () => null);

/** The interval at which the shown timetable is loaded again, in milliseconds. */
const refreshEvery = 30 * 60_000;

/** @type {Record<string, "group" | "lecturer">} */
const kinds = { groups: "group", lecturers: "lecturer" };

/** @param {{ kind?: string, id?: string }} props */
export default function Screen({ kind, id }) {
  const { timetable, recentTimetables = [] } = useSettings();
  const favourites = useFavourites();
  if (!kind || !kinds[kind] || !id) {
    return timetable
      ? html`<${OwnerScreen} owner=${timetable} favourites=${favourites} />`
      : html`<${FirstChoice} favourites=${favourites} />`;
  }
  const owner = { kind: kinds[kind], id, name: id };
  const known = [timetable, ...recentTimetables].find((one) => isSame(one, owner));
  return html`<${OwnerScreen} key=${`${kind} ${id}`} owner=${known ?? owner} favourites=${favourites} />`;
}

/** @param {{ favourites: ReturnType<typeof useFavourites> }} props */
function FirstChoice({ favourites }) {
  const text = useTexts("timetable");
  const pinned = favourites.items.find(({ isPinned }) => isPinned);
  useEffect(() => {
    // The choice of another device of this account.
    if (pinned) {
      const { kind, id, name, subgroup } = pinned;
      changeSettings({ timetable: { kind, id, name, subgroup, isPinned: true } });
    }
  }, [pinned?.id]);
  /** @param {Owner} owner */
  const choose = (owner) => {
    changeSettings({ timetable: owner });
    favourites.pin(owner);
    afterTap(() => scrollTo(0, 0));
  };
  return html`
    <main class="page timetable-choice" id="main">
      <${Head} title=${text.title} />
      <p class="muted">${text.firstSentence}</p>
      <${Picker} favourites=${favourites} onChoose=${choose} />
    </main>
  `;
}

/** @param {Owner} owner */
function useTimetable(owner) {
  const isGroup = owner.kind === "group";
  const options = { everyMs: refreshEvery };
  const ofGroup = useAnswer("schedule.forGroup", isGroup ? { group: owner.id } : null, options);
  const ofLecturer = useAnswer("schedule.forLecturer", isGroup ? null : { lecturer: owner.id }, options);
  const exams = useAnswer("schedule.exams", paramsOf(owner), options);
  const answer = isGroup ? ofGroup : ofLecturer;
  // An owner that the server does not know is no topic.
  const topic = answer.value ? `timetable:${owner.id}` : null;
  useHints(topic, answer.refresh);
  useHints(topic, exams.refresh);
  return { answer, exams };
}

/** @param {{ owner: Owner, favourites: ReturnType<typeof useFavourites> }} props */
function OwnerScreen({ owner, favourites }) {
  const text = useTexts("timetable");
  const { recentTimetables = [] } = useSettings();
  const { answer, exams } = useTimetable(owner);
  const { value } = answer;
  const { seen } = recentTimetables.find((one) => isSame(one, owner)) ?? {};
  const name = value?.group?.number ?? value?.lecturer?.shortName ?? owner.name;
  const named = { kind: owner.kind, id: owner.id, name };
  useEffect(() => {
    if (value) noteRecent(named, value.fetchedAt);
  }, [value !== undefined, name]);
  const isStarred = favourites.has(owner);
  const isFeed = useQuery("view") === "feed";
  const heading = html`<h1 tabindex="-1"><button type="button" class="picker" aria-haspopup="dialog"
    title=${text.choose} onClick=${() => changeQuery({ choose: "1" }, { pushes: true })}>${name}<${Icon}
    name="down" /></button></h1>`;
  return html`
    <main class="page two timetable" id="main">
      <div>
        <${Head} title=${name} heading=${heading}>
          <${IconButton} icon=${isStarred ? "star-filled" : "star"} pressed=${isStarred}
            label=${text.star(name)} onClick=${() => favourites.toggle(named)} />
          <${IconButton} class="edge-end" icon="list" pressed=${isFeed} label=${text.feed}
            onClick=${() => changeQuery({ view: isFeed ? null : "feed" })} /><//>
        <${FirstNote} owner=${named} onPin=${favourites.pin} />
        <${AnswerStrips} answer=${answer} zone=${zone} />
        ${seen && value?.changedAt && Date.parse(value.changedAt) > Date.parse(seen) && html`
          <${Changed} owner=${named} since=${seen} changedAt=${value.changedAt} />
        `}
        ${value?.hasTimetable && html`<${LeftPane} owner=${owner} answer=${answer} exams=${exams} />`}
      </div>
      ${value?.hasTimetable ? html`<${RightPane} owner=${owner} answer=${answer} exams=${exams} />` : html`
        <div class="lessons-pane">
          <${NoTimetable} answer=${answer} owner=${named} />
        </div>
      `}
    </main>
    <${Sheets} owner=${named} favourites=${favourites} />
  `;
}

/** @param {Owner} chosen */
function choose(chosen) {
  const isFirst = settings.current.timetable === undefined;
  if (isFirst) changeSettings({ timetable: chosen });
  go(addressOf(chosen), { replaces: true });
  afterTap(() => scrollTo(0, 0));
}

/**
 * The sheet that the address opens. A component of its own, so that opening it renders nothing else again.
 * @param {{ owner: Owner, favourites: ReturnType<typeof useFavourites> }} props
 */
function Sheets({ owner, favourites }) {
  const text = useTexts("timetable");
  const isChoosing = useQuery("choose");
  const hasCalendar = useQuery("calendar");
  const room = useQuery("room");
  return html`
    ${isChoosing && html`
      <${Sheet} title=${text.kinds} class="timetable-sheet" onClose=${() => closeSheet("choose")}>
        <${Picker} chosen=${owner} favourites=${favourites} onChoose=${choose} />
        <//>
    `}
    ${room && html`<${RoomSheet} name=${room} onClose=${() => closeSheet("room")} />`}
    ${hasCalendar && html`<${CalendarSheet} owner=${owner} onClose=${() => closeSheet("calendar")} />`}
  `;
}

/**
 * Shows which timetable opens first if it is not the one shown.
 * @param {{ owner: Owner, onPin: (owner: Owner) => void }} props
 */
function FirstNote({ owner, onPin }) {
  const text = useTexts("timetable");
  const { timetable } = useSettings();
  if (isSame(timetable, owner)) return null;
  const makeFirst = () => {
    changeSettings({ timetable: owner });
    onPin(owner);
    notify({ sentence: text.isFirst(owner.name) });
  };
  return html`<p class="strip first-note">${
    timetable &&
    html`<span>${text.opensFirst} <a class="underlined no-break" href="/timetable">${timetable.name}</a></span>`
  }
    <button type="button" class="button bare" onClick=${makeFirst}>${text.makeFirst}</button></p>`;
}

/**
 * @typedef {{ owner: Owner, answer: import("../../core/answer.js").Answer<any>,
 *   exams: import("../../core/answer.js").Answer<any> }} PaneProps
 */

/** The plan of the chosen subgroup, the current time, and the chosen day. @param {PaneProps} props */
function usePlan({ owner, answer, exams }) {
  const [asked, view] = [useQuery("day") ?? "", useQuery("view")];
  const subgroup = useSubgroup(owner);
  const now = useNow();
  const present = presentAt(now);
  const plan = planOf(answer.value, exams.value, {
    subgroup,
    seenOn: partsIn(answer.fetchedAt ?? now, zone).date,
  });
  const day = /^\d{4}-\d\d-\d\d$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : present.date;
  return { plan, now, present, subgroup, day, view };
}

/** @param {PaneProps} props */
function LeftPane(props) {
  const { plan, now, present, subgroup, day, view } = usePlan(props);
  const { owner, answer } = props;
  return html`
    <${NowCard} plan=${plan} now=${now} ofLecturer=${owner.kind === "lecturer"} />
    <${Tools} owner=${owner} timetable=${answer.value} subgroup=${subgroup} today=${present.date} day=${day}
      hasWeeks=${!view} />
  `;
}

/** @param {PaneProps} props */
function RightPane(props) {
  const { plan, present, day, view } = usePlan(props);
  const { owner, answer, exams } = props;
  const shared = { plan, present, ofLecturer: owner.kind === "lecturer" };
  return html`
    <div class="lessons-pane">${view === "feed"
      ? html`<${FeedView} ...${shared} />`
      : view === "exams"
      ? html`<${ExamsView} ...${shared} exams=${exams} />`
      : html`<${DayView} ...${shared} day=${day} />`}</div>
    <${Extras} plan=${plan} today=${present.date} answer=${answer} isOnExams=${view === "exams"}
      hasExams=${(exams.value?.lessons.length ?? 0) > 0} />
  `;
}

/** @param {{ answer: import("../../core/answer.js").Answer<any>, owner: Owner }} props */
function NoTimetable({ answer, owner }) {
  const text = useTexts("timetable");
  const { value, problem, isLoading } = answer;
  const isUnknown = problem?.status === 404;
  if (value || isUnknown) {
    return html`<${Empty} title=${isUnknown ? text.unknown(owner.name) : text.noTimetable}>
      <p class="muted">${isUnknown ? text.unknownNote : text.noTimetableNote}</p>
      <button type="button" class="button main small" onClick=${() =>
      changeQuery({ choose: "1" }, { pushes: true })}>${text.choose}</button><//>`;
  }
  return problem && !isLoading
    ? html`<${Failed} problem=${problem} onAgain=${answer.refresh} />`
    : html`<${Skeleton} rows=${5} />`;
}
