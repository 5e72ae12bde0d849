/** The sources of the web client, as the rules of the tree read them. */

/** Stands for a value in the markup of a template. */
export const mark = "\ufffc";

const root = new URL("../../", import.meta.url).pathname;
export const client = `${root}Clients/Web/`;

/**
 * The files below a folder, with paths from the client's own folder.
 * @param {RegExp} pattern
 * @returns {Promise<{ path: string, text: string }[]>}
 */
export async function files(pattern, folder = client) {
  /** @type {{ path: string, text: string }[]} */
  const found = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = folder + entry.name;
    if (entry.isDirectory) found.push(...await files(pattern, `${path}/`));
    else if (pattern.test(path)) {
      found.push({
        path: path.replace(client, ""),
        text: await Deno.readTextFile(path),
      });
    }
  }
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * A source without its comments; lines and everything inside strings stay.
 * @param {string} text
 */
export const withoutComments = (text) =>
  text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\*[^]*?\*\/|(^|[^:\\/"'`<])\/\/[^\n]*/g,
    (all, string, before) => string ?? (before === undefined ? all.replace(/[^\n]/g, "") : before),
  );

/**
 * The markup of a source's `html` templates, with a mark in place of each value.
 * @param {string} text
 */
export function templates(text) {
  /** @type {string[]} */
  const found = [];
  for (
    let at = text.indexOf("html`");
    at >= 0;
    at = text.indexOf("html`", at + 5)
  ) {
    found.push(read(text, at + 5).markup);
  }
  return found;
}

/** Reads a template up to its end. @param {string} text @param {number} start */
function read(text, start) {
  let markup = "";
  let at = start;
  while (at < text.length && text[at] !== "`") {
    if (text[at] === "\\") at += 2;
    else if (text.startsWith("${", at)) {
      markup += mark;
      at = afterValue(text, at + 2);
    } else markup += text[at++];
  }
  return { markup, end: at + 1 };
}

/** The place after a value's closing brace. @param {string} text @param {number} start */
function afterValue(text, start) {
  let depth = 1;
  let at = start;
  while (at < text.length && depth > 0) {
    const sign = text[at];
    if (sign === "`") at = read(text, at + 1).end;
    else if (sign === '"' || sign === "'") {
      at += 1;
      while (at < text.length && text[at] !== sign) {
        at += text[at] === "\\" ? 2 : 1;
      }
      at += 1;
    } else {
      if (sign === "{") depth += 1;
      if (sign === "}") depth -= 1;
      at += 1;
    }
  }
  return at;
}
