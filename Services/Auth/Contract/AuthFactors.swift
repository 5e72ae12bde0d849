public import Contract
public import Values

extension Auth {
    /// The second factors of an account.
    public struct Factors: Codable, Sendable, Equatable {
        /// The time at which an authenticator app was set up; absent without one.
        public var authenticatorSince: Instant?
        /// The number of recovery codes left; absent without an authenticator app.
        public var recoveryCodesLeft: Int?
        /// The passkeys, oldest first.
        public var passkeys: [Passkey]
    }

    /// The codes that replace the authenticator app when it is lost; each works once.
    public struct RecoveryCodes: Codable, Sendable, Equatable {
        /// Ten codes, which are shown only once; earlier ones no longer work.
        public var codes: [FactorCode]
    }

    /// The details of `second-factor-required`: a sign-in that waits for the second factor.
    public struct SignInChallenge: Codable, Sendable, Equatable {
        /// The token for auth.completeSignIn.
        public var signInToken: SignInToken
        /// The time until which the token is accepted.
        public var expiresAt: Instant
    }

    /// Completes a sign-in with a code of the authenticator app, or with a recovery code.
    ///
    /// For accounts with a second factor: auth.login, auth.verifyCode and auth.resetPassword then end with
    /// `second-factor-required`, whose details hold the token. Each code works once.
    public enum CompleteSignIn: Method {
        public struct Params: Codable, Sendable {
            /// The token from the details of `second-factor-required`.
            public var signInToken: SignInToken
            /// The code of the authenticator app, or a recovery code.
            public var code: FactorCode
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.completeSignIn", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/sessions/factor", .session), cost: 5, idempotency: .none,
            reasons: [factorCodeWrong, signInExpired, accessRefused, accountLocked, tooManyAttempts])
    }

    /// Returns the second factors of the caller's account.
    ///
    /// An authenticator app that was not confirmed yet is not among them.
    public enum CurrentFactors: Method {
        public typealias Params = Empty
        public typealias Result = Factors
        public static let declaration = MethodDeclaration(
            "auth.factors", service: .auth, access: .signedIn, http: .get("/v1/me/factors"),
            idempotency: .idempotent, caching: .private(seconds: 0), allowsLimited: true)
    }

    /// Creates the secret for an authenticator app.
    ///
    /// The app takes effect when auth.confirmAuthenticator gets one of its codes. A repeated call creates another
    /// secret.
    public enum SetAuthenticator: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The secret to type into the app, base32 (RFC 4648).
            public var secret: String
            /// The address that sets up the app: `otpauth://totp/…`; usually shown as a QR code.
            public var uri: String
        }
        public static let declaration = MethodDeclaration(
            "auth.setAuthenticator", service: .auth, access: .signedIn, http: .post("/v1/me/factors/authenticator"),
            cost: 5, idempotency: .none, reasons: [authenticatorSet], needsPresence: true, allowsLimited: true)
    }

    /// Sets up the authenticator app after verifying one of its codes, and returns recovery codes.
    ///
    /// From then on each sign-in needs a code. Ends all other sessions of the account.
    public enum ConfirmAuthenticator: Method {
        public struct Params: Codable, Sendable {
            /// The code that the app shows.
            public var code: FactorCode
        }
        public typealias Result = RecoveryCodes
        public static let declaration = MethodDeclaration(
            "auth.confirmAuthenticator", service: .auth, access: .signedIn,
            http: .post("/v1/me/factors/authenticator/confirm"), cost: 5, idempotency: .none,
            reasons: [authenticatorSet, authenticatorUnset, factorCodeWrong, tooManyAttempts], needsPresence: true,
            allowsLimited: true)
    }

    /// Removes the authenticator app and its recovery codes.
    ///
    /// From then on a sign-in needs no second factor. Succeeds even if there is no app.
    public enum RemoveAuthenticator: Method {
        public typealias Params = Empty
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.removeAuthenticator", service: .auth, access: .signedIn,
            http: .post("/v1/me/factors/authenticator/remove", .noContent), cost: 5, idempotency: .idempotent,
            needsPresence: true)
    }

    /// Replaces the recovery codes.
    ///
    /// The former codes stop working, used or not.
    public enum RenewRecoveryCodes: Method {
        public typealias Params = Empty
        public typealias Result = RecoveryCodes
        public static let declaration = MethodDeclaration(
            "auth.renewRecoveryCodes", service: .auth, access: .signedIn, http: .post("/v1/me/factors/recovery"),
            cost: 5, idempotency: .none, reasons: [authenticatorUnset], needsPresence: true)
    }

    /// Proves that the owner of the account is present, and returns an access token that says so.
    ///
    /// The token is like the caller's, but methods that ask for presence accept it for ten minutes, as after a sign-in.
    /// An account that has none of these signs in again instead.
    public enum ProvePresence: Method {
        public struct Params: Codable, Sendable {
            /// The account's password.
            public var password: PasswordAttempt?
            /// A code of the authenticator app, or a recovery code.
            public var code: FactorCode?
            /// A challenge of auth.passkeyChallenge, signed by a passkey of the account.
            public var passkey: PasskeyAssertion?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The token that authorizes calls, in place of the caller's.
            public var accessToken: String
            /// The end of the access token.
            public var accessTokenExpiresAt: Instant
            /// The time until which methods accept the proof.
            public var presentUntil: Instant
        }
        public static let declaration = MethodDeclaration(
            "auth.provePresence", service: .auth, priority: .high, access: .signedIn, http: .post("/v1/me/presence"),
            cost: 5, timeoutMilliseconds: 10_000, idempotency: .none,
            reasons: [passwordWrong, passwordUnset, factorCodeWrong, passkeyInvalid, tooManyAttempts, hashingBusy],
            allowsLimited: true)
    }
}

extension Auth.ProvePresence.Params: AlternativeParameters {
    public static var alternatives: [[String]] { [["password"], ["code"], ["passkey"]] }
}
