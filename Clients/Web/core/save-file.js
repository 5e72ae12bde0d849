/** Files for the device. */

/**
 * Gives a file to the browser, which opens or stores it.
 * @param {string} name @param {Blob} content
 */
export function saveFile(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
