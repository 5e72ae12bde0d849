/** @type {typeof import("../en/museums.js").default} */
export default {};
