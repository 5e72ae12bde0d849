/** The texts of the screens of accounts. */
import { assertEquals } from "./assert.js";
import texts from "../../Clients/Web/texts/en/accounts.js";

Deno.test("Every kind of event in the audit trail has a text", async () => {
  const path = new URL("../../Services/Auth/AuthService/Domain/AuditRecord.swift", import.meta.url);
  const [, cases] = (await Deno.readTextFile(path)).split(/enum Event|var isChained/);
  const kinds = [...cases.matchAll(/case (\w+)(?: = "([\w-]+)")?/g)].map(([, name, value]) => value ?? name);
  assertEquals(kinds.sort(), Object.keys(texts.events).sort());
});
