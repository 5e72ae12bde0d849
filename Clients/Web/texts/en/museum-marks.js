/** Texts of `screens/museums/marks` and `screens/museums/marked`. */

export default {
  title: "Your museums",
  guest: "Sign in to see the museums that you have marked.",
  kinds: "Which museums",
  favourites: "Favourites",
  visitedOnes: "Visited",
  favourite: "Favourite",
  edit: "Edit",
  visited: "Visited",
  /** @type {Record<string, string>} */
  none: {
    favourites: "No favourites yet",
    visited: "No visited museums yet",
  },
  hint: "Mark a museum on its page with the star, or with the tick once you have been there.",
  find: "Find a museum",
  /** @param {string} id */
  gone: (id) => `This museum is no longer in the catalogue (${id}).`,
  remove: "Remove",
};
