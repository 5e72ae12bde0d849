/** Texts of `screens/timetable`. */
export default {};
