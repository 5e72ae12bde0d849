/** News as rows: the time, the title, the publisher. */
import { timeOf } from "../core/dates.js";
import { useTexts } from "../core/languages.js";
import { html } from "../core/view.js";

/**
 * @param {{ items: import("../contract/types.d.ts").NewsArticle[], zone: string, hasSummary?: boolean }} props
 */
export function NewsList({ items, zone, hasSummary }) {
  const text = useTexts("news");
  return html`<ul class="rows news">${
    items.map((item) =>
      html`<li key=${item.url}><a href=${item.url} target="_blank" rel="noopener noreferrer" title=${text.opens}>
        <time datetime=${item.publishedAt}>${timeOf(item.publishedAt, zone)}</time>
        <div><p class="strong">${item.title}</p>
          ${hasSummary && item.summary && html`<p class="text-2 summary">${item.summary}</p>`}
          <p class="meta">${item.publisher}</p></div></a></li>`
    )
  }</ul>`;
}
