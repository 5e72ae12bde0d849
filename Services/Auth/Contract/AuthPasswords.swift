public import Contract
public import Values

extension Auth {
    /// Sends a code that resets a forgotten password.
    ///
    /// The answer is the same whether or not an account has the address.
    public enum RequestPasswordReset: Method {
        public struct Params: Codable, Sendable {
            /// The address the account signs in with.
            public var email: EmailAddress
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.requestPasswordReset", service: .auth,
            access: .anyone, http: .post("/v1/passwords/reset"), cost: 5, idempotency: .none,
            reasons: [
                ErrorReason(
                    .quotaExceeded, "too-many-resets",
                    "Too many codes for this e-mail or from this network address"
                )
            ])
    }

    /// Replaces a forgotten password with the code that was sent, and signs in.
    ///
    /// Ends all other sessions of the account.
    public enum ResetPassword: Method {
        public struct Params: Codable, Sendable {
            public var challengeId: Identifier
            public var code: OneTimeCode
            /// The new password.
            public var password: Password
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.resetPassword", service: .auth,
            access: .anyone, http: .post("/v1/passwords/reset/confirm"), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [
                passwordCommon,
                ErrorReason(.forbidden, "code-wrong", "The code is wrong"),
                ErrorReason(.forbidden, "code-expired", "The code has expired, was used, or was tried too often"),
                tooManyAttempts, hashingBusy,
            ])
    }

    /// Changes the caller's password.
    ///
    /// Requires the current password and ends all other sessions.
    public enum ChangePassword: Method {
        public struct Params: Codable, Sendable {
            public var currentPassword: PasswordAttempt
            /// The new password.
            public var password: Password
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.changePassword", service: .auth,
            access: .signedIn, http: .post("/v1/me/password", .noContent), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [
                passwordCommon,
                ErrorReason(.forbidden, "password-wrong", "The current password is wrong"),
                ErrorReason(
                    .conflict, "password-unset",
                    "The account has no password: it signs in by telephone only; see auth.setEmail"),
                tooManyAttempts, hashingBusy,
            ])
    }

    private static let passwordCommon = ErrorReason(
        .invalidParams, "password-common", "The password is too common")
    private static let tooManyAttempts = ErrorReason(
        .quotaExceeded, "too-many-attempts", "Too many failed attempts; retry after the given delay")
    private static let hashingBusy = ErrorReason(
        .overloaded, "hashing-busy", "The server is busy checking passwords")
}
