/** Texts of `screens/pass`. */
export default {};
