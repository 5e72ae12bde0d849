/** @type {typeof import("../en/news.js").default} */
export default {};
