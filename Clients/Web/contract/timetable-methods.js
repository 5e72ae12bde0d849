/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Those screens
 * import this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "schedule.changes": ["GET", "/v1/schedule/changes", "openable", "idempotent", "etag"],
  "schedule.faculties": ["GET", "/v1/schedule/faculties", "openable", "idempotent", "etag"],
  "schedule.calendars": ["GET", "/v1/schedule/calendars", "signed-in", "idempotent"],
  "schedule.addCalendar": ["POST", "/v1/schedule/calendars", "signed-in", "once"],
  "schedule.removeCalendar": ["DELETE", "/v1/schedule/calendars/{id}", "signed-in", "idempotent"],
});
