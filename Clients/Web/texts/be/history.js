/** @type {typeof import("../en/history.js").default} */
export default {};
