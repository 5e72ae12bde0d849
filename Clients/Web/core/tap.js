/** The frame after a tap: browsers show at once that a button is pressed, and then what it changes. */
import { Component } from "./view.js";

/** @type {(() => void)[]} */
const waiting = [];
const actNow = () => waiting.splice(0).forEach((act) => act());

/**
 * Acts after the next frame while a tap or a key is handled, and at once otherwise, also in a page that nobody sees.
 * @param {() => void} act
 */
export function afterTap(act) {
  if (!globalThis.event?.isTrusted || document.hidden) act();
  else if (waiting.push(act) === 1) requestAnimationFrame(() => setTimeout(actNow));
}

// The next tap finds what the one before it has changed, even if it comes within a frame.
for (const type of ["click", "keydown"]) addEventListener(type, actNow, true);

// Drawing a screen takes a slow phone a tenth of a second, during which a pressed button would look dead.
const { setState } = Component.prototype;
/** @this {Component} @param {object} change */
Component.prototype.setState = function (change) {
  afterTap(() => setState.call(this, change));
};
