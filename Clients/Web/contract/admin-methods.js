/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Code that calls
 * them imports this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "auth.grantRole": ["POST", "/v1/roles/grant", "admin", "idempotent"],
  "auth.revokeRole": ["POST", "/v1/roles/revoke", "admin", "idempotent"],
  "auth.roleHolders": ["GET", "/v1/roles/{role}", "admin", "idempotent"],
  "auth.accounts": ["GET", "/v1/administration/accounts", "admin", "idempotent"],
  "auth.account": ["GET", "/v1/administration/accounts/{id}", "admin", "idempotent"],
  "auth.lockAccount": ["POST", "/v1/administration/accounts/{id}/lock", "admin", "idempotent"],
  "auth.unlockAccount": ["POST", "/v1/administration/accounts/{id}/unlock", "admin", "idempotent"],
  "auth.endSessions": ["POST", "/v1/administration/accounts/{id}/sessions/end", "admin", "idempotent"],
  "auth.accountAudit": ["GET", "/v1/administration/accounts/{id}/audit", "admin", "idempotent"],
  "auth.rules": ["GET", "/v1/access/rules", "admin", "idempotent"],
  "auth.putRule": ["POST", "/v1/access/rules", "admin", "idempotent"],
  "auth.removeRule": ["POST", "/v1/access/rules/remove", "admin", "idempotent"],
  "auth.tryRules": ["POST", "/v1/access/rules/try", "admin", "idempotent"],
  "auth.sweep": ["POST", "/v1/access/sweep", "admin", "idempotent"],
  "auth.reviews": ["GET", "/v1/access/reviews", "admin", "idempotent"],
  "auth.appeals": ["GET", "/v1/access/appeals", "admin", "idempotent"],
  "auth.decideReview": ["POST", "/v1/access/reviews/{id}/decision", "admin", "idempotent"],
});
