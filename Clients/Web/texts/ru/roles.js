/** @type {typeof import("../en/roles.js").default} */
export default {
  title: "Роли",
  forAdministrators: "Эта страница для администраторов",
  parkStaff: "Сотрудники парка",
  parkAdmin: "Администраторы парка",
  museumsEditor: "Редакторы музеев",
  admin: "Администраторы",
  nobody: "Этой роли нет ни у кого.",
  revoke: "Снять",
  revokeTitle: (name) => `Снять роль: ${name}?`,
  revokeSentence: "Подействует в течение пяти минут, когда обновится ключ доступа.",
  grantTitle: "Дать эту роль",
  account: "Профиль",
  accountNote: "Адрес почты или телефон, с которым человек входит",
  grant: "Дать роль",
  granted: (name) => `Роль дана: ${name}`,
};
