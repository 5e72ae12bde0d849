/** Texts of `screens/roles`. */
export default {
  title: "Roles",
  forAdministrators: "This page is for administrators",
  parkStaff: "Park staff",
  parkAdmin: "Park administrators",
  museumsEditor: "Museum editors",
  admin: "Administrators",
  nobody: "Nobody has this role.",
  revoke: "Revoke",
  /** @param {string} name */
  revokeTitle: (name) => `Revoke the role of ${name}?`,
  revokeSentence: "It takes effect when the account’s token is renewed, within five minutes.",
  grantTitle: "Grant this role",
  account: "Account",
  accountNote: "E-mail address or phone number with which the person signs in",
  grant: "Grant",
  /** @param {string} name */
  granted: (name) => `${name} has the role now`,
};
