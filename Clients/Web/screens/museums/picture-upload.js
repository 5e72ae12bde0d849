/** Uploading a picture: it is made smaller where it is too large for screens, and sent in parts. */

/** The bytes of a part, so that it fits a request in base64. */
export const partBytes = 45 * 1024;
/** Smaller files are sent as they are. */
const smallBytes = 1024 * 1024;
/** The longest side of a picture that is made smaller, in pixels: twice what screens show. */
const longestSide = 1920;

/** @param {Uint8Array} bytes */
export const base64url = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/**
 * Sends bytes in parts; returns the id of the upload.
 * @param {Uint8Array} bytes
 * @param {(part: { upload?: string, offset: number, bytesBase64: string }) => Promise<{ upload: string }>} send
 */
export async function uploadInParts(bytes, send) {
  /** @type {string | undefined} */
  let upload;
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += partBytes) {
    const bytesBase64 = base64url(bytes.subarray(offset, offset + partBytes));
    upload = (await send({ ...(upload && { upload }), offset, bytesBase64 })).upload;
  }
  return upload ?? "";
}

/** A picture as it is sent. @param {File} file */
export async function smallerPicture(file) {
  if (file.size <= smallBytes) return file;
  // What the browser cannot read goes to the server as it is, which says what is wrong.
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const factor = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * factor), Math.round(picture.height * factor));
  const context = canvas.getContext("2d");
  if (!context) return file;
  // Transparent parts become white, as on the server.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}
