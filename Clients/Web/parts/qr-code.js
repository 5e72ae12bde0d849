/** The drawing of a QR code, dark on light in every theme, as cameras expect. */
import { html } from "../core/view.js";
import { qrCode } from "../core/qr.js";

/** The width of the light margin, in modules. */
const quiet = 4;

/** @param {{ content: string, label: string }} props */
export function QRCode({ content, label }) {
  const rows = qrCode(content);
  const size = rows.length + 2 * quiet;
  const path = rows.flatMap((row, y) =>
    [...row.join("").matchAll(/1+/g)].map((run) =>
      `M${run.index + quiet} ${y + quiet}h${run[0].length}v1h-${run[0].length}z`
    )
  ).join("");
  return html`
    <svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
      <rect width=${size} height=${size} fill="#fff" />
      <path d=${path} fill="#000" />
    </svg>
  `;
}
