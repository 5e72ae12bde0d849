/**
 * Methods that few screens call. Generated from the Swift contract; do not edit, see `methods.js`. Those screens
 * import this file, which adds the methods to the others.
 */
import { methods } from "./methods.js";

Object.assign(methods, {
  "auth.login": ["POST", "/v1/sessions", "anyone", "once", "session", "device"],
  "auth.requestCode": ["POST", "/v1/phone/codes", "anyone", "once", "device"],
  "auth.verifyCode": ["POST", "/v1/phone/codes/verify", "anyone", "once", "session"],
  "auth.completeSignIn": ["POST", "/v1/sessions/factor", "anyone", "once", "session"],
  "auth.passkeyChallenge": ["POST", "/v1/sessions/passkey/challenge", "anyone", "once"],
  "auth.loginWithPasskey": ["POST", "/v1/sessions/passkey", "anyone", "once", "session"],
  "auth.declaration": ["GET", "/v1/declaration", "anyone", "idempotent", "etag"],
  "auth.register": ["POST", "/v1/accounts", "anyone", "once"],
  "auth.verifyEmail": ["POST", "/v1/accounts/verify", "anyone", "once", "session"],
  "auth.completeRegistration": ["POST", "/v1/phone/accounts", "anyone", "once", "session"],
  "auth.updateProfile": ["POST", "/v1/me", "signed-in", "idempotent"],
  "auth.setPhone": ["POST", "/v1/me/phone", "signed-in", "once"],
  "auth.confirmPhone": ["POST", "/v1/me/phone/confirm", "signed-in", "once"],
  "auth.setEmail": ["POST", "/v1/me/email", "signed-in", "once"],
  "auth.confirmEmail": ["POST", "/v1/me/email/confirm", "signed-in", "once"],
  "auth.export": ["GET", "/v1/export/auth", "signed-in", "idempotent"],
  "auth.requestPasswordReset": ["POST", "/v1/passwords/reset", "anyone", "once", "device"],
  "auth.resetPassword": ["POST", "/v1/passwords/reset/confirm", "anyone", "once", "session"],
  "auth.changePassword": ["POST", "/v1/me/password", "signed-in", "once"],
  "auth.sessions": ["GET", "/v1/me/sessions", "signed-in", "idempotent", "etag"],
  "auth.revokeSession": ["POST", "/v1/me/sessions/end", "signed-in", "idempotent"],
  "auth.revokeOtherSessions": ["POST", "/v1/me/sessions/end-others", "signed-in", "idempotent"],
  "auth.factors": ["GET", "/v1/me/factors", "signed-in", "idempotent", "etag"],
  "auth.setAuthenticator": ["POST", "/v1/me/factors/authenticator", "signed-in", "once"],
  "auth.confirmAuthenticator": ["POST", "/v1/me/factors/authenticator/confirm", "signed-in", "once"],
  "auth.removeAuthenticator": ["POST", "/v1/me/factors/authenticator/remove", "signed-in", "idempotent"],
  "auth.renewRecoveryCodes": ["POST", "/v1/me/factors/recovery", "signed-in", "once"],
  "auth.beginPasskey": ["POST", "/v1/me/factors/passkeys/challenge", "signed-in", "once"],
  "auth.addPasskey": ["POST", "/v1/me/factors/passkeys", "signed-in", "once"],
  "auth.removePasskey": ["POST", "/v1/me/factors/passkeys/remove", "signed-in", "idempotent"],
  "auth.provePresence": ["POST", "/v1/me/presence", "signed-in", "once"],
  "auth.requestDeletion": ["POST", "/v1/me/deletion/code", "signed-in", "once"],
  "auth.deleteAccount": ["POST", "/v1/me/deletion", "signed-in", "once"],
  "auth.keepAccount": ["POST", "/v1/me/deletion/cancel", "signed-in", "idempotent"],
  "auth.appeal": ["POST", "/v1/access/appeals", "anyone", "once"],
});
