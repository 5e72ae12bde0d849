/** Texts of `screens/access`, and of the appeal in `screens/sign-in`. */
import { plural } from "../../core/plural.js";

const count = plural("en");

export default {
  title: "Who may have an account",
  forAdministrators: "This page is for administrators",
  tabs: { rules: "Rules", reviews: "Reviews", appeals: "Appeals" },
  sentence:
    "A rule for the account itself takes precedence. Otherwise the most specific rule of each kind counts, and the strictest of these decides.",
  add: "Add a rule",
  change: "Change",
  /** @param {string} value */
  changeOf: (value) => `Change the rule for ${value}`,
  remove: "Remove",
  /** @param {string} value */
  removeOf: (value) => `Remove the rule for ${value}`,
  /** @param {string} value */
  removeTitle: (value) => `Remove the rule for ${value}?`,
  removeSentence: "It stops applying at the next registration, sign-in or refresh.",
  removed: "The rule is removed",
  none: "There are no rules of this kind.",
  bundled: "From the bundled list",
  kind: "Kind",
  /** @type {Record<string, string>} */
  kinds: { domain: "Domain", phone: "Phone", network: "Network", account: "Account" },
  value: "Value",
  /** @type {Record<string, string>} */
  valueNotes: {
    domain: "Such as mil.by; covers all domains below it.",
    phone: "The beginning of numbers, such as +37517.",
    network: "Such as 192.0.2.0/24. It applies to requests, not to accounts.",
    account: "An id, an e-mail address or a phone number.",
  },
  action: "Effect",
  /** @type {Record<string, string>} */
  actions: { deny: "Deny", review: "Review", allow: "Allow" },
  reason: "Reason",
  reasonNote: "For administrators; it stays in the audit trail.",
  rule: "Rule",
  save: "Save the rule",
  saved: "The rule is saved",
  try: "Whom would it affect?",
  tryMore: "Look at more accounts",
  /** @param {number} affected @param {number} examined */
  affected: (affected, examined) =>
    `It changes the decision on ${affected} of ${count(examined, "account", "accounts")}.`,
  sweep: "Apply to existing accounts",
  sweepTitle: "Apply the rules to existing accounts?",
  sweepSentence: "Sessions of denied accounts end, and reviews are opened. One step looks at up to 1,000 accounts.",
  sweepAction: "Apply",
  sweepMore: "Apply to the next accounts",
  /** @param {number} examined @param {number} denied @param {number} opened */
  swept: (examined, denied, opened) =>
    `${count(examined, "account", "accounts")} examined, ${denied} denied, ${
      count(opened, "review", "reviews")
    } opened.`,
  close: "Close",
  reviewsSentence: "Rules ask you to look at these accounts. They can be used in the meantime.",
  appealsSentence: "Nothing proves that an appeal comes from the owner of the address or number.",
  noReviews: "No reviews are waiting",
  noAppeals: "No appeals are waiting",
  noRule: "No rule applies any more",
  /** @param {string} name */
  accountOf: (name) => `Account: ${name}`,
  /** @param {string} moment */
  since: (moment) => `Since ${moment}`,
  decide: "Decide",
  /** @param {string} name */
  decideOn: (name) => `Decide on ${name}`,
  decision: "Decision",
  decided: "The decision is recorded",
  admit: "Admit",
  refuse: "Refuse",
  /** @type {Record<string, string>} */
  reviewEffects: {
    admit: "The review is closed, and the rule does not ask again.",
    refuse: "A rule will deny the account, and its sessions end.",
  },
  /** @type {Record<string, string>} */
  appealEffects: {
    admit: "A rule will allow this address or number. Nobody is told: write to the address.",
    refuse: "The appeal is closed, and the refusal stays.",
  },
  appeal: {
    title: "Appeal",
    sentence:
      "An administrator reads your appeal and decides. If you are admitted, you can simply register or sign in.",
    name: "E-mail address or phone number that was refused",
    words: "Why the refusal is a mistake",
    wordsNote: "Ten to 2,000 characters. Do not write passwords or codes.",
    send: "Send the appeal",
    sent: "Your appeal has been sent. Try to sign in or register again in a few days.",
  },
};
