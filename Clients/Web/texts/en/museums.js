/** Texts of `screens/museums`. */
export default {};
