public import Contract
public import Values

extension Auth {
    /// The personal data that an account registered by telephone needs.
    public struct PersonalData: Codable, Sendable, Equatable {
        public var firstName: PersonName
        public var lastName: PersonName
        /// A contact address; unverified, so it cannot be used to sign in.
        public var email: EmailAddress?
        public var birthDate: BirthDate?
        public var declaration: Declaration
        /// The version of the consent to data processing that the user accepted.
        public var consentVersion: DeclarationVersion
    }

    /// A one-time code that was sent to a telephone.
    public struct PhoneChallenge: Codable, Sendable, Equatable {
        public var challengeId: Identifier
        public var expiresAt: Instant
        /// The earliest time at which another code can be sent to the number.
        public var resendAt: Instant
    }

    /// Sends a code to a telephone, for signing in or registering.
    ///
    /// The answer is the same whether or not an account has the number.
    public enum RequestCode: Method {
        public struct Params: Codable, Sendable {
            public var phone: PhoneNumber
            /// Creates the account when the code is verified; ignored if an account has the number.
            public var registration: PersonalData?
        }
        public typealias Result = PhoneChallenge
        public static let declaration = MethodDeclaration(
            "auth.requestCode", service: .auth, access: .anyone, http: .post("/v1/phone/codes"), cost: 5,
            idempotency: .none,
            reasons: [declarationRequired] + sendingReasons)
    }

    /// Verifies a code sent by SMS, and signs in or returns a token that completes the registration.
    public enum VerifyCode: Method {
        public enum Status: String, CaseIterable, Codable, Sendable {
            case signedIn = "signed-in"
            case registrationRequired = "registration-required"
        }
        public struct Params: Codable, Sendable {
            public var challengeId: Identifier
            public var code: OneTimeCode
        }
        /// The members of ``Tokens`` with the status `signed-in`, or the token that completes the registration.
        public struct Result: Codable, Sendable, Equatable {
            public var status: Status
            /// Present with the status signed-in, as are all members but registrationToken.
            public var accessToken: String?
            public var accessTokenExpiresAt: Instant?
            public var refreshToken: RefreshToken?
            public var refreshTokenExpiresAt: Instant?
            public var user: User?
            /// Present with the status registration-required; passed to auth.completeRegistration.
            public var registrationToken: RegistrationToken?

            public init(_ tokens: Tokens) {
                status = .signedIn
                accessToken = tokens.accessToken
                accessTokenExpiresAt = tokens.accessTokenExpiresAt
                refreshToken = tokens.refreshToken
                refreshTokenExpiresAt = tokens.refreshTokenExpiresAt
                user = tokens.user
            }

            public init(_ registrationToken: RegistrationToken) {
                status = .registrationRequired
                self.registrationToken = registrationToken
            }
        }
        public static let declaration = MethodDeclaration(
            "auth.verifyCode", service: .auth,
            access: .anyone, http: .post("/v1/phone/codes/verify"), cost: 5, idempotency: .none, reasons: codeReasons)
    }

    /// Creates the account of a verified telephone number, and signs in.
    public enum CompleteRegistration: Method {
        public struct Params: Codable, Sendable {
            public var registrationToken: RegistrationToken
            public var registration: PersonalData
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.completeRegistration", service: .auth,
            access: .anyone,
            http: .post("/v1/phone/accounts"), cost: 5, idempotency: .none,
            reasons: [
                declarationRequired,
                ErrorReason(.forbidden, "registration-expired", "The token has expired, was used, or is invalid"),
            ])
    }

    /// Sends a code to the telephone number that the caller wants to sign in with.
    ///
    /// The number takes effect when the code is confirmed with auth.confirmPhone.
    public enum SetPhone: Method {
        public struct Params: Codable, Sendable {
            public var phone: PhoneNumber
        }
        public typealias Result = PhoneChallenge
        public static let declaration = MethodDeclaration(
            "auth.setPhone", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/phone"), cost: 5, idempotency: .none,
            reasons: [signInAgain] + sendingReasons)
    }

    /// Sets the caller's telephone number after verifying the code that was sent to it.
    public enum ConfirmPhone: Method {
        public typealias Params = VerifyCode.Params
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.confirmPhone", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/phone/confirm"), cost: 5, idempotency: .none,
            reasons: codeReasons + [
                ErrorReason(.conflict, "phone-taken", "Another account signs in with this number")
            ])
    }

    /// Sends a code to the e-mail address that the caller wants to sign in with.
    ///
    /// Address and password take effect when the code is confirmed with auth.confirmEmail.
    public enum SetEmail: Method {
        public struct Params: Codable, Sendable {
            public var email: EmailAddress
            public var password: Password
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.setEmail", service: .auth,
            access: .signedIn, http: .post("/v1/me/email"), cost: 5, timeoutMilliseconds: 10_000, idempotency: .none,
            reasons: [
                signInAgain,
                ErrorReason(.invalidParams, "password-common", "The password is too common"),
                ErrorReason(
                    .quotaExceeded, "too-many-registrations",
                    "Too many codes for this e-mail or from this network address"),
                ErrorReason(.overloaded, "hashing-busy", "The server is busy checking passwords"),
            ])
    }

    /// Sets the caller's e-mail address and password after verifying the code that was sent to it.
    public enum ConfirmEmail: Method {
        public typealias Params = VerifyEmail.Params
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.confirmEmail", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/email/confirm"), cost: 5, idempotency: .none, reasons: codeReasons)
    }

    private static let signInAgain = ErrorReason(
        .forbidden, "sign-in-again", "Allowed only within ten minutes of signing in; sign in again")
    private static let declarationRequired = ErrorReason(
        .forbidden, "declaration-required", "Members of government military structures may not register")
    private static let codeReasons = [
        ErrorReason(.forbidden, "code-wrong", "The code is wrong"),
        ErrorReason(.forbidden, "code-expired", "The code has expired, was used, or was tried too often"),
    ]
    private static let sendingReasons = [
        ErrorReason(.invalidParams, "country-not-served", "No codes are sent to numbers of this country"),
        ErrorReason(.quotaExceeded, "too-many-codes", "Too many codes were requested; retry after the given delay"),
        ErrorReason(.unavailable, "codes-paused", "Codes are temporarily not sent"),
    ]
}
