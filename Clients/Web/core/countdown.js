/** The time left until an end. */

/** `4:52` from seconds. @param {number} seconds */
export const countdown = (seconds) => {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
