// Lists the controls of the page and follows the focus through them; returns how many
// steps that may take.
(() => {
  const kinds =
    "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, " +
    "[tabindex]";
  const isReachable = (element) =>
    element.tabIndex >= 0 && !element.closest("[inert]") &&
    element.checkVisibility({ checkVisibilityCSS: true });
  // Of a group of radio buttons Tab reaches one; the arrows reach the others.
  const isExtraRadio = (element) =>
    element.type === "radio" && element.name &&
    [...document.querySelectorAll(
      `input[type=radio][name="${CSS.escape(element.name)}"]`,
    )].some((one) => one !== element && (one.checked || !element.checked));
  const open = [...document.querySelectorAll("dialog:modal")].at(-1) ??
    document;
  const controls = [...open.querySelectorAll(kinds)].filter((one) => isReachable(one) && !isExtraRadio(one));
  const looks = (element) => {
    const around = [
      element,
      element.parentElement,
      element.nextElementSibling,
      ...element.children,
    ].filter(Boolean);
    return around.map((one) => {
      const style = getComputedStyle(one);
      const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 ? style.outline : "";
      return [
        ring,
        style.boxShadow,
        style.borderColor,
        style.backgroundColor,
        style.textDecoration,
      ].join();
    }).join("|");
  };
  // A sheet opens with the focus on its first control, which must be seen without it, too.
  document.activeElement?.blur();
  const calm = new Map(controls.map((one) => [one, looks(one)]));
  const reached = new Set();
  const plain = new Set();
  const name = (element) => {
    const text = (element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ??
      element.textContent ?? "").trim();
    return `<${element.localName}> "${text.replace(/\s+/g, " ").slice(0, 60)}"`;
  };
  globalThis.__focus = {
    // Returns true once every control was reached.
    note() {
      const element = document.activeElement;
      if (!element || element === document.body) return false;
      reached.add(element);
      if (calm.has(element) && looks(element) === calm.get(element)) {
        plain.add(element);
      }
      return controls.every((one) => reached.has(one));
    },
    faults: () =>
      [
        ...controls.filter((one) => !reached.has(one) && isReachable(one)).map((
          one,
        ) => `not reached: ${name(one)}`),
        ...[...plain].map((one) => `shows no focus: ${name(one)}`),
      ].slice(0, 20),
  };
  // A field of a date or a time has a stop for each of its parts, and one for its calendar.
  const parts = controls.filter((one) => /^(date|time)$/.test(one.type)).length * 4;
  return controls.length + parts;
})();
