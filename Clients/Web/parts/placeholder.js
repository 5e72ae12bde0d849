/**
 * Drawings for museums without a picture. The category determines the drawing; the museum's id determines colours,
 * side, rotation and counts, so that a museum always has the same one.
 */
import { h } from "../core/view.js";

/** @typedef {(tag: string, attributes: Record<string, unknown>, ...children: any[]) => any} Make */

/** Ground, deep, mid, light, spark. */
const palettes = [
  ["#dfe3f4", "#3b46b4", "#8d97dd", "#f7f5ef", "#e0793f"],
  ["#f3e4da", "#9b3d1f", "#dd9a72", "#fbf6ee", "#3b46b4"],
  ["#e3ebe0", "#17604a", "#86b59a", "#f7f5ef", "#dba53a"],
  ["#f2e9cf", "#7a5a10", "#d2b15a", "#fbf7ea", "#2f6f86"],
  ["#e6e4ea", "#2a2f4d", "#9698b8", "#f7f5ef", "#d96a3f"],
  ["#dceaee", "#1d5b70", "#7fb2c2", "#f5f6f1", "#c9553a"],
];

/**
 * A deterministic sequence of numbers seeded by a text (FNV-1a, then a linear congruential generator).
 * @param {string} text
 */
function numbersOf(text) {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  /** @param {number} count */
  return (count) => {
    state = Math.imul(state, 1664525) + 1013904223;
    return Math.floor(((state >>> 0) / 2 ** 32) * count);
  };
}

/**
 * The tools of a drawing.
 * @param {Make} make @param {string} id
 */
function tools(make, id) {
  const pick = numbersOf(id);
  const [ground, deep, mid, light, spark] = palettes[pick(palettes.length)];
  const isMirrored = pick(2) === 1;
  /** @param {string} d @param {string} fill */
  const path = (d, fill) => make("path", { d, fill });
  /** @param {string} d @param {string} stroke @param {number} width */
  const line = (d, stroke, width) =>
    make("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round" });
  /** @param {number} cx @param {number} cy @param {number} r @param {string} fill */
  const disc = (cx, cy, r, fill) => make("circle", { cx, cy, r, fill });
  /** @param {number} cx @param {number} cy @param {number} r @param {string} stroke @param {number} width */
  const ring = (cx, cy, r, stroke, width) => make("circle", { cx, cy, r, fill: "none", stroke, "stroke-width": width });
  /** A half disc on a base line. @param {number} cx @param {number} y @param {number} r @param {string} fill */
  const dome = (cx, y, r, fill) => path(`M${cx - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0z`, fill);
  /** @param {string} transform @param {any[]} children */
  const moved = (transform, ...children) => make("g", { transform }, ...children);
  return { pick, ground, deep, mid, light, spark, isMirrored, path, line, disc, ring, dome, moved };
}

/** @typedef {ReturnType<typeof tools>} Tools */

/** The numbers from 0 up to a count, as an array. @param {number} count */
const each = (count) => [...Array(count).keys()];
/**
 * Draws two mirrored halves around the middle of the picture.
 * @param {Tools} t
 * @param {(side: number) => any[]} draw
 */
const halves = (t, draw) => [0, 1].map((side) => t.moved(`translate(60 0) scale(${side ? 1 : -1} 1)`, ...draw(side)));
/** @param {number} x @param {number} y @param {number} r */
const diamond = (x, y, r) => `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z`;

