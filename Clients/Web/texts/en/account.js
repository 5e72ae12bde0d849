/** Texts of `screens/account`. */
export default {};
