/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "museums.record": ["GET", "/v1/museums/{id}/record", "museums.editor", "idempotent"],
  "museums.put": ["POST", "/v1/museums/{id}/record", "museums.editor", "once"],
  "museums.remove": ["POST", "/v1/museums/{id}/removal", "museums.editor", "once"],
  "museums.restore": ["POST", "/v1/museums/{id}/restoration", "museums.editor", "once"],
  "museums.edits": ["GET", "/v1/museums/edits", "museums.editor", "idempotent"],
  "museums.edit": ["GET", "/v1/museums/{id}/edit", "museums.editor", "idempotent"],
  "museums.revert": ["POST", "/v1/museums/{id}/reversion", "museums.editor", "once"],
  "museums.uploadPart": ["POST", "/v1/pictures/parts", "museums.editor", "idempotent"],
  "museums.setPicture": ["POST", "/v1/museums/{id}/picture", "museums.editor", "once"],
  "museums.removePicture": ["POST", "/v1/museums/{id}/picture/removal", "museums.editor", "once"],
});
