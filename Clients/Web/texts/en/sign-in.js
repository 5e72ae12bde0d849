/** Texts of `screens/sign-in`. */
export default {};
