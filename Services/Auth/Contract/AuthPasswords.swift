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
            /// The `deviceToken` of an earlier session of the account on this device, if there was one.
            ///
            /// Limits then count the call separately from those of strangers. An unknown token is ignored.
            public var deviceToken: DeviceToken?
            /// The solution of the challenge from `work-required`, if the same call was refused with it.
            public var work: Work?
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.requestPasswordReset", service: .auth, priority: .high,
            access: .anyone, http: .post("/v1/passwords/reset", body: .device), cost: 5, idempotency: .none,
            reasons: [accessRefused, workRequired, tooManyResets, codesPaused])
    }

    /// Replaces a forgotten password with the code that was sent, and signs in.
    ///
    /// Ends all other sessions of the account.
    public enum ResetPassword: Method {
        public struct Params: Codable, Sendable {
            /// The id from auth.requestPasswordReset.
            public var challengeId: Identifier
            /// The code from the mail.
            public var code: OneTimeCode
            /// The new password.
            public var password: Password
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.resetPassword", service: .auth, priority: .high,
            access: .anyone, http: .post("/v1/passwords/reset/confirm", .session), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [
                passwordCommon, codeWrong, codeExpired, secondFactorRequired, accessRefused, accountLocked,
                tooManyAttempts, hashingBusy,
            ])
    }

    /// Changes the caller's password.
    ///
    /// Requires the current password and ends all other sessions.
    public enum ChangePassword: Method {
        public struct Params: Codable, Sendable {
            /// The password that the account has now.
            public var currentPassword: PasswordAttempt
            /// The new password.
            public var password: Password
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.changePassword", service: .auth,
            access: .signedIn, http: .post("/v1/me/password", .noContent), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [passwordCommon, passwordWrong, passwordUnset, tooManyAttempts, hashingBusy])
    }
}
