/** The states that every screen shares: kept, offline, stale, simulated, empty, failed, loading. */
import { html, useEffect, useState } from "../core/view.js";
import { momentOf } from "../core/dates.js";
import { texts, useTexts } from "../core/languages.js";
import { usePlace } from "../core/router.js";
import { ageOf } from "./age.js";
import { Icon } from "./icon.js";

/** @typedef {import("../core/problem.js").Problem} Problem */

/**
 * A line across a screen that shows its state.
 * @param {{ icon: string, isWarning?: boolean, children?: unknown }} props
 */
export const Strip = ({ icon, isWarning, children }) =>
  html`<div class=${`strip ${
    isWarning ? "warning" : ""
  }`} role="status"><${Icon} name=${icon} size="small" />${children}</div>`;

/**
 * The strips for an answer: a kept one that a call is about to replace, no connection, an old value, simulated data.
 * @param {{ answer: import("../core/answer.js").Answer<any>, zone?: string }} props
 */
export function AnswerStrips({ answer, zone }) {
  const text = useTexts("core");
  const { value, fetchedAt, problem, isKept, isLoading } = answer;
  if (value === undefined) return null;
  const age = fetchedAt === undefined ? "" : momentOf(fetchedAt, zone);
  return html`
    ${isKept && isLoading && !problem && html`<${Age} fetchedAt=${fetchedAt} zone=${zone} />`}
    ${problem?.isOffline && html`<${Strip} icon="offline"><span>${text.offline.keptAt(age)}</span><//>`}
    ${problem && !problem.isOffline && html`<${Strip} icon="warning" isWarning><span>${text.failed.keptAt(age)}</span>
      <button type="button" class=${`button bare ${
      isLoading ? "running" : ""
    }`} onClick=${answer.refresh}>${text.failed.again}</button><//>`}
    ${!problem && value?.isStale && html`<${Strip} icon="clock" isWarning><span>${text.stale}</span><//>`}
    ${value?.source === "simulator" && html`<${Strip} icon="note"><span>${text.simulated}</span><//>`}
  `;
}

/**
 * The age of a kept value while a call takes long; in the place of notices, so that the content does not move.
 * @param {{ fetchedAt: number, zone?: string }} props
 */
function Age({ fetchedAt, zone }) {
  const text = useTexts("core");
  return useDelay(1000) &&
    html`
      <div class="toasts age">
        <${Strip} icon="clock">${ageOf(fetchedAt, text.updatedAt, zone)}<//></div>
    `;
}

/**
 * The empty state of a screen: a small drawing, one sentence, one action.
 * @param {{ title: string, children?: unknown, drawing?: () => unknown }} props
 */
export const Empty = ({ title, children, drawing: Drawing = Ring }) =>
  html`<div class="empty"><${Drawing} /><h2>${title}</h2>${children}</div>`;

const Ring = () =>
  html`
    <svg class="drawing blank" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="26" />
      <circle cx="32" cy="32" r="6" />
    </svg>
  `;

export const Broken = () =>
  html`
    <svg class="drawing broken" viewBox="0 0 64 64" aria-hidden="true">
      <path d="M45 9.5a26 26 0 0 1 0 45M19 54.5a26 26 0 0 1 0-45" />
      <circle cx="32" cy="32" r="6" />
    </svg>
  `;

/** The sentence that explains an error to people. @param {Problem} problem */
export function sentenceOf(problem) {
  const text = texts("core");
  if (problem.isOffline) return text.offline.sentence;
  const sentence = problem.detail ?? problem.title ?? text.failed.sentence;
  const tries = problem.details?.triesLeft;
  return typeof tries === "number" ? `${sentence} ${text.triesLeft(tries)}` : sentence;
}

/**
 * The state of a failed load, with a button that tries again.
 * @param {{ problem: Problem, title?: string, onAgain?: () => void }} props
 */
export function Failed({ problem, title, onAgain }) {
  const text = useTexts("core");
  const heading = title ?? (problem.isOffline ? text.offline.title : text.failed.title);
  return html`<${Empty} drawing=${Broken} title=${heading}><p class="muted">${sentenceOf(problem)}</p>
    ${
    onAgain && html`<button type="button" class="button quiet small" onClick=${onAgain}>
      <${Icon} name="refresh" size="small" />${text.failed.again}</button>`
  }<//>`;
}

/**
 * Static shapes in the layout of the final rows, shown after 150 ms.
 * @param {{ rows?: number }} props
 */
export function Skeleton({ rows = 3 }) {
  const text = useTexts("core");
  const isDue = useDelay(150);
  return html`<div class=${`skeleton ${
    isDue ? "" : "hidden"
  }`} aria-busy="true" role="status" aria-label=${text.loading}>
    ${Array.from({ length: rows }, () => html`<div><i></i><div><i></i><i></i></div></div>`)}</div>`;
}

/** True once the delay has passed. @param {number} milliseconds */
function useDelay(milliseconds) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), milliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isDue;
}

/**
 * Shows an answer: a skeleton while it loads, its error if there is no value, or else strips and content.
 * @param {{ answer: import("../core/answer.js").Answer<any>, rows?: number, zone?: string,
 *   children: (value: any) => unknown }} props
 */
export function Shown({ answer, rows, zone, children }) {
  if (answer.value === undefined) {
    return answer.problem && !answer.isLoading
      ? html`<${Failed} problem=${answer.problem} onAgain=${answer.refresh} />`
      : html`<${Skeleton} rows=${rows} />`;
  }
  return html`<${AnswerStrips} answer=${answer} zone=${zone} />${children(answer.value)}`;
}

/** An error beside its cause, announced at once. @param {{ problem?: Problem }} props */
export const ProblemNote = ({ problem }) =>
  html`<div role="alert">${
    problem && html`<p class="note danger"><${Icon} name="warning" size="small" />
    <span>${sentenceOf(problem)}</span></p>`
  }</div>`;

/** An invitation to sign in, for screens that need an account. @param {{ sentence: string }} props */
export function SignedOut({ sentence }) {
  const text = useTexts("core");
  const { path, query } = usePlace();
  const back = encodeURIComponent(query.size > 0 ? `${path}?${query}` : path);
  return html`<${Empty} title=${text.signedOut.title}><p class="muted">${sentence}</p>
    <a class="button main small" href=${`/sign-in?next=${back}`}>${text.signedOut.signIn}</a><//>`;
}
