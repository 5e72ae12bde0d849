/** @type {typeof import("../en/today.js").default} */
export default {};
