/** Unsaved forms: they stay when a person leaves their screen, and the browser asks before it closes the page. */
import { onSignOut } from "./session.js";
import { useValue, Value } from "./value.js";

/**
 * @typedef {object} Draft
 * @property {unknown} version The version of the record that the form began with.
 * @property {object} form
 */

/**
 * A change of a form: its new members, or a function that derives them from the latest form. A change within a member
 * needs the function, because another change may come before this one is drawn.
 * @template {object} Form
 * @typedef {Partial<Form> | ((form: Form) => Partial<Form>)} Change
 */

/** @type {Value<Record<string, Draft | undefined>>} The drafts by the names of their forms. */
const drafts = new Value({});

/** @param {Event} event */
const ask = (event) => event.preventDefault();

drafts.observe(() => {
  const isAsked = Object.values(drafts.current).some(Boolean);
  // A permanent listener would keep pages out of the browser's cache of pages.
  if (isAsked) globalThis.addEventListener("beforeunload", ask);
  else globalThis.removeEventListener("beforeunload", ask);
});
onSignOut(() => drafts.set({}));

/**
 * Bases a draft on the version that another change of the same person has made, such as a new picture.
 * @param {string} name @param {unknown} version
 */
export function rebaseDraft(name, version) {
  const draft = drafts.current[name];
  if (draft) drafts.set({ ...drafts.current, [name]: { ...draft, version } });
}

/**
 * The form of a record: the person's draft, or else the record as it is stored.
 * @template {object} Form
 * @template Version
 * @param {string} name The record's name among all forms.
 * @param {Form} stored
 * @param {Version} version The version of `stored`; undefined for a new record.
 */
export function useDraft(name, stored, version) {
  const draft = useValue(drafts, (all) => all[name]);
  const form = /** @type {Form} */ (draft?.form ?? stored);
  /** @param {Draft} [next] */
  const keep = (next) => drafts.set({ ...drafts.current, [name]: next });
  return {
    form,
    /** The version that `form` is based on: saving it over a later one is a conflict. */
    version: /** @type {Version} */ (draft ? draft.version : version),
    isChanged: draft !== undefined,
    /** @param {Change<Form>} change */
    change(change) {
      // Two changes may come before the next rendering.
      const before = drafts.current[name];
      const latest = /** @type {Form} */ (before?.form ?? stored);
      const next = { ...latest, ...(typeof change === "function" ? change(latest) : change) };
      // A form that was changed back has nothing to lose.
      const isLike = JSON.stringify(next) === JSON.stringify(stored);
      keep(isLike ? undefined : { version: before ? before.version : version, form: next });
    },
    discard: () => keep(undefined),
  };
}
