/** Texts of `screens/staff/appeals.js`. */
export default {
  none: "No appeal awaits an answer",
  before: "Before the decision:",
  /** @param {string} moment */
  since: (moment) => `Waiting since ${moment}`,
  grant: "Grant",
  /** @param {string} name */
  grantNamed: (name) => `Grant the appeal of ${name}`,
  reject: "Reject",
  /** @param {string} name */
  rejectNamed: (name) => `Reject the appeal of ${name}`,
  sheet: {
    title: "Reject this appeal?",
    stays: "The decision stays in force.",
    tells: "The customer is told the reason.",
    reason: "Reason that the customer is told",
    confirm: "Reject the appeal",
    done: "Appeal rejected",
  },
};
