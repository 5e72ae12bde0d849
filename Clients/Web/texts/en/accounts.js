/** Texts of `screens/accounts`. */
export default {
  title: "Accounts",
  one: "An account",
  forAdministrators: "This page is for administrators",
  by: "Find by",
  /** @type {Record<string, string>} */
  properties: { email: "E-mail", phone: "Phone", login: "Name" },
  /** @type {Record<string, string>} */
  begins: {
    email: "Beginning of the address",
    phone: "Beginning of the number, with the country code",
    login: "Beginning of the name that others see",
  },
  find: "Find",
  nobody: "No account found",
  name: "Name",
  login: "Name that others see",
  email: "E-mail address",
  phone: "Phone",
  roles: "Roles",
  created: "Registered",
  sessions: "Sessions",
  deletes: "Will be deleted",
  /** @param {string} moment */
  lockedSince: (moment) => `Locked since ${moment}.`,
  lock: "Lock",
  locked: "The account is locked",
  /** @param {string} name */
  lockTitle: (name) => `Lock the account of ${name}?`,
  lockSentence: "All sessions end, and nobody signs in until you unlock it.",
  reason: "Reason",
  reasonNote: "For administrators; it stays in the audit trail.",
  unlock: "Unlock",
  /** @param {string} name */
  unlockTitle: (name) => `Unlock the account of ${name}?`,
  unlockSentence: "The person can sign in again.",
  endSessions: "End all sessions",
  /** @param {string} name */
  endTitle: (name) => `End all sessions of ${name}?`,
  endSentence: "The person has to sign in again on each device.",
  audit: "What happened",
  noEvents: "Nothing is recorded",
  byAdministrator: "by an administrator",
};
