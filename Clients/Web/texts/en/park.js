/** Texts of `screens/park`. */
export default {};
