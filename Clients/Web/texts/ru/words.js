/** Texts of `screens/park/case-words.js`. */

/** @type {Record<string, string>} */
const states = { open: "Парк ответит.", granted: "Решение отменено.", rejected: "Отклонено:" };

export default {
  title: "Ваши слова",
  yours: "Ваши слова",
  /** @param {string} moment */
  appealed: (moment) => `Вы обжаловали решение ${moment}`,
  states,
  statement: {
    label: "Что нужно знать администратору?",
    note: "Текст можно менять до решения.",
    send: "Отправить",
    sent: "Отправлено",
  },
  appeal: {
    label: "Обжаловать решение",
    note: "Напишите, почему его нужно отменить.",
    send: "Обжаловать",
    sent: "Жалоба отправлена",
  },
  /** @param {string} moment */
  until: (moment) => `Можно один раз, до ${moment}`,
};
