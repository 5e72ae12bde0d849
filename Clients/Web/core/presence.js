/** The question by which the owner of the account proves to be present; its code is loaded when it is needed. */

/** @type {{ prove: () => Promise<boolean> }} `prove` returns false if the person gives up. */
export const presence = { prove: () => Promise.resolve(false) };
