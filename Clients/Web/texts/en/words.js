/** Texts of `screens/park/case-words.js`. */

/** @type {Record<string, string>} */
const states = { open: "The park will answer.", granted: "The decision was reversed.", rejected: "Rejected:" };

export default {
  title: "Your words",
  yours: "Your words",
  /** @param {string} moment */
  appealed: (moment) => `You appealed on ${moment}`,
  states,
  statement: {
    label: "What should the administrator know?",
    note: "You can change it until the case is decided.",
    send: "Send",
    sent: "Sent",
  },
  appeal: {
    label: "Appeal against the decision",
    note: "Say why it should be reversed.",
    send: "Appeal",
    sent: "Appealed",
  },
  /** @param {string} moment */
  until: (moment) => `Possible once, until ${moment}`,
};
