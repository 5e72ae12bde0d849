/** Texts of `screens/park/notices.js`. */

/** @type {Record<string, string>} */
const channels = { sms: "SMS", email: "Эл. пошта" };

export default {
  title: "Пацвярджэнні і напаміны",
  signIn: "Гэтыя налады адносяцца да профілю.",
  channel: "Куды паведамляць",
  channels,
  hasConfirmation: "Пацвярджаць браніраванні",
  hasDayReminder: "Нагадваць за дзень",
  hasHourReminder: "Нагадваць за дзве гадзіны",
  quiet: "Ціхія гадзіны",
  quietNote: "Напамін, які прыпаў на іх, прыйдзе ў іх канцы, калі браніраванне яшчэ не пачалося. Час парка.",
  from: "З",
  to: "Да",
  always: "Пра закрыццё парка і пра рашэнні мы паведамляем заўсёды і адразу.",
  nowhere: "У профілі няма ні тэлефона, ні пошты, таму паведамляць няма куды.",
  save: "Захаваць",
  saved: "Захавана",
};
