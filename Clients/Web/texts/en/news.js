/** Texts of the news. */
export default {
  title: "News",
  /** @param {string} subject @param {string} date */
  about: (subject, date) => `${date} · ${subject}`,
  empty: "No news today",
  emptyNote: "Nothing about this place has been published since midnight.",
  offline: "Today’s news needs a connection",
  offlineNote: "News of another day is not shown.",
  /** @param {string[]} publishers */
  missing: (publishers) => `No answer from ${publishers.join(", ")}`,
  unavailable: "The news is not available at the moment",
  byCountry: "Nothing about the city today; this is about the country.",
  opens: "Opens the publisher’s site",
};
