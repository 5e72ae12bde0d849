/** The HTTP form of a call: path, query and body from a method's parameters. */
import { methods } from "../contract/methods.js";

/** @typedef {keyof import("../contract/types.d.ts").Methods} Method */

/**
 * Writes query parameters: nested members as `near[latitude]`, lists as repeated names.
 * @param {URLSearchParams} query
 * @param {string} name
 * @param {unknown} value
 */
function write(query, name, value) {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) value.forEach((item) => write(query, name, item));
  else if (typeof value === "object") {
    for (const [member, inner] of Object.entries(value)) write(query, `${name}[${member}]`, inner);
  } else query.append(name, String(value));
}

/**
 * Returns the request of a call.
 * @param {Method} method
 * @param {Record<string, unknown>} params
 * @returns {{ verb: string, path: string, body?: string }}
 */
export function httpForm(method, params) {
  const [verb, template] = methods[method];
  /** @type {Record<string, unknown>} */
  const rest = { ...params };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (verb !== "GET" && verb !== "DELETE") return { verb, path, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) write(query, name, value);
  return { verb, path: query.size ? `${path}?${query}` : path };
}
