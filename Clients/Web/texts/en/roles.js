/** Texts of `screens/roles`. */
export default {};