/** @type {Record<string, (t: Tools) => any[]>} */
const drawings = {
  art: (t) => {
    const shift = t.pick(4);
    return [
      t.disc(45 + shift, 44, 24, t.mid),
      t.disc(73 - shift, 36, 20, t.deep),
      t.moved(`rotate(${90 * t.pick(4)} 62 58)`, t.dome(62, 58, 26, t.spark)),
      t.ring(90, 22, 8, t.light, 4),
    ];
  },
  history: (t) => [
    ...[t.mid, t.ground, t.deep, t.light, t.spark].map((fill, i) => t.dome(60, 80, [52, 43, 35, 25, 15][i], fill)),
    t.disc(18 + 4 * t.pick(5), 18, 6, t.deep),
  ],
  archaeology: (t) => {
    const x = 42 + 4 * t.pick(5);
    return [
      t.path("M0 34q30-12 60 0t60 0v46H0z", t.mid),
      t.path("M0 52q30-12 60 0t60 0v28H0z", t.deep),
      t.ring(x, 62, 10, t.light, 5),
      t.disc(x, 62, 3.6, t.spark),
      t.ring(96, 18, 9, t.spark, 3.5),
      ...each(2 + t.pick(2)).map((i) => t.line(`M${80 + 13 * i} ${66 + (i % 2) * 4}l5 3`, t.mid, 3)),
    ];
  },
  science: (t) => {
    const turn = t.pick(60);
    return [
      ...each(3).map((i) =>
        t.moved(
          `rotate(${turn + 60 * i} 60 40)`,
          t.line("M20 40a40 15 0 0 1 80 0a40 15 0 0 1-80 0z", i === 1 ? t.mid : t.deep, 3.5),
        )
      ),
      t.disc(60, 40, 8, t.spark),
    ];
  },
  technology: (t) => {
    const teeth = 8 + t.pick(3);
    const cogs = each(teeth).map((i) =>
      t.moved(`rotate(${(360 / teeth) * i} 52 44)`, t.path("M47 25l1-12h8l1 12z", t.deep))
    );
    return [
      ...cogs,
      t.ring(52, 44, 19, t.deep, 8),
      t.disc(52, 44, 7, t.spark),
      t.ring(92, 22, 11, t.mid, 5),
      t.disc(92, 22, 3, t.mid),
    ];
  },
  nature: (t) => {
    /** @param {number} angle @param {string} fill */
    const leaf = (angle, fill) =>
      t.moved(`rotate(${angle} 60 72)`, t.path("M60 72c-16-10-16-32 0-44c16 12 16 34 0 44z", fill));
    return [
      leaf(-48, t.mid),
      leaf(48, t.mid),
      leaf(-18, t.deep),
      leaf(18, t.deep),
      t.disc(20 + 4 * t.pick(3), 20, 9, t.spark),
    ];
  },
  ethnography: (t) => {
    const first = t.pick(2);
    return [
      ...each(5).flatMap((i) => [
        t.path(diamond(30 * i, 40, 19), (i + first) % 2 ? t.deep : t.mid),
        t.path(diamond(30 * i, 40, 11), t.light),
        t.path(diamond(30 * i, 40, 5), t.spark),
      ]),
      t.path(each(13).map((i) => diamond(10 * i, 8, 4) + diamond(10 * i, 72, 4)).join(""), t.deep),
    ];
  },
  literature: (t) => [
    ...halves(t, (side) => [
      t.path("M0 70C10 61 27 60 46 65V25C29 19 11 21 0 30z", side ? t.deep : t.mid),
      t.path("M0 66C10 56 26 54 42 58V18C26 14 10 16 0 26z", side ? t.mid : t.deep),
    ]),
    ...each(2 + t.pick(3)).map((i) => {
      const [y, left] = [35 + 7 * i, i % 2 ? 30 : 25];
      return t.line(`M53 ${y}C44 ${y - 5.5} 34 ${y - 6.5} ${left} ${y - 5.5}`, t.light, 2.4);
    }),
    t.ring(82, 37, 9, t.light, 3.4),
    t.disc(82, 37, 3.4, t.spark),
  ],
  music: (t) => {
    const count = 3 + t.pick(2);
    return [
      ...each(count).map((i) => t.ring(48, 44, 40 - (21 / (count - 1)) * i, i ? t.deep : t.mid, 3)),
      t.disc(48, 44, 11, t.spark),
      t.disc(48, 44, 2.5, t.light),
      t.line("M100 10v40", t.deep, 4),
      t.disc(94, 52, 8, t.deep),
    ];
  },
  theatre: (t) => [
    ...halves(t, (side) => [
      t.path("M0 0h60v64C26 58 0 34 0 0z", side ? t.mid : t.deep),
      ...["M43 0c0 15 8 16 17 17", "M28 0c0 29 16 30 32 33", "M14 0c0 41 23 44 46 47"]
        .map((fold) => t.line(fold, t.light, 1.4)),
    ]),
    t.dome(60, 80, 17, t.spark),
    t.ring(60, 80, 22 + t.pick(4), t.spark, 2.5),
  ],
  memorial: (t) => [
    t.path("M52 80 56 14h8l4 66z", t.deep),
    t.ring(60, 40, 24 + t.pick(5), t.mid, 4),
    t.dome(60, 80, 20, t.spark),
  ],
  military: (t) => [
    t.path("M30 12h60v28c0 18-14 28-30 34-16-6-30-16-30-34z", t.deep),
    t.path("M40 22h40v18c0 12-9 19-20 23-11-4-20-11-20-23z", t.mid),
    t.ring(60, 40, 9 + t.pick(3), t.light, 5),
    t.disc(60, 40, 3.5, t.spark),
  ],
  castle: (t) => [
    t.path("M22 80V30h10v7h9v-7h10v16h18V30h10v7h9v-7h10v50z", t.deep),
    t.dome(60, 80, 13, t.light),
    t.dome(60, 80, 7, t.spark),
    t.path(t.pick(2) ? "M24 30 36.5 10 49 30zM71 30 83.5 10 96 30z" : "M24 30 36.5 10 49 30z", t.mid),
  ],
  "open-air": (t) => [
    t.disc(92, 18 + t.pick(8), 11, t.spark),
    t.path("M8 80V50l26-26 26 26v30z", t.deep),
    t.path("M54 80V56l22-20 22 20v24z", t.mid),
    t.dome(34, 80, 9, t.light),
    t.dome(76, 80, 7, t.light),
  ],
  religion: (t) => [
    t.path("M40 80V46a20 20 0 0 1 40 0v34z", t.deep),
    t.path("M17 80V58a11 11 0 0 1 22 0v22zM81 80V58a11 11 0 0 1 22 0v22z", t.mid),
    t.path("M51 80V66a9 9 0 0 1 18 0v14z", t.light),
    t.disc(60, 13 + t.pick(5), 5, t.spark),
  ],
  transport: (t) => {
    const [turn, spokes] = [t.pick(120), 3 + t.pick(3)];
    return [
      t.ring(60, 46, 26, t.deep, 9),
      t.ring(60, 46, 12, t.mid, 4),
      ...each(spokes).map((i) => t.moved(`rotate(${turn + (360 / spokes) * i} 60 46)`, t.line("M60 46V25", t.deep, 3))),
      t.disc(60, 46, 4, t.spark),
      t.path("M0 73.5h120v5H0z", t.mid),
    ];
  },
  children: (t) => [
    t.path("M16 40h34v40H16z", t.deep),
    t.disc(33, 24, 12 + t.pick(3), t.spark),
    t.path("M50 80 72 36l22 44z", t.mid),
    t.ring(92, 28, 13, t.deep, 7),
    t.dome(33, 80, 9, t.light),
  ],
  general: (t) => [
    t.ring(60, 40, 34, t.mid, 5),
    t.ring(60, 40, 22, t.deep, 6),
    t.disc(60, 40, 8, t.spark),
    t.moved(`rotate(${15 * t.pick(24)} 60 40)`, t.disc(94, 40, 6, t.deep)),
  ],
};

/**
 * Builds the picture of a museum from elements.
 * @param {Make} make @param {{ category: string, id: string, class?: string, isRound?: boolean }} about A round one
 *   shows only the middle.
 */
function picture(make, { category, id, class: classes = "picture", isRound }) {
  const t = tools(make, id);
  // An unknown category of a newer server is drawn as a museum of various subjects.
  const parts = (drawings[category] ?? drawings.general)(t);
  return make(
    "svg",
    {
      class: classes,
      viewBox: isRound ? "20 0 80 80" : "0 0 120 80",
      preserveAspectRatio: "xMidYMid slice",
      "aria-hidden": "true",
    },
    make("path", { d: "M0 0h120v80H0z", fill: t.ground }),
    t.isMirrored ? t.moved("translate(120 0) scale(-1 1)", ...parts) : make("g", {}, ...parts),
  );
}

/** The picture as a component. @param {{ category: string, id: string, class?: string, isRound?: boolean }} props */
export const Placeholder = (props) => picture(/** @type {Make} */ (h), props);

/** The picture as an element of the document. @param {{ category: string, id: string, class?: string, isRound?: boolean }} about */
export const placeholderElement = (about) =>
  picture((tag, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  }, about);
