public import Contract
public import Values

extension Auth {
    /// What somebody says of themselves to have an account by telephone.
    public struct PersonalData: Codable, Sendable, Equatable {
        public var firstName: PersonName
        public var lastName: PersonName
        /// An address to write to; it is not proven, so nobody signs in with it.
        public var email: EmailAddress?
        public var birthDate: BirthDate?
        public var declaration: Declaration
        /// Which version of the consent to the use of personal data was given.
        public var consentVersion: DeclarationVersion
    }

    /// A code is on its way to a telephone.
    public struct PhoneChallenge: Codable, Sendable, Equatable {
        public var challengeId: Identifier
        public var expiresAt: Instant
        /// Before this no other code is sent to the number.
        public var resendAt: Instant
    }

    /// Sends a code to a telephone, for signing in or registering.
    ///
    /// The same answer for a known number.
    public enum RequestCode: Method {
        public struct Params: Codable, Sendable {
            public var phone: PhoneNumber
            /// Makes the account as soon as the code is sent back; of no effect where the number has one.
            public var registration: PersonalData?
        }
        public typealias Result = PhoneChallenge
        public static let declaration = MethodDeclaration(
            "auth.requestCode", service: .auth, access: .anyone, http: .post("/v1/phone/codes"), cost: 5,
            idempotency: .none,
            reasons: [declarationRequired] + sendingReasons)
    }

    /// Signs in with the code that came by SMS, or says that the registration is to be completed.
    ///
    /// Signs in with the code that came by SMS, or says what is missing.
    public enum VerifyCode: Method {
        public enum Status: String, CaseIterable, Codable, Sendable {
            case signedIn = "signed-in"
            case registrationRequired = "registration-required"
        }
        public struct Params: Codable, Sendable {
            public var challengeId: Identifier
            public var code: OneTimeCode
        }
        /// With the status `signed-in` the members of ``Tokens``, else what completes the registration.
        public struct Result: Codable, Sendable, Equatable {
            public var status: Status
            /// With the status signed-in, as are all members but registrationToken.
            public var accessToken: String?
            public var accessTokenExpiresAt: Instant?
            public var refreshToken: RefreshToken?
            public var refreshTokenExpiresAt: Instant?
            public var user: User?
            /// With the status registration-required: what auth.completeRegistration takes.
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

    /// Makes the account of a number that was just proven, and signs in.
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
                ErrorReason(.forbidden, "registration-expired", "The token is too old, was used, or is none of ours"),
            ])
    }

    /// Sends a code to the telephone that the caller wants to sign in with.
    ///
    /// From now on.
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

    /// Gives the caller's account the telephone number whose code comes back.
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

    /// Sends a code to the e-mail address that the caller wants to sign in with, with a password.
    ///
    /// From now on.
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
                ErrorReason(.invalidParams, "password-common", "The password is one that attackers try first"),
                ErrorReason(
                    .quotaExceeded, "too-many-registrations", "Too many codes for this e-mail or from this address"),
                ErrorReason(.overloaded, "hashing-busy", "Too many passwords are being checked"),
            ])
    }

    /// Gives the caller's account the e-mail address whose code comes back.
    ///
    /// And the password of that request.
    public enum ConfirmEmail: Method {
        public typealias Params = VerifyEmail.Params
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.confirmEmail", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/email/confirm"), cost: 5, idempotency: .none, reasons: codeReasons)
    }

    private static let signInAgain = ErrorReason(
        .forbidden, "sign-in-again", "Only in the first ten minutes of a session: sign in again first")
    private static let declarationRequired = ErrorReason(
        .forbidden, "declaration-required", "Members of government military structures may not register")
    private static let codeReasons = [
        ErrorReason(.forbidden, "code-wrong", "The code is not the one that was sent"),
        ErrorReason(.forbidden, "code-expired", "The code is too old, was used, or was tried too often"),
    ]
    private static let sendingReasons = [
        ErrorReason(.invalidParams, "country-not-served", "No codes are sent to numbers of this country"),
        ErrorReason(.quotaExceeded, "too-many-codes", "Too many codes were asked for; wait as told"),
        ErrorReason(.unavailable, "codes-paused", "No codes are sent at present"),
    ]
}
