/** @type {typeof import("../en/sessions.js").default} */
export default {
  title: "Устройства",
  sentence: "На этих устройствах выполнен вход в ваш профиль.",
  guest: "Войдите, чтобы увидеть, где используется ваш профиль.",
  current: "Это устройство",
  unknown: "Неизвестное устройство",
  lastSeen: (moment) => `Использовалось: ${moment}`,
  network: (address) => `Сеть: ${address}`,
  end: "Выйти",
  endOf: (device) => `Выйти: ${device}`,
  endTitle: (device) => `Выйти на устройстве «${device}»?`,
  endSentence: "Чтобы снова пользоваться профилем там, понадобится войти.",
  endOthers: "Выйти на всех остальных устройствах",
  othersTitle: "Выйти на всех остальных устройствах?",
  ended: "Выход выполнен",
};
