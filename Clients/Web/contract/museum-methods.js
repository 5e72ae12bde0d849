/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "museums.search": ["GET", "/v1/museums", "openable", "idempotent", "etag"],
  "museums.get": ["GET", "/v1/museums/{id}", "openable", "idempotent", "etag"],
  "museums.suggest": ["GET", "/v1/museums/suggestions", "openable", "idempotent", "etag"],
  "museums.map": ["GET", "/v1/museums/map", "openable", "idempotent", "etag"],
  "museums.categories": ["GET", "/v1/museums/categories", "openable", "idempotent", "etag"],
});
