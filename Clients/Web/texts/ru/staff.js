/** @type {typeof import("../en/staff.js").default} */
export default {};
