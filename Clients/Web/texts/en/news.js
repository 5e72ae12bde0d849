/** Texts of `screens/news`. */
export default {};
