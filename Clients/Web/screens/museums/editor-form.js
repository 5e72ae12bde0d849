/** The editor's form of a museum: its fields as texts, and the parameters that they mean. */

/**
 * @typedef {import("../../contract/types.d.ts").MuseumsRecord} Museum
 * @typedef {import("../../contract/types.d.ts").MuseumsPutParams} PutParams
 * @typedef {import("../../core/settings.js").Language} Language
 * @typedef {{ name: string, city: string, address: string, description: string }} Texts
 * @typedef {object} Form
 * @property {string} id
 * @property {string} category
 * @property {string} countryCode
 * @property {string} latitude
 * @property {string} longitude
 * @property {string} website
 * @property {string} founded
 * @property {string} aliases One on each line.
 * @property {Record<Language, Texts>} texts
 * @property {Record<FactName, string>} facts Empty for those that nobody stated.
 * @typedef {typeof factNames[number]} FactName
 */

/** The languages of texts. @type {readonly Language[]} */
export const editedLanguages = ["en", "ru", "be"];

/** The facts of a museum, as the contract names them. */
const factNames = /** @type {const} */ (["openingHours", "telephone", "wheelchair", "price", "timeZone"]);

/** @param {Museum} [museum] */
const factsOf = (museum) => /** @type {Form["facts"]} */ (Object.fromEntries(
  factNames.map((name) => [name, museum?.facts?.[name]?.value ?? ""]),
));

/** The address of a museum's form. @param {string} id */
export const editAddress = (id) => `/museums/editing/${encodeURIComponent(id)}`;

/** @param {Museum} museum */
export const nameOf = ({ id, translations: { en, ru, be } }) => (en ?? ru ?? be)?.name ?? id;

/** @returns {Texts} */
const noTexts = () => ({ name: "", city: "", address: "", description: "" });

/** The form of a new museum. @returns {Form} */
export const emptyForm = () => ({
  id: "",
  category: "general",
  countryCode: "BY",
  latitude: "",
  longitude: "",
  website: "",
  founded: "",
  aliases: "",
  texts: { en: noTexts(), ru: noTexts(), be: noTexts() },
  facts: factsOf(),
});

/** @param {Museum} museum @returns {Form} */
export function formOf(museum) {
  const form = emptyForm();
  for (const language of editedLanguages) form.texts[language] = { ...noTexts(), ...museum.translations[language] };
  return {
    ...form,
    id: museum.id,
    category: museum.category,
    countryCode: museum.countryCode,
    latitude: String(museum.location.latitude),
    longitude: String(museum.location.longitude),
    website: museum.website ?? "",
    founded: museum.founded === undefined ? "" : String(museum.founded),
    aliases: museum.aliases.join("\n"),
    facts: factsOf(museum),
  };
}

/** A number as people write it; what is none is sent as it is, so that the server names the fault. @param {string} text */
const numberOf = (text) => {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? text : number;
};

/** @param {Texts} texts */
function translationOf({ name, city, address, description }) {
  if (![name, city, address, description].some((text) => text.trim())) return undefined;
  return {
    name,
    city,
    ...(address.trim() && { address }),
    ...(description.trim() && { description }),
  };
}

/**
 * The parameters that a form means.
 * @param {Form} form @param {string} [version] The version that the change is based on; absent for a new museum.
 * @returns {PutParams}
 */
export function paramsOf(form, version) {
  const aliases = form.aliases.split("\n").map((name) => name.trim()).filter(Boolean);
  /** @type {any} */
  const params = {
    id: form.id.trim(),
    category: form.category,
    countryCode: form.countryCode.trim(),
    location: { latitude: numberOf(form.latitude), longitude: numberOf(form.longitude) },
    translations: Object.fromEntries(
      editedLanguages.map((language) => [language, translationOf(form.texts[language])]).filter(([, texts]) => texts),
    ),
    aliases,
    // Those that did not change stay as they are; an empty one is removed.
    facts: form.facts,
  };
  if (version !== undefined) params.version = version;
  if (form.website.trim()) params.website = form.website;
  if (form.founded.trim()) params.founded = numberOf(form.founded);
  return params;
}

/**
 * A text or fact that a change gave another value.
 * @typedef {object} Difference
 * @property {"subject" | "countryCode" | "place" | "website" | "founded" | "aliases" | FactName | keyof Texts} member
 * @property {Language} [language]
 * @property {string} was Empty if there was none.
 * @property {string} is
 */

/**
 * The texts and facts in which two states of a museum differ.
 * @param {Museum} before @param {Museum} after @returns {Difference[]}
 */
export function differencesOf(before, after) {
  const [old, next] = [formOf(before), formOf(after)];
  /** @type {Difference[]} */
  const all = editedLanguages.flatMap((language) =>
    /** @type {(keyof Texts)[]} */ (["name", "city", "address", "description"]).map((member) => ({
      member,
      language,
      was: old.texts[language][member],
      is: next.texts[language][member],
    }))
  );
  /** @param {Form} form */
  const place = ({ latitude, longitude }) => `${latitude}, ${longitude}`;
  all.push(
    { member: "subject", was: old.category, is: next.category },
    { member: "countryCode", was: old.countryCode, is: next.countryCode },
    { member: "place", was: place(old), is: place(next) },
    { member: "website", was: old.website, is: next.website },
    { member: "founded", was: old.founded, is: next.founded },
    { member: "aliases", was: old.aliases, is: next.aliases },
    ...factNames.map((member) => ({ member, was: old.facts[member], is: next.facts[member] })),
  );
  return all.filter(({ was, is }) => was !== is);
}
