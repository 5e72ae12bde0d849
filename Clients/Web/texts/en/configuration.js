/** Texts of `screens/staff/configuration`. */
export default {
  title: "Park settings",
  sections: {
    hours: "Hours",
    special: "Special days",
    prices: "Prices",
    reverses: "Reverses",
    passes: "Passes",
    rules: "Rules",
    texts: "Texts and place",
  },
  /** @param {string} name */
  faulty: (name) => `${name} (check)`,
  /** @param {string[]} names */
  faultsIn: (names) => `Check: ${names.join(", ")}`,
  existing: {
    hours: "Existing bookings stay, even outside the new hours. To cancel them, close the time on the day board.",
    special: "Existing bookings stay, even on days that close. To cancel them, close the time on the day board.",
    prices: "Existing bookings keep the price at which they were made.",
    reverses:
      "A reverse that cannot be booked any more keeps its bookings. Reverses are not removed; take them out of booking.",
    passes: "Passes that were bought keep their sets and their expiry. A pass that is not sold stays valid.",
    rules:
      "Existing bookings keep their times and the rules of cancellation under which they were made. A new length of sets moves the starts of free sets at once.",
    texts: "Customers see the new texts at once. A new time zone moves the opening hours; bookings do not move.",
  },
  faults: {
    number: "Enter a number",
    amount: "Enter an amount, such as 25.00",
    time: "Enter a time, such as 09:00; 24:00 is the end of the day",
    date: "Enter a date",
    id: "Use small Latin letters, digits and hyphens, at most 32",
  },
  save: "Save all sections",
  saved: "Settings saved",
  undo: "Undo",
  undone: "The earlier settings are back",
  discard: "Discard changes",
  unsaved: "There are unsaved changes.",
  /** @param {number} version */
  unchanged: (version) => `Nothing is changed. Version ${version}`,
  outdated: "Your changes do not fit the new settings.",
  reload: "Load them, discard mine",
  opens: "Opens",
  closes: "Closes",
  closed: "Closed",
  setPrice: "Usual price of a set, BYN",
  bands: "Other prices",
  bandsNote: "The first band that fits the start of a set replaces the usual price.",
  /** @param {number} number */
  band: (number) => `Band ${number}`,
  /** @param {number} number */
  removeBand: (number) => `Remove band ${number}`,
  raise: "Move up",
  weekdays: "Days of the week",
  from: "From",
  to: "To",
  price: "Price, BYN",
  addBand: "Add a band",
  id: "Identifier",
  idNote: "It cannot be changed later.",
  isBookable: "Customers can book it",
  name: "Name",
  description: "Description",
  newReverse: "New reverse",
  addReverse: "Add a reverse",
  newPass: "New pass",
  addPass: "Add a pass",
  remove: "Remove",
  isSold: "Customers can buy it",
  passSets: "Sets",
  validDays: "Valid, days",
  numbers: {
    setMinutes: { name: "Length of a set, minutes", note: "5 to 120, a multiple of 5" },
    maximumSets: { name: "Most sets in one booking", note: "1 to 8" },
    horizonDays: { name: "Days that can be booked ahead", note: "1 to 366, today included" },
    bookingsPerAccount: { name: "Upcoming bookings of one account", note: "1 to 100" },
    freeCancellationMinutes: { name: "Free cancellation ends, minutes before the start", note: "0 to 10080" },
    undoMinutes: { name: "Free undo after booking, minutes", note: "0 to 60" },
  },
  texts: { name: "Name", address: "Address", rules: "Rules" },
  languages: { en: "English", ru: "Russian", be: "Belarusian" },
  /** @param {string} label @param {string} language */
  inLanguage: (label, language) => `${label}, ${language}`,
  latitude: "Latitude",
  longitude: "Longitude",
  timeZone: "Time zone",
  special: {
    note:
      "Holidays, competitions and seasons: the first entry that contains a day applies. Leave the hours or the price empty for the usual ones.",
    add: "Add special days",
    /** @param {number} number */
    name: (number) => `Special days ${number}`,
    /** @param {number} number */
    remove: (number) => `Remove special days ${number}`,
    to: "To, inclusive",
    closed: "The park is closed",
    usual: "as usual",
    reverses: "Reverses",
    /** @param {string} name */
    opensOn: (name) => `${name} opens`,
  },
};
