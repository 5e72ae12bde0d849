/** Texts for people without access to the screens in `screens/staff`. */
/** @type {typeof import("../en/refusal.js").default} */
export default {
  onlyStaff: "Только для сотрудников парка",
  onlyStaffNote: "Роль может дать администратор парка.",
  signIn: "Для этого экрана нужен профиль с ролью сотрудника парка.",
  onlyAdmin: "Только для администраторов",
  onlyAdminNote: "Случаи, решения и настройки парка доступны администраторам.",
};
