/** @type {typeof import("../en/news.js").default} */
export default {
  title: "Новости",
  about: (subject, date) => `${date} · ${subject}`,
  empty: "Сегодня новостей нет",
  emptyNote: "С полуночи об этом месте ничего не публиковали.",
  offline: "Для сегодняшних новостей нужна связь",
  offlineNote: "Новости другого дня не показываются.",
  missing: (publishers) => `Нет ответа: ${publishers.join(", ")}`,
  unavailable: "Новости сейчас недоступны",
  byCountry: "О городе сегодня ничего нет, это новости страны.",
  opens: "Откроется сайт издания",
};
