/** The switches of a timetable: the week of the cycle and the subgroup. */
import { html } from "../../core/view.js";
import { mondayOfWeek, subgroupsOf, weekOf } from "../../core/timetable.js";
import { addDays, weekdayOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { changeQuery } from "../../core/router.js";
import { changeSettings, settings } from "../../core/settings.js";
import { Options } from "../../parts/options.js";
import { isSame } from "./owners.js";

/**
 * @param {{ owner: import("./owners.js").Owner, timetable: import("../../core/timetable.js").Timetable,
 *   subgroup?: number, today: string, day: string, hasWeeks: boolean }} props
 */
export function Tools({ owner, timetable, subgroup, today, day, hasWeeks }) {
  const text = useTexts("timetable");
  const subgroups = owner.kind === "group" ? subgroupsOf(timetable) : [];
  /** @param {string} value */
  const chooseSubgroup = (value) => {
    const { timetable: first } = settings.current;
    if (!first || !isSame(first, owner)) return changeQuery({ subgroup: value });
    changeSettings({ timetable: { ...first, subgroup: value ? Number(value) : undefined } });
  };
  if (!hasWeeks && subgroups.length === 0) return null;
  return html`
    <div class="tools">
      ${hasWeeks && html`<${Weeks} today=${today} day=${day} />`}
      ${subgroups.length > 0 && html`<div><span class="text-1 muted" aria-hidden="true">${text.subgroup}</span>
        <${Options} label=${text.subgroup} value=${subgroup ? String(subgroup) : ""} options=${[
        { value: "", name: text.allSubgroups },
        ...subgroups.map((number) => ({ value: String(number), name: String(number) })),
      ]} onChange=${chooseSubgroup} /></div>`}
    </div>
  `;
}

/** The switch of the week. @param {{ today: string, day: string }} props */
export function Weeks({ today, day }) {
  const text = useTexts("timetable");
  const current = weekOf(today);
  /** @param {string} value */
  const choose = (value) => {
    const monday = mondayOfWeek(Number(value), today);
    const date = Number(value) === current ? today : addDays(monday, weekdayOf(day));
    changeQuery({ day: date === today ? null : date });
  };
  return html`<div><span class="text-1 muted" aria-hidden="true">${text.week}</span>
    <${Options} label=${text.week} value=${String(weekOf(day))} options=${
    [1, 2, 3, 4].map((week) => ({
      value: String(week),
      name: String(week),
      label: week === current ? text.currentWeek(week) : undefined,
      hasDot: week === current,
    }))
  } onChange=${choose} /></div>`;
}
