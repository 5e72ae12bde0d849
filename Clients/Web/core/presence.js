/** The dialogue in which the account's owner proves their presence; its code is loaded when it is needed. */

/** @type {{ prove: () => Promise<boolean> }} `prove` returns false if the person gives up. */
export const presence = { prove: () => Promise.resolve(false) };
