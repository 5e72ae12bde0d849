/** Amounts of money. */
import { language } from "./languages.js";

/**
 * An amount of money, for example `60.00 BYN`.
 * @param {import("../contract/types.d.ts").Money} money
 */
export function money(money) {
  const minor = money.amount;
  const whole = Math.floor(Math.abs(minor) / 100);
  const cents = String(Math.abs(minor) % 100).padStart(2, "0");
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  return `${minor < 0 ? "−" : ""}${grouped}${language.current === "en" ? "." : ","}${cents}\u00a0${money.currency}`;
}
