/** Texts of `screens/staff/report.js`. */
export default {
  title: "Отчёт",
  from: "С",
  days: "Дней",
  none: "За это время ничего не забронировали и не оплатили",
  download: "Скачать CSV",
  date: "День",
  reverse: "Реверс",
  other: "Абонементы и прочее",
  bookings: "Броней",
  sets: "Сетов",
  occupancy: "Загрузка",
  passSets: "По абонементу",
  noShows: "Неявок",
  late: "Поздних отмен",
  revenue: "Выручка",
  total: "Всего",
};
