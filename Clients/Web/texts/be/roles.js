/** @type {typeof import("../en/roles.js").default} */
export default {};
