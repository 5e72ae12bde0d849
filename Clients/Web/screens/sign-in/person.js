/** The personal data of a registration with a telephone number. */
import { html } from "../../core/view.js";
import { useTexts } from "../../core/languages.js";
import { Field, Tick } from "../../parts/fields.js";
import { ProblemNote } from "../../parts/states.js";
import { Declaration } from "./declaration.js";

/** The version of the consent text in the language files. */
export const consentVersion = "2026-11";

export const emptyPerson = { firstName: "", lastName: "", email: "", birthDate: "", consents: false };

/**
 * The parameters of a registration; empty fields are left out.
 * @param {typeof emptyPerson} person
 * @param {import("../../contract/types.d.ts").AuthDeclaration} declaration
 */
export const registrationOf = (person, declaration) => ({
  firstName: person.firstName.trim(),
  lastName: person.lastName.trim(),
  ...(person.email.trim() && { email: person.email.trim() }),
  ...(person.birthDate && { birthDate: person.birthDate }),
  declaration,
  consentVersion,
});

/**
 * @param {{ person: typeof emptyPerson, onChange: (person: typeof emptyPerson) => void,
 *   declaration: ReturnType<typeof import("./declaration.js").useDeclaration>,
 *   problem?: import("../../core/problem.js").Problem }} props
 */
export function PersonFields({ person, onChange, declaration, problem }) {
  const text = useTexts("signIn");
  /** @param {keyof typeof emptyPerson} name */
  const field = (name) => ({
    name,
    value: person[name],
    onInput: (/** @type {string} */ value) => onChange({ ...person, [name]: value }),
    fault: problem?.faultAt(`/registration/${name}`),
  });
  return html`
    <${Field} label=${text.firstName} autocomplete="given-name" isRequired ...${field("firstName")} />
    <${Field} label=${text.lastName} autocomplete="family-name" isRequired ...${field("lastName")} />
    <${Field} label=${text.birthDate} type="date" autocomplete="bday" ...${field("birthDate")} />
    <${Field} label=${text.contactEmail} type="email" autocomplete="email" ...${field("email")} />
    <${Declaration} declaration=${declaration} />
    <${Tick} isChecked=${person.consents}
      onChange=${(/** @type {boolean} */ consents) => onChange({ ...person, consents })}>${text.consent}<//>
    <${ProblemNote} problem=${problem?.errors.length ? undefined : problem} />
  `;
}
