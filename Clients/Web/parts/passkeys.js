/** Passkeys: the browser's dialogues, and the forms in which the server takes their answers. */
import "../contract/account-methods.js";
import { call } from "../core/api.js";

/** @typedef {import("../contract/types.d.ts").AuthPasskeyAssertion} Assertion */

export const arePasskeysSupported = () => "PublicKeyCredential" in globalThis;

/** @param {string} text Base64url. */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/**
 * Waits for the browser's dialogue; null if the person closes it.
 * @param {Promise<Credential | null>} dialogue @returns {Promise<any>}
 */
async function answerOf(dialogue) {
  try {
    return await dialogue;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** Creates a passkey and adds it to the account; false if the person gives up. @param {string} name */
export async function addPasskey(name) {
  const options = await call("auth.beginPasskey", {});
  const credential = await answerOf(navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(options.challenge),
      rp: { id: options.domain, name: "Vokol" },
      user: { id: bytesOf(options.userHandle), name: options.account, displayName: options.name },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: options.known.map((id) => ({ type: "public-key", id: bytesOf(id) })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
    },
  }));
  if (!credential) return false;
  const { clientDataJSON, attestationObject } = credential.response;
  await call("auth.addPasskey", { clientData: textOf(clientDataJSON), attestation: textOf(attestationObject), name });
  return true;
}

/** Lets the person choose a passkey and sign; null if they give up. @returns {Promise<Assertion | null>} */
export async function signWithPasskey() {
  const { challenge, domain } = await call("auth.passkeyChallenge", {});
  const credential = await answerOf(
    navigator.credentials.get({
      publicKey: { challenge: bytesOf(challenge), rpId: domain, userVerification: "required" },
    }),
  );
  if (!credential) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
  return {
    id: textOf(credential.rawId),
    clientData: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    ...(userHandle && { userHandle: textOf(userHandle) }),
  };
}
