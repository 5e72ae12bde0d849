/**
 * The screens: their addresses, code, texts and styles. The build reads this file, too: `// Ahead: FILE` is a file that a
 * screen loads at its start, which its page names like the others.
 */

/**
 * @typedef {object} Route
 * @property {string} path A pattern with `:names`.
 * @property {() => Promise<{ default: unknown, begin?: (props: any) => void }>} load The component; the values of
 *   `:names` are its props, and those of `begin`, which a first visit calls before it draws the component.
 * @property {import("./core/languages.js").Section[]} texts
 * @property {string} [style] The name of the screen's own style sheet.
 */

/** @type {Route[]} */
export const routes = [
  {
    path: "/",
    load: () => import("./screens/today/today.js"),
    texts: ["today", "weather", "places", "news"],
    style: "today",
  },
  {
    path: "/weather",
    load: () => import("./screens/weather/weather.js"),
    texts: ["weather", "forecast", "places"],
    style: "weather",
  },
  { path: "/news", load: () => import("./screens/news/news.js"), texts: ["news", "places"], style: "today" },
  {
    path: "/history",
    load: () => import("./screens/history/history.js"),
    texts: ["history", "weather", "places"],
    style: "weather",
  },
  {
    path: "/history/:id",
    load: () => import("./screens/history/entry.js"),
    texts: ["history", "weather", "places"],
    style: "weather",
  },
  {
    path: "/museums",
    load: () => import("./screens/museums/museums.js"),
    texts: ["museums"],
    style: "museums",
    // Ahead: screens/museums/browser.js
  },
  {
    path: "/museums/marked",
    load: () => import("./screens/museums/marked.js"),
    texts: ["museums", "museumMarks"],
    style: "museums",
  },
  {
    path: "/museums/editing",
    load: () => import("./screens/museums/editing.js"),
    texts: ["museumEditing"],
    style: "account",
  },
  {
    path: "/museums/editing/:id",
    load: () => import("./screens/museums/editor.js"),
    texts: ["museumEditing"],
    style: "account",
  },
  { path: "/museums/:id", load: () => import("./screens/museums/museum.js"), texts: ["museums"], style: "museums" },
  {
    path: "/timetable",
    load: () => import("./screens/timetable/timetable.js"),
    texts: ["timetable"],
    style: "timetable",
  },
  {
    path: "/timetable/rooms",
    load: () => import("./screens/timetable/rooms.js"),
    texts: ["timetable", "timetableParts"],
    style: "timetable",
  },
  {
    path: "/timetable/rooms/:name",
    load: () => import("./screens/timetable/room-timetable.js"),
    texts: ["timetable", "timetableParts"],
    style: "timetable",
  },
  {
    path: "/timetable/:kind/:id",
    load: () => import("./screens/timetable/timetable.js"),
    texts: ["timetable"],
    style: "timetable",
  },
  { path: "/park", load: () => import("./screens/park/park.js"), texts: ["park"], style: "park" },
  {
    path: "/park/bookings",
    load: () => import("./screens/park/bookings.js"),
    texts: ["bookings", "park"],
    style: "park",
  },
  {
    path: "/park/bookings/:id",
    load: () => import("./screens/park/booking.js"),
    texts: ["bookings", "park"],
    style: "park",
  },
  { path: "/park/notices", load: () => import("./screens/park/notices.js"), texts: ["notices"], style: "park" },
  { path: "/park/waitlist", load: () => import("./screens/park/waitlist.js"), texts: ["waitlist"], style: "park" },
  { path: "/park/pass", load: () => import("./screens/park/pass.js"), texts: ["pass", "park"], style: "park" },
  {
    path: "/park/payments/:id",
    load: () => import("./screens/park/payment.js"),
    texts: ["pass", "park"],
    style: "park",
  },
  { path: "/park/about", load: () => import("./screens/park/about.js"), texts: ["about", "park"], style: "park" },
  { path: "/staff", load: () => import("./screens/staff/board.js"), texts: ["staff"], style: "staff" },
  {
    path: "/staff/days",
    load: () => import("./screens/staff/days.js"),
    texts: ["staff", "staffDays"],
    style: "staff",
  },
  { path: "/staff/cases", load: () => import("./screens/staff/cases.js"), texts: ["staff", "cases"], style: "staff" },
  {
    path: "/staff/customers",
    load: () => import("./screens/staff/customers.js"),
    texts: ["staff", "customers"],
    style: "staff",
  },
  {
    path: "/staff/customers/:id",
    load: () => import("./screens/staff/customer.js"),
    texts: ["staff", "customers"],
    style: "staff",
  },
  {
    path: "/staff/payments",
    load: () => import("./screens/staff/purchases.js"),
    texts: ["staff", "purchases"],
    style: "staff",
  },
  {
    path: "/staff/report",
    load: () => import("./screens/staff/report.js"),
    texts: ["staff", "report"],
    style: "staff",
  },
  {
    path: "/staff/park",
    load: () => import("./screens/staff/configuration.js"),
    texts: ["staff", "configuration"],
    style: "staff",
  },
  { path: "/sign-in", load: () => import("./screens/sign-in/sign-in.js"), texts: ["signIn"], style: "signIn" },
  { path: "/account", load: () => import("./screens/account/account.js"), texts: ["account"], style: "account" },
  {
    path: "/account/password",
    load: () => import("./screens/account/password.js"),
    texts: ["account"],
    style: "account",
  },
  {
    path: "/account/factors",
    load: () => import("./screens/account/factors.js"),
    texts: ["factors"],
    style: "account",
  },
  {
    path: "/account/sessions",
    load: () => import("./screens/account/sessions.js"),
    texts: ["sessions"],
    style: "account",
  },
  {
    path: "/account/deletion",
    load: () => import("./screens/account/deletion.js"),
    texts: ["deletion"],
    style: "account",
  },
  { path: "/roles", load: () => import("./screens/roles/roles.js"), texts: ["roles"], style: "account" },
  {
    path: "/account/export",
    load: () => import("./screens/account/export.js"),
    texts: ["deletion"],
    style: "account",
  },
  { path: "/accounts", load: () => import("./screens/accounts/accounts.js"), texts: ["accounts"], style: "account" },
  { path: "/accounts/:id", load: () => import("./screens/accounts/account.js"), texts: ["accounts"], style: "account" },
  { path: "/access", load: () => import("./screens/access/access.js"), texts: ["access"], style: "account" },
  { path: "/about", load: () => import("./screens/about/about.js"), texts: ["account"], style: "account" },
];
