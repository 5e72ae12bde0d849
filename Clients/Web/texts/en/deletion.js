/** Texts of `screens/account/deletion` and `screens/account/export`. */
export default {
  title: "Delete account",
  guest: "Sign in to delete your account.",
  consequences: [
    "Your name, contacts, saved weather and favourites will be deleted. After you confirm, we show the date. Until then you can change your mind.",
    "Bookings that have not begun are cancelled, and sets left on a pass are lost. What the park must keep no longer names you.",
    "We will send you a code to confirm.",
  ],
  sendCode: "Send code",
  codeTitle: "Code to delete the account",
  confirm: "Delete account",
  /** @param {string} day */
  scheduled: (day) => `Your account will be deleted on ${day}. Until then everything works as before.`,
  keep: "Keep the account",
  copy: {
    title: "Copy of your data",
    guest: "Sign in to get a copy of your data.",
    sentences: [
      "The file holds what Vokol has stored about you: account, sessions, consents, bookings, payments, saved weather and favourites.",
      "Keep it to yourself: it contains your addresses and numbers.",
    ],
    download: "Download",
    done: "The file is saved.",
  },
};
