/** The share of the university's timetables that an answer about rooms is based on. */
import { html } from "../../core/view.js";
import { momentOf } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { zone } from "../../core/timetable.js";

/** @typedef {import("../../contract/types.d.ts").ScheduleRoomCoverage} Coverage */

/** @param {{ coverage: Coverage, fetchedAt: string, attribution: string }} props */
export function CoverageNote({ coverage, fetchedAt, attribution }) {
  const text = useTexts("timetableParts").rooms;
  const { groups, groupsRead, lecturers, lecturersRead, isSufficient } = coverage;
  const words = [text.coverage(groupsRead, groups, lecturersRead, lecturers)];
  if (groupsRead + lecturersRead > 0) words.push(text.oldest(momentOf(fetchedAt, zone)));
  if (!isSufficient) words.push(text.incomplete);
  return html`
    <div class="kept">
      <p class="aged">${words.join(" ")}</p>
      <p class="aged">${attribution}</p>
    </div>
  `;
}
