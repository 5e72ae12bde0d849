/** Texts of `screens/weather`. */
export default {};
