/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "weather.airQuality": ["GET", "/v1/weather/air-quality", "openable", "idempotent", "etag"],
  "cities.list": ["GET", "/v1/cities", "signed-in", "idempotent"],
  "cities.add": ["POST", "/v1/cities", "signed-in", "idempotent"],
  "cities.remove": ["DELETE", "/v1/cities/{placeId}", "signed-in", "idempotent"],
  "cities.weather": ["POST", "/v1/cities/weather", "openable", "idempotent"],
});
