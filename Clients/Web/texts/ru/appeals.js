/** Texts of `screens/staff/appeals.js`. */
export default {
  none: "Нет жалоб, которые ждут ответа",
  before: "До решения:",
  /** @param {string} moment */
  since: (moment) => `Ждёт с ${moment}`,
  grant: "Удовлетворить",
  /** @param {string} name */
  grantNamed: (name) => `Удовлетворить жалобу: ${name}`,
  reject: "Отклонить",
  /** @param {string} name */
  rejectNamed: (name) => `Отклонить жалобу: ${name}`,
  sheet: {
    title: "Отклонить жалобу?",
    stays: "Решение остаётся в силе.",
    tells: "Клиент узнает причину.",
    reason: "Причина, которую узнает клиент",
    confirm: "Отклонить жалобу",
    done: "Жалоба отклонена",
  },
};
