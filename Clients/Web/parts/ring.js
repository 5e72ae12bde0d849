/** Rings: a value as part of a circle. The value is also written inside or beside the ring. */
import { html } from "../core/view.js";

/**
 * A ring with content in its middle.
 * @param {{ share: number, segments?: number, isLive?: boolean, isUrgent?: boolean, class?: string, width?: number,
 *   children?: unknown }} props `share`: 0 to 1. `segments`: the number of parts, such as ten for a pass of ten sets.
 *   `isLive`: in progress now. `isUrgent`: about to run out.
 */
export function Ring({ share, segments, isLive, isUrgent, class: extra, width = 7, children }) {
  const radius = 50 - width / 2;
  const kind = `${isLive ? "live" : ""} ${isUrgent ? "urgent" : ""}`;
  return html`
    <span class=${`ringed ${extra ?? ""}`}>
      <svg class=${`ring ${kind}`} viewBox="0 0 100 100" aria-hidden="true">
          ${segments ? segmentPaths(segments, Math.round(share * segments), radius, width) : html`
            <circle class="track" cx="50" cy="50" r=${radius} stroke-width=${width} />
            ${share > 0 && html`
              <circle class="value" cx="50" cy="50" r=${radius} pathLength="100" stroke-width=${width}
                stroke-dasharray=${`${Math.max(0, Math.min(1, share)) * 100} 100`} transform="rotate(-90 50 50)" />
            `}
          `}
        </svg>
      <span>${children}</span>
    </span>
  `;
}

/** @param {number} count @param {number} full @param {number} radius @param {number} width */
function segmentPaths(count, full, radius, width) {
  const gap = count > 1 ? Math.min(0.12, 0.6 / count) : 0;
  return Array.from({ length: count }, (_, index) => {
    const from = (index / count) * 2 * Math.PI + gap;
    const to = ((index + 1) / count) * 2 * Math.PI - gap;
    const large = to - from > Math.PI ? 1 : 0;
    /** @param {number} angle */
    const point = (angle) =>
      `${(50 + radius * Math.sin(angle)).toFixed(2)} ${(50 - radius * Math.cos(angle)).toFixed(2)}`;
    const isFull = index < full;
    return html`
      <path class=${isFull ? "segment full" : "segment"} stroke-width=${isFull ? width : 2}
        d=${`M${point(from)}A${radius} ${radius} 0 ${large} 1 ${point(to)}`} />
    `;
  });
}
