import { assertEquals } from "./assert.js";
import { deviceName } from "../../Clients/Web/parts/device.js";

Deno.test("Device: browser and system, also of browsers that name others, or nothing", () => {
  const like = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
  assertEquals(deviceName(like), "Chrome, Linux");
  assertEquals(deviceName(`${like} Edg/142.0.0.0`), "Edge, Linux");
  assertEquals(deviceName("Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0"), "Firefox, Android");
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1";
  assertEquals(deviceName(phone), "Safari, iPhone");
  assertEquals(deviceName("curl/8"), undefined);
});
