/** @type {typeof import("../en/pass.js").default} */
export default {};
