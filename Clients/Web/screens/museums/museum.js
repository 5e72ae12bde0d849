/** One museum. */
import "../../contract/museum-methods.js";
import { beginAnswer, useAnswer } from "../../core/answer.js";
import { language, loadTexts, useTexts } from "../../core/languages.js";
import { twoPanes, useMedia } from "../../core/media.js";
import { distance, useHere } from "../../core/position.js";
import { goBack } from "../../core/router.js";
import { html, useState } from "../../core/view.js";
import { Head, useTitle } from "../../parts/head.js";
import { Icon, IconButton } from "../../parts/icon.js";
import { later } from "../../parts/later.js";
import { MuseumPicture } from "../../parts/museum-picture.js";
import { AnswerStrips, Failed, SignedOut, Skeleton } from "../../parts/states.js";
import { Facts } from "./facts.js";
import { siteOf } from "./links.js";
import { Nearby } from "./nearby.js";
import { useSpare } from "./spare.js";
import { Ways } from "./ways.js";
import { Where } from "./where.js";
import { ofLanguage } from "./words.js";

/** @typedef {import("../../contract/types.d.ts").MuseumsGetResult} Details */

/** The marks, which load after the museum. */
const MarkButtons = later(async () => {
  const [module] = await Promise.all([import("./marks.js"), loadTexts("museumMarks")]);
  return module.MarkButtons;
}, () => null);

/** Requests the museum before the screen is drawn. @param {{ id: string }} props */
export const begin = ({ id }) => beginAnswer("museums.get", { id });

/** @param {{ id: string }} props */
export default function Museum({ id }) {
  const text = useTexts("museums");
  const answer = useSpare(
    useAnswer("museums.get", { id }),
    id,
    async (kept) => kept ? undefined : (await import("./kept-museums.js")).keptMuseum(id),
  );
  const { value, problem, isLoading } = answer;
  if (value) return html`<${Page} key=${id} answer=${answer} />`;
  const isClosed = problem?.status === 401;
  return html`<main class="page" id="main"><${Head} title=${text.one} back="/museums" />${
    isLoading || !problem
      ? html`<${Skeleton} rows=${5} />`
      : isClosed
      ? html`<${SignedOut} sentence=${text.signedOut} />`
      : html`<${Failed} problem=${problem} onAgain=${problem.status === 404 ? undefined : answer.refresh} />`
  }</main>`;
}

/** @param {{ answer: import("../../core/answer.js").Answer<Details> }} props */
function Page({ answer }) {
  const text = useTexts("museums");
  const core = useTexts("core");
  const { here } = useHere();
  const museum = /** @type {Details} */ (answer.value);
  useTitle(museum.name);
  const metres = here ? distance(here, museum.location) : undefined;
  const isOther = museum.language !== language.current;
  const lang = isOther ? museum.language : undefined;
  const isWide = useMedia(twoPanes);
  const where = html`<${Where} museum=${museum} here=${here} metres=${metres} />`;
  const founded = museum.founded && text.founded(museum.founded);
  return html`
    <main class="museum" id="main">
      <div class="lead">
        <${Lead} museum=${museum} />
        <${IconButton} class="raised" icon="back" label=${core.back} onClick=${() => goBack("/museums")} />
        <${MarkButtons} museum=${museum} />
        ${isWide && where}
      </div>
      <div class="about">
          <${AnswerStrips} answer=${answer} />
          <p class="text-2 muted">${[museum.categoryName, founded].filter(Boolean).join(" · ")}</p>
          <h1 class="text-5" tabindex="-1" lang=${lang}>${museum.name}</h1>
          ${isOther && html`<p class="note muted"><${Icon} name="globe" size="small" />
        <span>${ofLanguage(text.otherLanguage, museum.language)}</span></p>`}
          <${Ways} museum=${museum} metres=${metres} />
          ${museum.description && html`<p class="description" lang=${lang}>${museum.description}</p>`}
          <${Facts} museum=${museum} lang=${lang} />
      ${!isWide && where}
          <${Nearby} museum=${museum} />
        </div>
    </main>
  `;
}

/** The picture with its credit; a drawing is labelled as one. @param {{ museum: Details }} props */
function Lead({ museum }) {
  const text = useTexts("museums");
  const [isPhotograph, setIsPhotograph] = useState(false);
  const { picture } = museum;
  const site = siteOf(picture?.page) ?? siteOf(picture?.url);
  const credit = picture && [picture.author, picture.licence].filter(Boolean).join(", ");
  return html`
    <${MuseumPicture} museum=${museum} isFirst=${true} sizes="(min-width: 75rem) 36rem, (min-width: 56rem) 25rem, 100vw"
      onShow=${setIsPhotograph} />
    <p class="credit">${isPhotograph ? "" : picture ? text.drawingInstead : text.drawing}${picture && (site
      ? html`
        <a class="underlined" href=${site.href} target="_blank"
          rel="noreferrer">${text.photograph(credit || site.name)}</a>
      `
      : isPhotograph && text.photograph(credit || museum.name))}</p>
  `;
}
