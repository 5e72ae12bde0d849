/**
 * The methods of the API over HTTP. Generated from the Swift contract; do not edit. To regenerate:
 * `UPDATE_SNAPSHOT=1 swift test --filter WebContractTests`
 *
 * A method: verb, path, access (`anyone`, `openable`: an instance may require a sign-in, `signed-in`, or the role that
 * is needed beside `admin`), repetition (`idempotent`, `keyed`: needs an idempotency key, `once`), then flags:
 * - `etag`: the answer may be cached and revalidated
 * - `raw`: the body is bytes, not JSON
 * - `session`: begins or continues a session; `session-end`: ends it
 * - `device`: takes the device's cookie
 *
 * A parameter in braces goes into the path; the others go into the query of GET and DELETE, or into the JSON body.
 * The methods of a role and of single screens are in the files `…-methods.js`, which add them to these.
 *
 * @type {import("./types.d.ts").MethodTable}
 */
export const methods = /** @type {any} */ ({
  "auth.refresh": ["POST", "/v1/sessions/refresh", "anyone", "idempotent", "session"],
  "auth.logout": ["POST", "/v1/sessions/end", "anyone", "idempotent", "session-end"],
  "auth.me": ["GET", "/v1/me", "signed-in", "idempotent", "etag"],
  "weather.current": ["GET", "/v1/weather", "openable", "idempotent", "etag"],
  "weather.forecast": ["GET", "/v1/weather/forecast", "openable", "idempotent", "etag"],
  "places.search": ["GET", "/v1/places", "openable", "idempotent", "etag"],
  "places.get": ["GET", "/v1/places/{id}", "openable", "idempotent", "etag"],
  "places.reverse": ["GET", "/v1/places/address", "openable", "idempotent", "etag"],
  "news.local": ["GET", "/v1/news", "openable", "idempotent", "etag"],
  "briefing.get": ["POST", "/v1/briefings", "openable", "idempotent"],
  "history.add": ["POST", "/v1/history", "signed-in", "keyed"],
  "history.list": ["GET", "/v1/history", "signed-in", "idempotent"],
  "history.get": ["GET", "/v1/history/{id}", "signed-in", "idempotent"],
  "history.remove": ["DELETE", "/v1/history/{id}", "signed-in", "idempotent"],
  "history.clear": ["DELETE", "/v1/history", "signed-in", "idempotent"],
});
