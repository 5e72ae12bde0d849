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
 * The methods of a role, of the account's screens and of the weather's are in `staff-methods.js`,
 * `admin-methods.js`, `account-methods.js` and `weather-methods.js`, which add them to these; those of the
 * timetable's later parts in `timetable-methods.js`.
 *
 * @type {import("./types.d.ts").MethodTable}
 */
export const methods = /** @type {any} */ ({
  "auth.refresh": ["POST", "/v1/sessions/refresh", "anyone", "idempotent", "session"],
  "auth.logout": ["POST", "/v1/sessions/end", "anyone", "idempotent", "session-end"],
  "auth.me": ["GET", "/v1/me", "signed-in", "idempotent", "etag"],
  "museums.search": ["GET", "/v1/museums", "openable", "idempotent", "etag"],
  "museums.get": ["GET", "/v1/museums/{id}", "openable", "idempotent", "etag"],
  "museums.suggest": ["GET", "/v1/museums/suggestions", "openable", "idempotent", "etag"],
  "museums.map": ["GET", "/v1/museums/map", "openable", "idempotent", "etag"],
  "museums.categories": ["GET", "/v1/museums/categories", "openable", "idempotent", "etag"],
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
  "schedule.forGroup": ["GET", "/v1/schedule/groups/{group}", "openable", "idempotent", "etag"],
  "schedule.forLecturer": ["GET", "/v1/schedule/lecturers/{lecturer}", "openable", "idempotent", "etag"],
  "schedule.day": ["GET", "/v1/schedule/day", "openable", "idempotent", "etag"],
  "schedule.next": ["GET", "/v1/schedule/next", "openable", "idempotent", "etag"],
  "schedule.exams": ["GET", "/v1/schedule/exams", "openable", "idempotent", "etag"],
  "schedule.week": ["GET", "/v1/schedule/week", "openable", "idempotent", "etag"],
  "schedule.groups": ["GET", "/v1/schedule/groups", "openable", "idempotent", "etag"],
  "schedule.lecturers": ["GET", "/v1/schedule/lecturers", "openable", "idempotent", "etag"],
  "schedule.rooms": ["GET", "/v1/schedule/rooms", "openable", "idempotent", "etag"],
  "schedule.favourites": ["GET", "/v1/schedule/favourites", "signed-in", "idempotent"],
  "schedule.addFavourite": ["POST", "/v1/schedule/favourites", "signed-in", "idempotent"],
  "schedule.removeFavourite": ["DELETE", "/v1/schedule/favourites/{id}", "signed-in", "idempotent"],
  "booking.park": ["GET", "/v1/park", "anyone", "idempotent", "etag"],
  "booking.days": ["GET", "/v1/park/days", "anyone", "idempotent", "etag"],
  "booking.slots": ["GET", "/v1/park/slots", "anyone", "idempotent", "etag"],
  "booking.hold": ["POST", "/v1/holds", "signed-in", "once"],
  "booking.release": ["POST", "/v1/holds/{id}/release", "signed-in", "idempotent"],
  "booking.book": ["POST", "/v1/bookings", "signed-in", "keyed"],
  "booking.get": ["GET", "/v1/bookings/{id}", "signed-in", "idempotent"],
  "booking.history": ["GET", "/v1/bookings", "signed-in", "idempotent"],
  "booking.cancel": ["POST", "/v1/bookings/{id}/cancellation", "signed-in", "idempotent"],
  "booking.reschedule": ["POST", "/v1/bookings/{id}/move", "signed-in", "keyed"],
  "booking.cases": ["GET", "/v1/cases", "signed-in", "idempotent"],
  "booking.pass": ["GET", "/v1/passes", "signed-in", "idempotent"],
  "booking.topUp": ["POST", "/v1/payments", "signed-in", "keyed"],
  "booking.payment": ["GET", "/v1/payments/{id}", "signed-in", "idempotent"],
  "booking.ledger": ["GET", "/v1/ledger", "signed-in", "idempotent"],
  "booking.notifyPayment": ["POST", "/v1/payments/notifications", "anyone", "idempotent", "raw"],
});
