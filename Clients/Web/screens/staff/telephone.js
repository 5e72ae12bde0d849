/** Telephone numbers as people read them. */

/** For example `+375 29 123-45-67`; numbers of other countries stay unchanged. @param {string} number */
export function readable(number) {
  const parts = /^\+375(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(number);
  return parts ? `+375\u00a0${parts[1]}\u00a0${parts[2]}-${parts[3]}-${parts[4]}` : number;
}

/** The last four digits, for example `··4567`. @param {string | undefined} number */
export const lastDigits = (number) => (number ? `··${number.slice(-4)}` : "");
