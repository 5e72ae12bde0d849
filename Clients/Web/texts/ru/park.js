/** @type {typeof import("../en/park.js").default} */
export default {};
