/** Texts of `screens/account/factors`, of the second step of a sign-in, and of the proof of presence. */
export default {
  title: "Second factor",
  guest: "Sign in to protect your account with a second factor.",
  required: "Your role needs a second factor. Until you set one up, nothing else is available.",
  sentence:
    "With an authenticator app on your phone, a stolen password is not enough: each sign-in also needs a code that the app shows.",
  setUp: "Set up the app",
  addKey: "Scan this code with your authenticator app, or add the key to it. It shows a new code every 30 seconds.",
  qrCode: "QR code with the key",
  openApp: "Open in an app on this device",
  appCode: "Code that the app shows",
  confirm: "Confirm",
  recovery: "Recovery codes",
  recoverySentence:
    "Write these codes down and keep them away from your phone. If you lose it, each of them signs you in once. They are not shown again.",
  copy: "Copy",
  copied: "Copied",
  saved: "I have saved them",
  /** @param {string} day */
  since: (day) => `Set up on ${day}. Each sign-in needs a code from your authenticator app.`,
  /** @param {number} count */
  left: (count) => `Recovery codes left: ${count}`,
  renew: "New recovery codes",
  remove: "Remove the app",
  removeTitle: "Remove the app?",
  removeSentence: "Signing in will no longer need a code. The recovery codes stop working.",
  removed: "The app is removed",
  stepTitle: "Second factor",
  stepSentence: "Your account is protected by an authenticator app.",
  code: "Code",
  codeNote: "The code that the app shows, or a recovery code.",
  signIn: "Sign in",
  again: "Start over",
  presenceTitle: "Is it you?",
  presenceByCode: "To continue, enter a code from your authenticator app, or a recovery code.",
  presenceByPassword: "To continue, enter your password.",
  password: "Password",
  signInAgain: "To continue, sign out and sign in again.",
  signOut: "Sign out",
  usePasskey: "Use a passkey",
  usePassword: "Use the password",
  presenceByPasskey: "To continue, use a passkey.",
  passkey: "Passkey",
  passkeys: "Passkeys",
  passkeysSentence:
    "With a passkey you sign in with the fingerprint, face or PIN that unlocks your device, without a password or a code.",
  passkeyAdded: "The passkey is added",
  passkeyRemoved: "The passkey is removed",
  addPasskey: "Add a passkey",
  removePasskey: "Remove",
  removePasskeySentence: "It can no longer be used to sign in. Remove it from the device, too.",
  /** @param {string} day */
  passkeySince: (day) => `Added: ${day}`,
  /** @param {string} name */
  removeOf: (name) => `Remove: ${name}`,
  /** @param {string} name */
  removePasskeyTitle: (name) => `Remove ${name}?`,
};
