/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
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
  "booking.calendar": ["GET", "/v1/park/calendar", "signed-in", "idempotent"],
  "booking.makeCalendar": ["POST", "/v1/park/calendar", "signed-in", "once"],
  "booking.removeCalendar": ["DELETE", "/v1/park/calendar", "signed-in", "idempotent"],
  "booking.pass": ["GET", "/v1/passes", "signed-in", "idempotent"],
  "booking.topUp": ["POST", "/v1/payments", "signed-in", "keyed"],
  "booking.payment": ["GET", "/v1/payments/{id}", "signed-in", "idempotent"],
  "booking.ledger": ["GET", "/v1/ledger", "signed-in", "idempotent"],
  "booking.notifyPayment": ["POST", "/v1/payments/notifications", "anyone", "idempotent", "raw"],
});
