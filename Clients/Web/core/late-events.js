/** The part of `events` that `late-hints` loads. A module of its own, so that the build may join `events` with others. */
export { listen } from "./events.js";
