import { assertEquals } from "./assert.js";
import { language, loadTexts, texts } from "../../Clients/Web/core/languages.js";
import { changeSettings } from "../../Clients/Web/core/settings.js";

/** The language after it has changed. */
const changed = () =>
  new Promise((resolve) => {
    const end = language.observe(() => {
      end();
      resolve(language.current);
    });
  });

/** Chooses a language and waits for its texts. @param {"en" | "ru" | "be"} chosen */
async function choose(chosen) {
  const next = changed();
  changeSettings({ language: chosen });
  return await next;
}

Deno.test("The language is the one chosen last, although the texts of another one come later", async () => {
  await loadTexts("core");
  assertEquals(await choose("be"), "be");
  assertEquals(await choose("en"), "en");
  // The texts of the first one have to be loaded, those of the second one are.
  changeSettings({ language: "ru" });
  assertEquals(await choose("be"), "be");
  // Once they have come, they would be shown.
  await import("../../Clients/Web/texts/ru/core.js");
  await new Promise((resume) => setTimeout(resume));
  assertEquals(language.current, "be");
  assertEquals(await choose("en"), "en");
});

Deno.test("The words below the number of sets left agree with it", async () => {
  const expected = {
    en: ["set left", "sets left", "sets left", "sets left"],
    ru: ["сет остался", "сета осталось", "сетов осталось", "сет остался"],
    be: ["сэт застаўся", "сэты засталося", "сэтаў засталося", "сэт застаўся"],
  };
  for (const one of /** @type {const} */ (["en", "ru", "be"])) {
    if (language.current !== one) await choose(one);
    await loadTexts("pass");
    assertEquals([1, 2, 5, 21].map(texts("pass").left), expected[one]);
  }
});
