/** Texts of `screens/staff`. */
export default {};
