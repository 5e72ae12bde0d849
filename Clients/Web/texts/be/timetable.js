/** @type {typeof import("../en/timetable.js").default} */
export default {};
