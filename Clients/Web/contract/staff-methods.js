/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "booking.payments": ["GET", "/v1/board/payments", "park.admin", "idempotent"],
  "booking.refund": ["POST", "/v1/board/payments/{id}/refund", "park.admin", "idempotent"],
  "booking.board": ["GET", "/v1/board", "park.staff", "idempotent"],
  "booking.boardDays": ["GET", "/v1/board/days", "park.staff", "idempotent"],
  "booking.bookFor": ["POST", "/v1/board/bookings", "park.staff", "keyed"],
  "booking.checkIn": ["POST", "/v1/board/bookings/{id}/check-in", "park.staff", "idempotent"],
  "booking.noShow": ["POST", "/v1/board/bookings/{id}/no-show", "park.staff", "idempotent"],
  "booking.note": ["POST", "/v1/board/bookings/{id}/note", "park.staff", "idempotent"],
  "booking.settle": ["POST", "/v1/board/settlements", "park.staff", "keyed"],
  "booking.payBack": ["POST", "/v1/board/paybacks", "park.staff", "keyed"],
  "booking.customers": ["GET", "/v1/board/customers", "park.staff", "idempotent"],
  "booking.customer": ["GET", "/v1/board/customers/{id}", "park.staff", "idempotent"],
  "booking.sellPass": ["POST", "/v1/board/passes", "park.staff", "keyed"],
  "booking.correctPass": ["POST", "/v1/board/passes/{id}/corrections", "park.staff", "keyed"],
  "booking.affected": ["GET", "/v1/closures/bookings", "park.staff", "idempotent"],
  "booking.close": ["POST", "/v1/closures", "park.staff", "keyed"],
  "booking.reopen": ["POST", "/v1/closures/{id}/reopening", "park.staff", "idempotent"],
  "booking.openCases": ["GET", "/v1/board/cases", "park.admin", "idempotent"],
  "booking.decidedCases": ["GET", "/v1/board/cases/decided", "park.admin", "idempotent"],
  "booking.decide": ["POST", "/v1/board/cases/{id}/decision", "park.admin", "keyed"],
  "booking.reverseDecision": ["POST", "/v1/board/cases/{id}/reversal", "park.admin", "idempotent"],
  "booking.appeals": ["GET", "/v1/board/appeals", "park.admin", "idempotent"],
  "booking.rejectAppeal": ["POST", "/v1/board/appeals/{id}/rejection", "park.admin", "idempotent"],
  "booking.report": ["GET", "/v1/board/report", "park.admin", "idempotent"],
  "booking.configuration": ["GET", "/v1/park/configuration", "park.admin", "idempotent"],
  "booking.configure": ["POST", "/v1/park/configuration", "park.admin", "once"],
});
