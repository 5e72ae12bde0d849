/** @type {typeof import("../en/museum-marks.js").default} */
export default {
  title: "Ваши музеи",
  guest: "Войдите, чтобы увидеть отмеченные вами музеи.",
  kinds: "Какие музеи",
  favourites: "Избранное",
  visitedOnes: "Где вы были",
  favourite: "Избранное",
  edit: "Изменить",
  visited: "Посещено",
  none: {
    favourites: "В избранном пока пусто",
    visited: "Посещённых музеев пока нет",
  },
  hint: "Отметьте музей на его странице звёздочкой, а после посещения — галочкой.",
  find: "Найти музей",
  gone: (id) => `Этого музея больше нет в каталоге (${id}).`,
  remove: "Убрать",
};
