/** Texts of calendar feeds: `parts/feed-address.js` and the sheets that create them. */
export default {
  address: "Address",
  copy: "Copy",
  copied: "Copied",
  made: "Your addresses",
  /** @param {string} date */
  madeOn: (date) => `created on ${date}`,
  revoke: "Revoke",
  revokeTitle: "Revoke the address?",
  revoked: "The address is revoked",
  timetable: {
    title: "In your calendar",
    sentence:
      "A calendar app can subscribe to this timetable. It then shows the lessons and exams, and follows every change.",
    guest: "Sign in to create an address for your calendar app.",
    /** @param {string} name */
    make: (name) => `Create an address for ${name}`,
    /** @param {string} name @param {number} subgroup */
    withSubgroup: (name, subgroup) => `${name}, subgroup ${subgroup}`,
    once:
      "It is shown only once: add it to your calendar app as a subscription. Anyone who knows it can read the timetable.",
    /** @param {string} name */
    revokeSentence: (name) => `Calendar apps can then no longer read ${name} at this address.`,
  },
  bookings: {
    title: "Bookings in your calendar",
    sentence: "A calendar app can subscribe to your bookings. It then shows each booking, and follows every change.",
    make: "Create an address",
    /** @param {string} date */
    has: (date) => `Your address was created on ${date}. A new one replaces it.`,
    again: "Create a new address",
    againTitle: "Replace the address?",
    againSentence: "The old one stops working: add the new one to your calendar app.",
    once:
      "It is shown only once: add it to your calendar app as a subscription. Anyone who knows it can see your bookings.",
    revokeSentence: "Calendar apps can then no longer see your bookings at this address.",
  },
};
