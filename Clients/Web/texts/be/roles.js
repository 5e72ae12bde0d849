/** @type {typeof import("../en/roles.js").default} */
export default {
  title: "Ролі",
  forAdministrators: "Гэтая старонка для адміністратараў",
  parkStaff: "Супрацоўнікі парка",
  parkAdmin: "Адміністратары парка",
  museumsEditor: "Рэдактары музеяў",
  admin: "Адміністратары",
  nobody: "Гэтай ролі няма ні ў кога.",
  revoke: "Зняць",
  revokeTitle: (name) => `Зняць ролю: ${name}?`,
  revokeSentence: "Падзейнічае на працягу пяці хвілін, калі абновіцца ключ доступу.",
  grantTitle: "Даць гэтую ролю",
  account: "Профіль",
  accountNote: "Адрас пошты або тэлефон, з якім чалавек уваходзіць",
  grant: "Даць ролю",
  granted: (name) => `Роля дадзена: ${name}`,
};
