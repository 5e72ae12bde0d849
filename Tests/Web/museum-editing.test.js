import { assertEquals } from "./assert.js";
import { differencesOf, emptyForm, formOf, paramsOf } from "../../Clients/Web/screens/museums/editor-form.js";
import { base64url, partBytes, uploadInParts } from "../../Clients/Web/screens/museums/picture-upload.js";

/** @type {import("../../Clients/Web/contract/types.d.ts").MuseumsRecord} */
const record = {
  id: "by-mir-castle",
  version: "0-9f86d081884c7d65",
  isRemoved: false,
  source: "catalogue",
  category: "castle",
  countryCode: "BY",
  location: { latitude: 53.45, longitude: 26.47 },
  founded: 1987,
  translations: { ru: { name: "Мирский замок", city: "Мир" } },
  aliases: ["mirski zamak"],
  facts: { price: { value: "free", source: "A visit", date: "2026-11-20" } },
};

const noFacts = { openingHours: "", telephone: "", wheelchair: "", price: "", timeZone: "" };

Deno.test("A museum that nobody changed is sent as it was read", () => {
  const { isRemoved: _, source: __, version, founded, ...rest } = record;
  const facts = { ...noFacts, price: "free" };
  assertEquals(paramsOf(formOf(record), version), /** @type {any} */ ({ ...rest, version, founded, facts }));
});

Deno.test("Numbers may be written with a comma; what is no number is sent for the server to name", () => {
  const form = { ...emptyForm(), latitude: "53,9", longitude: "north", founded: " 1987 ", aliases: "a\n\n b \n" };
  const params = paramsOf(form);
  assertEquals(params.location, /** @type {any} */ ({ latitude: 53.9, longitude: "north" }));
  assertEquals([params.founded, params.aliases, params.version], [1987, ["a", "b"], undefined]);
});

Deno.test("A language without any text is left out, and empty texts of another one as well", () => {
  const form = emptyForm();
  form.texts.be = { name: "Дом", city: "", address: " ", description: "" };
  assertEquals(paramsOf(form).translations, /** @type {any} */ ({ be: { name: "Дом", city: "" } }));
});

Deno.test("Only the texts and facts that a change gave another value are compared", () => {
  const after = {
    ...record,
    founded: undefined,
    facts: { wheelchair: { value: "no", source: "editors", date: "2026-11-23" } },
    location: { ...record.location, latitude: 53.5 },
    translations: { ...record.translations, en: { name: "Mir Castle", city: "Mir" } },
  };
  assertEquals(differencesOf(record, after), [
    { member: "name", language: "en", was: "", is: "Mir Castle" },
    { member: "city", language: "en", was: "", is: "Mir" },
    { member: "place", was: "53.45, 26.47", is: "53.5, 26.47" },
    { member: "founded", was: "1987", is: "" },
    { member: "wheelchair", was: "", is: "no" },
    { member: "price", was: "free", is: "" },
  ]);
  assertEquals(differencesOf(record, record), []);
});

Deno.test("A picture is sent in parts, each after the other", async () => {
  const bytes = Uint8Array.from({ length: partBytes + 2 }, (_, index) => index % 251);
  /** @type {any[]} */
  const parts = [];
  const upload = await uploadInParts(bytes, (part) => {
    parts.push(part);
    return Promise.resolve({ upload: "u1" });
  });
  assertEquals(upload, "u1");
  assertEquals(parts.map(({ upload, offset }) => [upload, offset]), [[undefined, 0], ["u1", partBytes]]);
  assertEquals(parts.map(({ bytesBase64 }) => bytesBase64.length), [61_440, 3]);
  assertEquals(base64url(Uint8Array.of(0xFF, 0xD8, 0xFF, 0xE0)), "_9j_4A");
});
