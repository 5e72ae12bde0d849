/** Defers what a tap changes until the browser has drawn the pressed button. */
import { Component } from "./view.js";

/** The events of taps and keys. */
const taps = new Set(["click", "keydown", "input", "change", "submit"]);
/** @type {(() => void)[]} */
const waiting = [];
/** @type {Element | null | undefined} */
let pressed;

function actNow() {
  pressed?.removeAttribute("data-pressed");
  pressed = null;
  waiting.splice(0).forEach((act) => act());
}

/**
 * Marks the control that was pressed. `:active` ends with a short tap, before its frame; without the mark that frame
 * would change nothing, and browsers do not show such a frame.
 * @param {Event & { submitter?: Element | null }} event
 */
function press({ target, submitter }) {
  pressed = (submitter ?? /** @type {Element | null} */ (target))?.closest?.("a, button");
  pressed?.setAttribute("data-pressed", "");
}

/**
 * Runs `act` after the next frame while a tap or a key is handled; otherwise, or in a hidden page, at once.
 * @param {() => void} act
 */
export function afterTap(act) {
  const { event } = globalThis;
  if (!event?.isTrusted || !taps.has(event.type) || document.hidden) act();
  else if (waiting.push(act) === 1) {
    press(event);
    requestAnimationFrame(() => setTimeout(actNow));
  }
}

// The next event finds what the one before it has changed, even within a frame: password managers fill in forms so fast.
for (const type of taps) addEventListener(type, actNow, true);

// Drawing a screen takes a slow phone a tenth of a second, during which a pressed button would look dead.
const { setState } = Component.prototype;
/** @this {Component} @param {object} change */
Component.prototype.setState = function (change) {
  afterTap(() => setState.call(this, change));
};
