/** Today's news of a place. Stored news of another day is never shown. */
import { useAnswer } from "../../core/answer.js";
import { useChange, useNow } from "../../core/clock.js";
import { longDate, timeOf, today } from "../../core/dates.js";
import { useTexts } from "../../core/languages.js";
import { isOfToday, newsOfToday } from "../../core/news-day.js";
import { useHere } from "../../core/position.js";
import { html } from "../../core/view.js";
import { Head } from "../../parts/head.js";
import { Icon } from "../../parts/icon.js";
import { Invitation } from "../../parts/invitation.js";
import { NewsList } from "../../parts/news-list.js";
import { AnswerStrips, Empty, Failed, Skeleton } from "../../parts/states.js";

const renewalMs = 10 * 60_000;

export default function NewsScreen() {
  const text = useTexts("news");
  const { here, state } = useHere();
  const now = useNow();
  const where = here && { latitude: here.latitude, longitude: here.longitude };
  const answer = useAnswer("news.local", where, { everyMs: renewalMs, accepts: (news) => isOfToday(news) });
  const zone = answer.value?.timeZone;
  const date = today(zone, now);
  useChange(date, answer.refresh);
  // News fetched before midnight is hidden at midnight, even while the page stays open.
  const news = newsOfToday(answer.value, now);
  const subject = news?.scope === "country" ? news.country : news?.city;
  return html`
    <main class="page news-page" id="main">
      <${Head} title=${text.title} back="/" />
      ${!here && html`<${Invitation} state=${state} />`}
      ${here &&
        html`<p class="muted">${subject ? text.about(subject, longDate(date, date)) : longDate(date, date)}</p>`}
      ${news && html`
        <${AnswerStrips} answer=${answer} zone=${zone} />
        <${News} news=${news} fetchedAt=${answer.fetchedAt} />
      `}
      ${here && !news && html`<${NoNews} answer=${answer} date=${date} />`}
    </main>
  `;
}

/** @param {{ answer: import("../../core/answer.js").Answer<any>, date: string }} props */
function NoNews({ answer, date }) {
  const text = useTexts("news");
  const { problem, value, fetchedAt } = answer;
  // Just fetched, yet of another day: the device's clock is wrong, and loading again does not help.
  if (!problem && value && today(value.timeZone, fetchedAt) === date) {
    return html`<${Empty} title=${text.unavailable} />`;
  }
  if (!problem) return html`<${Skeleton} rows=${6} />`;
  return html`
    <${Failed} problem=${answer.problem} onAgain=${answer.refresh}
      title=${problem.isOffline ? text.offline : text.unavailable} />
  `;
}

/** @param {{ news: import("../../contract/types.d.ts").NewsLocalResult, fetchedAt?: number }} props */
function News({ news, fetchedAt }) {
  const text = useTexts("news");
  const core = useTexts("core");
  return html`<div>
    ${
    news.items.length === 0
      ? html`
        <${Empty} title=${text.empty}>
          <p class="muted">${text.emptyNote}</p>
          <//>
      `
      : html`${news.scope === "country" && html`<p class="note muted">${text.byCountry}</p>`}
        <${NewsList} items=${news.items.slice(0, 10)} zone=${news.timeZone} hasSummary=${true} />`
  }
    ${
    news.missing.length > 0 &&
    html`<p class="note muted missing"><${Icon} name="note" size="small" /><span>${
      text.missing(news.missing)
    }</span></p>`
  }
    ${
    fetchedAt &&
    html`<p class="aged"><${Icon} name="clock" size="tiny" />${core.updatedAt(timeOf(fetchedAt, news.timeZone))}</p>`
  }
    <p class="text-1 muted credit">${news.attribution}</p></div>`;
}
