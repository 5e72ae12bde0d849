/** @type {typeof import("../en/news.js").default} */
export default {
  title: "Навіны",
  about: (subject, date) => `${date} · ${subject}`,
  empty: "Сёння навін няма",
  emptyNote: "З поўначы пра гэтае месца нічога не публікавалі.",
  offline: "Для сённяшніх навін патрэбна сувязь",
  offlineNote: "Навіны іншага дня не паказваюцца.",
  missing: (publishers) => `Няма адказу: ${publishers.join(", ")}`,
  unavailable: "Навіны цяпер недаступныя",
  byCountry: "Пра горад сёння нічога няма, гэта навіны краіны.",
  opens: "Адкрыецца сайт выдання",
};
