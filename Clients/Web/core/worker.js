/** The service worker of this page, and new versions, which wait for the person's consent. */
import { Value } from "./value.js";

/** A new version that waits, or null. @type {Value<ServiceWorker | null>} */
export const waiting = new Value(/** @type {ServiceWorker | null} */ (null));

/** Activates the new version and reloads the page. */
export function takeOver() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.current?.postMessage("take-over");
}

/** Returns the worker's address as a trusted value: Trusted Types accept no plain text as the address of a script. */
function workerAddress() {
  const address = "/worker.js";
  const factory = /** @type {any} */ (globalThis).trustedTypes;
  return factory ? factory.createPolicy("vokol", { createScriptURL: () => address }).createScriptURL(address) : address;
}

export async function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(workerAddress(), { updateViaCache: "none" });
    if (!registration) return;
    const look = () => {
      // A controller means that an earlier version runs this page: the new one waits for consent.
      if (registration.waiting && navigator.serviceWorker.controller) waiting.set(registration.waiting);
    };
    look();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", look);
    });
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") registration.update().catch(() => {});
    });
  } catch (error) {
    // The page works without a worker, but not without a network: the certificate is not trusted, or storage is off.
    console.info(error);
  }
}
