/** The language files by section; each is loaded when a screen needs it. */

export const sections = {
  core: {
    en: () => import("./en/core.js"),
    ru: () => import("./ru/core.js"),
    be: () => import("./be/core.js"),
  },
  today: {
    en: () => import("./en/today.js"),
    ru: () => import("./ru/today.js"),
    be: () => import("./be/today.js"),
  },
  weather: {
    en: () => import("./en/weather.js"),
    ru: () => import("./ru/weather.js"),
    be: () => import("./be/weather.js"),
  },
  forecast: {
    en: () => import("./en/forecast.js"),
    ru: () => import("./ru/forecast.js"),
    be: () => import("./be/forecast.js"),
  },
  news: {
    en: () => import("./en/news.js"),
    ru: () => import("./ru/news.js"),
    be: () => import("./be/news.js"),
  },
  history: {
    en: () => import("./en/history.js"),
    ru: () => import("./ru/history.js"),
    be: () => import("./be/history.js"),
  },
  places: {
    en: () => import("./en/places.js"),
    ru: () => import("./ru/places.js"),
    be: () => import("./be/places.js"),
  },
  museums: {
    en: () => import("./en/museums.js"),
    ru: () => import("./ru/museums.js"),
    be: () => import("./be/museums.js"),
  },
  "museum-facts": {
    en: () => import("./en/museum-facts.js"),
    ru: () => import("./ru/museum-facts.js"),
    be: () => import("./be/museum-facts.js"),
  },
  "museum-filters": {
    en: () => import("./en/museum-filters.js"),
    ru: () => import("./ru/museum-filters.js"),
    be: () => import("./be/museum-filters.js"),
  },
  keptCities: {
    en: () => import("./en/kept-cities.js"),
    ru: () => import("./ru/kept-cities.js"),
    be: () => import("./be/kept-cities.js"),
  },
  museumMarks: {
    en: () => import("./en/museum-marks.js"),
    ru: () => import("./ru/museum-marks.js"),
    be: () => import("./be/museum-marks.js"),
  },
  museumEditing: {
    en: () => import("./en/museum-editing.js"),
    ru: () => import("./ru/museum-editing.js"),
    be: () => import("./be/museum-editing.js"),
  },
  timetable: {
    en: () => import("./en/timetable.js"),
    ru: () => import("./ru/timetable.js"),
    be: () => import("./be/timetable.js"),
  },
  timetableParts: {
    en: () => import("./en/timetable-parts.js"),
    ru: () => import("./ru/timetable-parts.js"),
    be: () => import("./be/timetable-parts.js"),
  },
  park: {
    en: () => import("./en/park.js"),
    ru: () => import("./ru/park.js"),
    be: () => import("./be/park.js"),
  },
  bookings: {
    en: () => import("./en/bookings.js"),
    ru: () => import("./ru/bookings.js"),
    be: () => import("./be/bookings.js"),
  },
  about: {
    en: () => import("./en/about.js"),
    ru: () => import("./ru/about.js"),
    be: () => import("./be/about.js"),
  },
  pass: {
    en: () => import("./en/pass.js"),
    ru: () => import("./ru/pass.js"),
    be: () => import("./be/pass.js"),
  },
  staff: {
    en: () => import("./en/staff.js"),
    ru: () => import("./ru/staff.js"),
    be: () => import("./be/staff.js"),
  },
  staffPane: {
    en: () => import("./en/staff-pane.js"),
    ru: () => import("./ru/staff-pane.js"),
    be: () => import("./be/staff-pane.js"),
  },
  staffDays: {
    en: () => import("./en/staff-days.js"),
    ru: () => import("./ru/staff-days.js"),
    be: () => import("./be/staff-days.js"),
  },
  refusal: {
    en: () => import("./en/refusal.js"),
    ru: () => import("./ru/refusal.js"),
    be: () => import("./be/refusal.js"),
  },
  actions: {
    en: () => import("./en/actions.js"),
    ru: () => import("./ru/actions.js"),
    be: () => import("./be/actions.js"),
  },
  cases: {
    en: () => import("./en/cases.js"),
    ru: () => import("./ru/cases.js"),
    be: () => import("./be/cases.js"),
  },
  purchases: {
    en: () => import("./en/purchases.js"),
    ru: () => import("./ru/purchases.js"),
    be: () => import("./be/purchases.js"),
  },
  notices: {
    en: () => import("./en/notices.js"),
    ru: () => import("./ru/notices.js"),
    be: () => import("./be/notices.js"),
  },
  calendars: {
    en: () => import("./en/calendars.js"),
    ru: () => import("./ru/calendars.js"),
    be: () => import("./be/calendars.js"),
  },
  waitlist: {
    en: () => import("./en/waitlist.js"),
    ru: () => import("./ru/waitlist.js"),
    be: () => import("./be/waitlist.js"),
  },
  words: {
    en: () => import("./en/words.js"),
    ru: () => import("./ru/words.js"),
    be: () => import("./be/words.js"),
  },
  appeals: {
    en: () => import("./en/appeals.js"),
    ru: () => import("./ru/appeals.js"),
    be: () => import("./be/appeals.js"),
  },
  customers: {
    en: () => import("./en/customers.js"),
    ru: () => import("./ru/customers.js"),
    be: () => import("./be/customers.js"),
  },
  report: {
    en: () => import("./en/report.js"),
    ru: () => import("./ru/report.js"),
    be: () => import("./be/report.js"),
  },
  configuration: {
    en: () => import("./en/configuration.js"),
    ru: () => import("./ru/configuration.js"),
    be: () => import("./be/configuration.js"),
  },
  signIn: {
    en: () => import("./en/sign-in.js"),
    ru: () => import("./ru/sign-in.js"),
    be: () => import("./be/sign-in.js"),
  },
  account: {
    en: () => import("./en/account.js"),
    ru: () => import("./ru/account.js"),
    be: () => import("./be/account.js"),
  },
  factors: {
    en: () => import("./en/factors.js"),
    ru: () => import("./ru/factors.js"),
    be: () => import("./be/factors.js"),
  },
  sessions: {
    en: () => import("./en/sessions.js"),
    ru: () => import("./ru/sessions.js"),
    be: () => import("./be/sessions.js"),
  },
  deletion: {
    en: () => import("./en/deletion.js"),
    ru: () => import("./ru/deletion.js"),
    be: () => import("./be/deletion.js"),
  },
  accounts: {
    en: () => import("./en/accounts.js"),
    ru: () => import("./ru/accounts.js"),
    be: () => import("./be/accounts.js"),
  },
  access: {
    en: () => import("./en/access.js"),
    ru: () => import("./ru/access.js"),
    be: () => import("./be/access.js"),
  },
  roles: {
    en: () => import("./en/roles.js"),
    ru: () => import("./ru/roles.js"),
    be: () => import("./be/roles.js"),
  },
};
