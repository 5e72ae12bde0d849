/** Texts of `screens/history`. */
export default {};
