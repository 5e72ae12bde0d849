import { assertEquals } from "./assert.js";
import { Placeholder } from "../../Clients/Web/parts/placeholder.js";

const categories = "art history archaeology science technology nature ethnography literature music theatre memorial " +
  "military castle open-air religion transport children general";

/** A drawing as text. @param {any} node @returns {string} */
const text = (node) =>
  Array.isArray(node)
    ? node.map(text).join("")
    : `<${node.type} ${JSON.stringify(Object.entries(node.props).filter(([name]) => name !== "children"))}>${
      text(node.props.children ?? [])
    }`;
/** @param {string} category @param {string} id */
const drawing = (category, id) => text(Placeholder({ category, id }));

Deno.test("A museum always has the same drawing", () => {
  for (const category of categories.split(" ")) {
    assertEquals(drawing(category, "by-mir-castle"), drawing(category, "by-mir-castle"));
  }
  // A change here changes the picture that people know a museum by.
  assertEquals(drawing("castle", "by-mir-castle").match(/#[0-9a-f]{6}/g)?.slice(0, 2), ["#dceaee", "#1d5b70"]);
});

Deno.test("Each category has a drawing of its own", () => {
  const shapes = categories.split(" ").map((category) => drawing(category, "x").replace(/#[0-9a-f]{6}/g, ""));
  assertEquals(new Set(shapes).size, 18);
});

Deno.test("Museums of one category differ", () => {
  const drawings = Array.from({ length: 40 }, (_, index) => drawing("art", `museum-${index}`));
  assertEquals(new Set(drawings).size >= 15, true);
});

Deno.test("An unknown category is drawn as one of various subjects", () => {
  assertEquals(drawing("something-new", "x"), drawing("general", "x"));
});

Deno.test("No drawing has a number that is none", () => {
  for (const category of categories.split(" ")) {
    for (let index = 0; index < 50; index += 1) {
      assertEquals(/NaN|undefined|Infinity/.test(drawing(category, `museum-${index}`)), false);
    }
  }
});
