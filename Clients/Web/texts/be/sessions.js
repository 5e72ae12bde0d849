/** @type {typeof import("../en/sessions.js").default} */
export default {
  title: "Прылады",
  sentence: "На гэтых прыладах выкананы ўваход у ваш профіль.",
  guest: "Увайдзіце, каб убачыць, дзе выкарыстоўваецца ваш профіль.",
  current: "Гэтая прылада",
  unknown: "Невядомая прылада",
  lastSeen: (moment) => `Выкарыстоўвалася: ${moment}`,
  network: (address) => `Сетка: ${address}`,
  end: "Выйсці",
  endOf: (device) => `Выйсці: ${device}`,
  endTitle: (device) => `Выйсці на прыладзе «${device}»?`,
  endSentence: "Каб зноў карыстацца профілем там, спатрэбіцца ўвайсці.",
  endOthers: "Выйсці на ўсіх астатніх прыладах",
  othersTitle: "Выйсці на ўсіх астатніх прыладах?",
  ended: "Выхад выкананы",
};
