/** Texts of the frame and of the states that all screens share. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  name: "Vokol",
  today: "Today",
  museums: "Museums",
  timetable: "Timetable",
  park: "Park",
  account: "Account",
  sections: "Sections",
  skip: "Skip to content",
  back: "Back",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  done: "Done",
  loading: "Loading",
  more: "Show more",
  /** @param {string} time */
  updatedAt: (time) => `Updated at ${time}`,
  stale: "Older data: the source is late",
  simulated: "Made-up data: this server simulates its sources.",
  offline: {
    title: "No connection",
    sentence: "Connect to the internet and try again.",
    /** @param {string} age */
    keptAt: (age) => `No connection. Saved: ${age}`,
  },
  failed: {
    title: "That did not work",
    sentence: "The server did not answer as expected. Try again in a minute.",
    again: "Try now",
    /** @param {string} age */
    keptAt: (age) => `The server is not answering. Saved: ${age}`,
  },
  lost: { title: "Nothing at this address", action: "Go to Today" },
  signedOut: { title: "Sign in to see this", signIn: "Sign in" },
  version: { isNew: "A new version is available", reload: "Reload" },
  dates: {
    today: "Today",
    tomorrow: "Tomorrow",
    yesterday: "Yesterday",
    shortWeekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    monthsOfDays: [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ],
    /** @param {number} number */
    hours: (number) => `${number}\u00a0h`,
    /** @param {number} number */
    minutes: (number) => `${number}\u00a0min`,
    /** @param {number} number */
    minutesLong: (number) => count(number, "minute", "minutes"),
  },
  code: {
    label: "Six-digit code",
    sentTo: "Sent to",
    other: "Change",
    resend: "Send another code",
    /** @param {number} seconds */
    resendIn: (seconds) => `Another code can be sent in ${count(seconds, "second", "seconds")}`,
  },
  /** @param {number} tries */
  triesLeft: (tries) => `${count(tries, "try is left", "tries are left")}.`,
  outbox: {
    /** @param {number} number */
    sent: (number) => `${count(number, "entry is", "entries are")} saved`,
    /** @param {number} number */
    dropped: (number) => `${count(number, "entry", "entries")} could not be saved`,
  },
};
