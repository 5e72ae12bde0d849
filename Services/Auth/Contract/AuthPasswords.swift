public import Contract
public import Values

extension Auth {
    /// Sends a code with which a forgotten password is replaced, if an account signs in with the e-mail.
    ///
    /// Sends a code with which a forgotten password is replaced: the same answer whether an account has the address.
    public enum RequestPasswordReset: Method {
        public struct Params: Codable, Sendable {
            /// The address that the account signs in with.
            public var email: EmailAddress
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.requestPasswordReset", service: .auth,
            access: .anyone, http: .post("/v1/passwords/reset"), cost: 5, idempotency: .none,
            reasons: [
                ErrorReason(
                    .quotaExceeded, "too-many-resets",
                    "Too many codes were asked for by this address or for this e-mail"
                )
            ])
    }

    /// Replaces the password, given the code that was sent, ends all sessions, and signs in.
    ///
    /// Gives an account another password, given the code that was sent, and signs in.
    ///
    /// All sessions of before end.
    public enum ResetPassword: Method {
        public struct Params: Codable, Sendable {
            public var challengeId: Identifier
            public var code: OneTimeCode
            /// The password from now on.
            public var password: Password
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.resetPassword", service: .auth,
            access: .anyone, http: .post("/v1/passwords/reset/confirm"), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [
                passwordCommon,
                ErrorReason(.forbidden, "code-wrong", "The code is not the one that was sent"),
                ErrorReason(.forbidden, "code-expired", "The code is too old, was used, or was tried too often"),
                tooManyAttempts, hashingBusy,
            ])
    }

    /// Changes the caller's password, given the one of before, and ends the other sessions.
    ///
    /// Changes the caller's password, given the one of before.
    ///
    /// All other sessions end.
    public enum ChangePassword: Method {
        public struct Params: Codable, Sendable {
            public var currentPassword: PasswordAttempt
            /// The password from now on.
            public var password: Password
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.changePassword", service: .auth,
            access: .signedIn, http: .post("/v1/me/password", .noContent), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [
                passwordCommon,
                ErrorReason(.forbidden, "password-wrong", "The current password is another one"),
                ErrorReason(
                    .conflict, "password-unset",
                    "The account signs in by telephone only: auth.setEmail gives it an e-mail and a password"),
                tooManyAttempts, hashingBusy,
            ])
    }

    private static let passwordCommon = ErrorReason(
        .invalidParams, "password-common", "The password is one that attackers try first")
    private static let tooManyAttempts = ErrorReason(
        .quotaExceeded, "too-many-attempts", "Too many failed attempts; wait as told")
    private static let hashingBusy = ErrorReason(
        .overloaded, "hashing-busy", "Too many passwords are being checked")
}
