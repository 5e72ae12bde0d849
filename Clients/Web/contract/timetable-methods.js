/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "schedule.forGroup": ["GET", "/v1/schedule/groups/{group}", "openable", "idempotent", "etag"],
  "schedule.forLecturer": ["GET", "/v1/schedule/lecturers/{lecturer}", "openable", "idempotent", "etag"],
  "schedule.day": ["GET", "/v1/schedule/day", "openable", "idempotent", "etag"],
  "schedule.next": ["GET", "/v1/schedule/next", "openable", "idempotent", "etag"],
  "schedule.exams": ["GET", "/v1/schedule/exams", "openable", "idempotent", "etag"],
  "schedule.week": ["GET", "/v1/schedule/week", "openable", "idempotent", "etag"],
  "schedule.changes": ["GET", "/v1/schedule/changes", "openable", "idempotent", "etag"],
  "schedule.forRoom": ["GET", "/v1/schedule/rooms/{room}", "openable", "idempotent", "etag"],
  "schedule.freeRooms": ["GET", "/v1/schedule/free-rooms", "openable", "idempotent", "etag"],
  "schedule.groups": ["GET", "/v1/schedule/groups", "openable", "idempotent", "etag"],
  "schedule.lecturers": ["GET", "/v1/schedule/lecturers", "openable", "idempotent", "etag"],
  "schedule.rooms": ["GET", "/v1/schedule/rooms", "openable", "idempotent", "etag"],
  "schedule.faculties": ["GET", "/v1/schedule/faculties", "openable", "idempotent", "etag"],
  "schedule.favourites": ["GET", "/v1/schedule/favourites", "signed-in", "idempotent"],
  "schedule.addFavourite": ["POST", "/v1/schedule/favourites", "signed-in", "idempotent"],
  "schedule.removeFavourite": ["DELETE", "/v1/schedule/favourites/{id}", "signed-in", "idempotent"],
  "schedule.calendars": ["GET", "/v1/schedule/calendars", "signed-in", "idempotent"],
  "schedule.addCalendar": ["POST", "/v1/schedule/calendars", "signed-in", "once"],
  "schedule.removeCalendar": ["DELETE", "/v1/schedule/calendars/{id}", "signed-in", "idempotent"],
});
