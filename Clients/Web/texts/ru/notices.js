/** Texts of `screens/park/notices.js`. */

/** @type {Record<string, string>} */
const channels = { sms: "SMS", email: "Эл. почта" };

export default {
  title: "Подтверждения и напоминания",
  signIn: "Эти настройки относятся к профилю.",
  channel: "Куда сообщать",
  channels,
  hasConfirmation: "Подтверждать брони",
  hasDayReminder: "Напоминать за день",
  hasHourReminder: "Напоминать за два часа",
  quiet: "Тихие часы",
  quietNote: "Напоминание, которое пришлось на них, придёт в их конце, если бронь ещё не началась. Время парка.",
  from: "С",
  to: "До",
  always: "О закрытии парка и о решениях мы сообщаем всегда и сразу.",
  nowhere: "В профиле нет ни телефона, ни почты, поэтому сообщать некуда.",
  save: "Сохранить",
  saved: "Сохранено",
};
