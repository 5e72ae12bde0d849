/** Texts of `screens/staff/report.js`. */
export default {
  title: "Справаздача",
  from: "З",
  days: "Дзён",
  none: "За гэты час нічога не забраніравалі і не аплацілі",
  download: "Спампаваць CSV",
  date: "Дзень",
  reverse: "Рэверс",
  other: "Абанементы і іншае",
  bookings: "Браніраванняў",
  sets: "Сэтаў",
  occupancy: "Загрузка",
  passSets: "Па абанеменце",
  noShows: "Няявак",
  late: "Позніх скасаванняў",
  revenue: "Выручка",
  total: "Усяго",
};
