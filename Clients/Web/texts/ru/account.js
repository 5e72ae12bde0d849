/** @type {typeof import("../en/account.js").default} */
export default {};
