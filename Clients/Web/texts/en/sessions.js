/** Texts of `screens/account/sessions`. */
export default {
  title: "Devices",
  sentence: "These devices are signed in to your account.",
  guest: "Sign in to see where your account is used.",
  current: "This device",
  unknown: "Unknown device",
  /** @param {string} moment */
  lastSeen: (moment) => `Last used: ${moment}`,
  /** @param {string} address */
  network: (address) => `Network: ${address}`,
  end: "Sign out",
  /** @param {string} device */
  endOf: (device) => `Sign out: ${device}`,
  /** @param {string} device */
  endTitle: (device) => `Sign out ${device}?`,
  endSentence: "To use the account there again, you will have to sign in.",
  endOthers: "Sign out all other devices",
  othersTitle: "Sign out all other devices?",
  ended: "Signed out",
};
