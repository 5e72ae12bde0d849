/** Texts of `screens/park/notices.js`. */

/** @type {Record<string, string>} */
const channels = { sms: "SMS", email: "E-mail" };

export default {
  title: "Confirmations and reminders",
  signIn: "These choices belong to an account.",
  channel: "Notices by",
  channels,
  hasConfirmation: "Confirm bookings",
  hasDayReminder: "Remind me the day before",
  hasHourReminder: "Remind me two hours before",
  quiet: "Quiet hours",
  quietNote: "A reminder due in these hours is sent when they end, unless the booking has begun. Times are the park’s.",
  from: "From",
  to: "To",
  always: "You are always told at once if the park closes or decides about a case.",
  nowhere: "Your account has neither a telephone number nor an e-mail address, so nothing can be sent.",
  save: "Save",
  saved: "Saved",
};
