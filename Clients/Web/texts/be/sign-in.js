/** @type {typeof import("../en/sign-in.js").default} */
export default {};
