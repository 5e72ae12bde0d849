/** Texts of `screens/staff/appeals.js`. */
export default {
  none: "Няма скаргаў, якія чакаюць адказу",
  before: "Да рашэння:",
  /** @param {string} moment */
  since: (moment) => `Чакае з ${moment}`,
  grant: "Задаволіць",
  /** @param {string} name */
  grantNamed: (name) => `Задаволіць скаргу: ${name}`,
  reject: "Адхіліць",
  /** @param {string} name */
  rejectNamed: (name) => `Адхіліць скаргу: ${name}`,
  sheet: {
    title: "Адхіліць скаргу?",
    stays: "Рашэнне застаецца ў сіле.",
    tells: "Кліент даведаецца прычыну.",
    reason: "Прычына, якую даведаецца кліент",
    confirm: "Адхіліць скаргу",
    done: "Скарга адхілена",
  },
};
