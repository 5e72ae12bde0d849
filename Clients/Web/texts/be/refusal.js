/** Texts for people without access to the screens in `screens/staff`. */
/** @type {typeof import("../en/refusal.js").default} */
export default {
  onlyStaff: "Толькі для супрацоўнікаў парка",
  onlyStaffNote: "Ролю можа даць адміністратар парка.",
  signIn: "Для гэтага экрана патрэбны профіль з роляй супрацоўніка парка.",
  onlyAdmin: "Толькі для адміністратараў",
  onlyAdminNote: "Выпадкі, рашэнні і налады парка даступныя адміністратарам.",
};
