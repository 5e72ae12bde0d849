/** The rules of the client's tree. */
import { assertEquals } from "./assert.js";
import { files, mark, templates, withoutComments } from "./tree.js";
import { sections } from "../../Clients/Web/texts/sections.js";

const languages = /** @type {const} */ (["en", "ru", "be"]);
const sources = (await files(/\.js$/)).map(({ path, text }) => ({
  path,
  text,
  code: withoutComments(text),
}));

/** What a folder may import, besides its own files. A screen's own folder is its own. */
const imports = new Map([
  ["contract", []],
  ["texts", ["core/plural.js"]],
  ["core", ["contract", "texts", "preact"]],
  ["parts", ["core", "contract"]],
  ["map", ["core", "parts", "leaflet"]],
  ["screens", ["core", "parts", "map", "contract"]],
]);

/** The folder that counts as one. @param {string} path */
const unitOf = (path) => path.startsWith("screens/") ? path.split("/").slice(0, 2).join("/") : path.split("/")[0];

/** @param {string} path @param {string} imported */
function isAllowed(path, imported) {
  if (!path.includes("/") || unitOf(path) === unitOf(imported)) return true;
  return (imports.get(path.split("/")[0]) ?? []).some((one) => imported === one || imported.startsWith(`${one}/`));
}

Deno.test("A file has at most 300 lines", async () => {
  const long = (await files(/(\.(js|css|html|py)|\/build)$/))
    .filter(({ path, text }) => !path.startsWith("contract/") && text.split("\n").length > 301);
  assertEquals(long.map(({ path }) => path), []);
});

Deno.test("Folders import downwards, and no screen imports another", () => {
  const faults = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/(?:(?<!")\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g)]
      .map(([, name]) => name.startsWith(".") ? new URL(name, `file:///${path}`).pathname.slice(1) : name)
      .filter((imported) => !isAllowed(path, imported))
      .map((imported) => `${path} imports ${imported}`)
  );
  assertEquals(faults, []);
});

Deno.test("Code that calls methods of another table imports it", async () => {
  const tables = await files(/contract\/\w+-methods\.js$/);
  const faults = tables.flatMap(({ path: table, text }) => {
    const names = [...text.matchAll(/^ {2}("[\w.]+"): /gm)].map(([, name]) => name);
    return sources.filter(({ path, code }) =>
      path !== table && names.some((name) => code.includes(name)) && !code.includes(`/${table}"`)
    ).map(({ path }) => `${path} needs ${table}`);
  });
  assertEquals(tables.length, 8);
  assertEquals(faults, []);
});

Deno.test("Nothing becomes markup or code but through the view library", () => {
  const ways =
    /\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|\beval\(|new Function\b/;
  assertEquals(
    sources.filter(({ code }) => ways.test(code)).map(({ path }) => path),
    [],
  );
});

Deno.test("No source names another host", async () => {
  const all = await files(/\.(js|css|html|json|svg)$/);
  const faults = all.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/https?:\/\/[^"'`\s)]+/g)]
      // A name of the language of drawings, which nobody fetches.
      .filter(([url]) => !url.startsWith("http://www.w3.org/"))
      .map(([url]) => `${path}: ${url}`)
  );
  assertEquals(faults, []);
});

Deno.test("Texts for people are in the language files only", () => {
  const attribute = /\s(?:aria-label|title|placeholder|alt|label)="[^"\ufffc]*[\p{L}]{2}[^"]*"/gu;
  const faults = sources.filter(({ path }) => !path.startsWith("texts/"))
    .flatMap(({ path, code }) => [
      ...[...code.matchAll(/[Ѐ-ӿ]{2,}/g)].map(([word]) => `${path}: ${word}`),
      ...sentences(code).map((words) => `${path}: ${words}`),
      ...templates(code).flatMap((markup) => [
        ...[
          ...markup.replace(/<!?[/\w\ufffc][^>]*>/g, "").matchAll(
            /[\p{L}]{2,}/gu,
          ),
        ].map(([word]) => `${path}: ${word}`),
        ...[...markup.matchAll(attribute)].map(([words]) => `${path}:${words}`),
      ]),
    ]);
  assertEquals(faults, []);
});

/** The strings that begin as a sentence does, but for those of errors that only developers see. @param {string} code */
const sentences = (code) => code.match(/(?<!new Error\()["'`]\p{Lu}\p{Ll}+ \p{Ll}{2,}[^"'`]*/gu) ?? [];

Deno.test("A sentence in a string is found, but not that of an error", () => {
  assertEquals(sentences('notify({ sentence: "Not saved" }); throw new Error("Not read"); a("Monday", `Two ${b}`)'), [
    '"Not saved',
  ]);
});

Deno.test("A template's words are found, and its values are not taken for words", () => {
  const source = 'html`<p class=${`a ${b}`} title="Say">Hello ${name} <b>${html`<i>there</i>`}</b></p>`';
  assertEquals(templates(source).map((one) => one.replaceAll(mark, "·")), [
    '<p class=· title="Say">Hello · <b>·</b></p>',
    "<i>there</i>",
  ]);
});

Deno.test("A comment is removed, and a string that looks like one stays", () => {
  const source = 'const a = "https://x"; // one\n/* two\n*/ const b = 1 / 2; /** three */';
  assertEquals(
    withoutComments(source),
    'const a = "https://x"; \n\n const b = 1 / 2; ',
  );
});

for (const [section, loaders] of Object.entries(sections)) {
  Deno.test(`The texts of ${section} have the same names in each language`, async () => {
    const [english, ...others] = await Promise.all(
      languages.map(async (one) => new Set(shapeOf((await loaders[one]()).default))),
    );
    for (const other of others) assertEquals([...other.symmetricDifference(english)], []);
  });
}

Deno.test("Each language file belongs to a section", async () => {
  const named = (await files(/texts\/(en|ru|be)\/.*\.js$/)).map(({ path }) => path);
  const written = await Deno.readTextFile(
    new URL("../../Clients/Web/texts/sections.js", import.meta.url),
  );
  assertEquals(
    named.filter((path) => !written.includes(path.replace("texts/", "./"))),
    [],
  );
});

/** The names in a value, and what kind each one is. @param {unknown} value @param {string} path @returns {string[]} */
function shapeOf(value, path = "") {
  if (typeof value !== "object" || value === null) {
    return [`${path}: ${typeof value}`];
  }
  return Object.keys(value).sort().flatMap((name) =>
    shapeOf(
      /** @type {Record<string, unknown>} */ (value)[name],
      `${path}/${name}`,
    )
  );
}
