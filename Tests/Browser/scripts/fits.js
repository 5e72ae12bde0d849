// Returns the faults of the layout: sideways scrolling, cut texts, targets smaller than 24 pixels (WCAG 2.5.8).
(() => {
  const faults = [];
  const name = (element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim()
      .replace(/\s+/g, " ");
    const kind = element.getAttribute("class");
    return `<${element.localName}${kind ? ` class="${kind}"` : ""}> "${text.slice(0, 60)}"`;
  };
  const isShown = (element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !element.closest("[inert]");
  // What is there for screen readers only is cut on purpose.
  const isForReaders = (element) => {
    for (
      let one = element;
      one && one !== document.body;
      one = one.parentElement
    ) {
      const style = getComputedStyle(one);
      if (
        style.clipPath !== "none" ||
        style.clip !== "auto" && style.position === "absolute"
      ) return true;
    }
    return false;
  };
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((element) =>
      isShown(element) &&
      element.getBoundingClientRect().right > root.clientWidth + 1 &&
      !isScrolled(element)
    );
    faults.push(
      `the page is ${root.scrollWidth} px wide in ${root.clientWidth} px: ${wide.slice(-3).map(name).join(", ")}`,
    );
  }
  // Inside a strip that scrolls by itself, nothing widens the page.
  function isScrolled(element) {
    for (let one = element.parentElement; one; one = one.parentElement) {
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(one).overflowX)) {
        return true;
      }
    }
    return false;
  }
  for (const element of document.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText || !isShown(element) || isForReaders(element)) continue;
    for (
      let one = element;
      one && one !== document.body;
      one = one.parentElement
    ) {
      const style = getComputedStyle(one);
      if (style.display === "inline" || one instanceof SVGElement) continue;
      // A text that says by an ellipsis that it goes on is readable in its `title`; a map ends at its edge.
      const isCutWide = /hidden|clip/.test(style.overflowX) &&
        one.scrollWidth > one.clientWidth + 1;
      const isCutHigh = /hidden|clip/.test(style.overflowY) &&
        one.scrollHeight > one.clientHeight + 2;
      if ((isCutWide || isCutHigh) && !(one.hasAttribute("data-may-cut") && (one.title || one.matches(".map")))) {
        faults.push(
          `cut ${isCutWide ? "at its side" : "below"}: ${name(element)} in ${name(one)}`,
        );
      }
      if (/auto|scroll|hidden|clip/.test(style.overflowX + style.overflowY)) {
        break;
      }
    }
  }
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]";
  for (const element of document.querySelectorAll(targets)) {
    if (!isShown(element) || isForReaders(element)) continue;
    // The criterion leaves out links within a sentence.
    const isInText = getComputedStyle(element).display === "inline" &&
      element.localName === "a" &&
      element.parentElement.textContent.trim() !== element.textContent.trim();
    const label = element.labels?.[0];
    const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect());
    const isLarge = boxes.some((box) => box.width >= 23.5 && box.height >= 23.5);
    if (!isInText && !isLarge) {
      faults.push(
        `a target of ${Math.round(boxes[0].width)} × ${Math.round(boxes[0].height)} px: ${name(element)}`,
      );
    }
  }
  return [...new Set(faults)].slice(0, 20);
})();
