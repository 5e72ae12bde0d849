/** The groups of the university by faculty, speciality and year of study. */
import "../../contract/timetable-methods.js";
import { html } from "../../core/view.js";
import { useAnswer } from "../../core/answer.js";
import { useTexts } from "../../core/languages.js";
import { Icon } from "../../parts/icon.js";
import { Shown } from "../../parts/states.js";

/**
 * @typedef {import("../../contract/types.d.ts").ScheduleFaculty} Faculty
 * @typedef {import("../../contract/types.d.ts").ScheduleSpeciality} Speciality
 * @typedef {import("../../contract/types.d.ts").ScheduleCourse} Course
 * @typedef {(owner: import("./owners.js").Owner) => void} OnChoose
 */

/** @param {{ onChoose: OnChoose }} props */
export function Faculties({ onChoose }) {
  const answer = useAnswer("schedule.faculties", {});
  return html`
    <${Shown} answer=${answer} rows=${6}>${(/** @type {{ items: Faculty[] }} */ { items }) =>
      html`<ul class="rows faculties">${
        items.map((faculty, index) =>
          html`
            <li key=${index}>
              <${FacultyRow} faculty=${faculty} onChoose=${onChoose} />
            </li>
          `
        )
      }</ul>`}<//>
  `;
}

/** @param {{ faculty: Faculty, onChoose: OnChoose }} props */
function FacultyRow({ faculty: { name, abbreviation, specialities }, onChoose }) {
  const text = useTexts("timetableParts").faculties;
  return html`<details>
    <summary><span class="grow"><span class="strong">${abbreviation ?? name ?? text.noFaculty}</span>${" "}${
    abbreviation && name && html`
      <span class="text-2 muted">${name}</span>
    `
  }</span><${Icon} name="down" size="small" /></summary>
    ${
    specialities.map((speciality, index) =>
      html`<${SpecialityRow} key=${index} speciality=${speciality} onChoose=${onChoose} />`
    )
  }
  </details>`;
}

/** @param {{ speciality: Speciality, onChoose: OnChoose }} props */
function SpecialityRow({ speciality: { name, abbreviation, courses }, onChoose }) {
  const text = useTexts("timetableParts").faculties;
  return html`<details class="inner">
    <summary><span class="grow">${name ?? abbreviation ?? text.noSpeciality}</span><${Icon} name="down"
      size="small" /></summary>
    ${courses.map((course, index) => html`<${CourseRow} key=${index} course=${course} onChoose=${onChoose} />`)}
  </details>`;
}

/** @param {{ course: Course, onChoose: OnChoose }} props */
function CourseRow({ course: { course, groups }, onChoose }) {
  const text = useTexts("timetableParts").faculties;
  return html`
    <div class="course">
      <h3 class="text-2 muted">${course ? text.course(course) : text.noCourse}</h3>
      <p class="actions">${groups.map((number) =>
        html`
          <button type="button" key=${number} class="button quiet small"
            onClick=${() => onChoose({ kind: "group", id: number, name: number })}>${number}</button>
        `
      )}</p>
    </div>
  `;
}
