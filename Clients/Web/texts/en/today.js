/** Texts of `screens/today`. */
export default {};
