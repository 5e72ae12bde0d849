/** @type {typeof import("../en/weather.js").default} */
export default {};
