/** Forms that are not saved yet. */
import { assertEquals } from "./assert.js";

// Preact looks for frames when it is loaded.
Object.assign(globalThis, { document: {}, requestAnimationFrame: () => 1, cancelAnimationFrame: () => {} });
const { useDraft } = await import("../../Clients/Web/core/drafts.js");
const { h, render } = await import("../../Clients/Web/core/view.js");

/** The draft of a form with two facts, as its first rendering sees it. @param {string} name */
function draftOf(name) {
  /** @type {any} */
  let draft;
  const Form = () => {
    draft ??= useDraft(name, { name: "Mill", facts: { price: "", telephone: "" } }, "1-0");
    return null;
  };
  render(h(Form, {}), /** @type {any} */ ({ childNodes: [], firstChild: null, nodeType: 1 }));
  return draft;
}

/** The form as a screen that opens now sees it. @param {string} name */
const formNow = (name) => draftOf(name).form;

Deno.test("Two changes before the next rendering are both kept, also within one part", () => {
  const { change } = draftOf("museum");
  change({ name: "Windmill" });
  for (const [fact, value] of [["price", "free"], ["telephone", "+375"]]) {
    change((/** @type {any} */ form) => ({ facts: { ...form.facts, [fact]: value } }));
  }
  assertEquals(formNow("museum"), { name: "Windmill", facts: { price: "free", telephone: "+375" } });
});

Deno.test("A form that was changed back has no draft", () => {
  const { change } = draftOf("park");
  change({ name: "Other" });
  assertEquals(draftOf("park").isChanged, true);
  change({ name: "Mill" });
  assertEquals(draftOf("park").isChanged, false);
});
