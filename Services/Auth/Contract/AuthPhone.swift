public import Contract
public import Values

extension Auth {
    /// The personal data that an account registered by telephone needs.
    public struct PersonalData: Codable, Sendable, Equatable {
        /// The first name.
        public var firstName: PersonName
        /// The last name.
        public var lastName: PersonName
        /// A contact address; unverified, so it cannot be used to sign in.
        public var email: EmailAddress?
        /// The date of birth: not in the future, and at most 120 years ago.
        public var birthDate: BirthDate?
        /// The declaration that the person agreed to.
        public var declaration: Declaration
        /// The version of the consent to data processing that the user accepted.
        public var consentVersion: DeclarationVersion
    }

    /// A one-time code that was sent to a telephone.
    public struct PhoneChallenge: Codable, Sendable, Equatable {
        /// The id of the code that was sent.
        public var challengeId: Identifier
        /// The time until which the code is accepted.
        public var expiresAt: Instant
        /// The earliest time at which another code can be sent to the number.
        public var resendAt: Instant
    }

    /// Sends a code to a telephone, for signing in or registering.
    ///
    /// The answer is the same whether or not an account has the number.
    public enum RequestCode: Method {
        public struct Params: Codable, Sendable {
            /// The number to sign in with; receives the code.
            public var phone: PhoneNumber
            /// The data of the account to create when the code is verified; ignored if an account has the number.
            public var registration: PersonalData?
            /// The `deviceToken` of an earlier session of the account on this device, if there was one.
            ///
            /// Limits then count the call separately from those of strangers. An unknown token is ignored.
            public var deviceToken: DeviceToken?
            /// The solution of the challenge from `work-required`, if the same call was refused with it.
            public var work: Work?
        }
        public typealias Result = PhoneChallenge
        public static let declaration = MethodDeclaration(
            "auth.requestCode", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/phone/codes", body: .device), cost: 5,
            idempotency: .none,
            reasons: [declarationRequired, declarationOutdated, accessRefused, workRequired] + sendingReasons)
    }

    /// Verifies a code sent by SMS, and signs in or returns a token that completes the registration.
    ///
    /// If the number has no account and no personal data was sent with auth.requestCode, the answer is a token for
    /// auth.completeRegistration.
    public enum VerifyCode: Method {
        /// The outcome of verifying a code sent by SMS.
        public enum Status: String, CaseIterable, Codable, Sendable {
            /// The number has an account, and the answer contains its tokens.
            case signedIn = "signed-in"
            /// The number has no account yet.
            case registrationRequired = "registration-required"
        }
        public struct Params: Codable, Sendable {
            /// The id from the method that sent the code.
            public var challengeId: Identifier
            /// The code from the message.
            public var code: OneTimeCode
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        /// The members of ``Tokens`` with the status `signed-in`, or the token that completes the registration.
        public struct Result: Codable, Sendable, Equatable {
            /// The outcome: signed in, or personal data is required.
            public var status: OpenEnum<Status>
            /// The token for calls; present, like all members but registrationToken, if the status is signed-in.
            public var accessToken: String?
            /// The end of the access token.
            public var accessTokenExpiresAt: Instant?
            /// The token for auth.refresh; works once.
            public var refreshToken: RefreshToken?
            /// The time until which the refresh token can be exchanged.
            public var refreshTokenExpiresAt: Instant?
            /// The account that is signed in.
            public var user: User?
            /// The token by which the limits on codes and guesses recognize this device at its next sign-in.
            public var deviceToken: DeviceToken?
            /// The token for auth.completeRegistration; present with the status registration-required.
            public var registrationToken: RegistrationToken?

            public init(_ tokens: Tokens) {
                status = OpenEnum(.signedIn)
                accessToken = tokens.accessToken
                accessTokenExpiresAt = tokens.accessTokenExpiresAt
                refreshToken = tokens.refreshToken
                refreshTokenExpiresAt = tokens.refreshTokenExpiresAt
                user = tokens.user
                deviceToken = tokens.deviceToken
            }

            public init(_ registrationToken: RegistrationToken) {
                status = OpenEnum(.registrationRequired)
                self.registrationToken = registrationToken
            }
        }
        public static let declaration = MethodDeclaration(
            "auth.verifyCode", service: .auth, priority: .high,
            access: .anyone, http: .post("/v1/phone/codes/verify", .session), cost: 5, idempotency: .none,
            reasons: codeReasons + [secondFactorRequired, accessRefused, accountLocked])
    }

    /// Creates the account of a verified telephone number, and signs in.
    ///
    /// The token works once, within 15 minutes.
    public enum CompleteRegistration: Method {
        public struct Params: Codable, Sendable {
            /// The token from auth.verifyCode.
            public var registrationToken: RegistrationToken
            /// The personal data of the new account.
            public var registration: PersonalData
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.completeRegistration", service: .auth, priority: .high,
            access: .anyone,
            http: .post("/v1/phone/accounts", .session), cost: 5, idempotency: .none,
            reasons: [
                declarationRequired, declarationOutdated, secondFactorRequired, accessRefused, registrationExpired,
            ])
    }

    /// Sends a code to the telephone number that the caller wants to sign in with.
    ///
    /// The number takes effect when the code is confirmed with auth.confirmPhone.
    public enum SetPhone: Method {
        public struct Params: Codable, Sendable {
            /// The new number; receives the code.
            public var phone: PhoneNumber
        }
        public typealias Result = PhoneChallenge
        public static let declaration = MethodDeclaration(
            "auth.setPhone", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/phone"), cost: 5, idempotency: .none,
            reasons: [signInAgain, accessRefused] + sendingReasons)
    }

    /// Sets the caller's telephone number after verifying the code that was sent to it.
    ///
    /// Bookings made for the number before become the caller's.
    public enum ConfirmPhone: Method {
        public struct Params: Codable, Sendable {
            /// The id from auth.setPhone.
            public var challengeId: Identifier
            /// The code from the message.
            public var code: OneTimeCode
        }
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.confirmPhone", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/phone/confirm"), cost: 5, idempotency: .none,
            reasons: codeReasons + [phoneTaken, accessRefused])
    }

    /// Sends a code to the e-mail address that the caller wants to sign in with.
    ///
    /// Address and password take effect when the code is confirmed with auth.confirmEmail.
    public enum SetEmail: Method {
        public struct Params: Codable, Sendable {
            /// The new address; receives the code.
            public var email: EmailAddress
            /// The password to sign in with from then on.
            public var password: Password
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.setEmail", service: .auth,
            access: .signedIn, http: .post("/v1/me/email"), cost: 5, timeoutMilliseconds: 10_000, idempotency: .none,
            reasons: [
                signInAgain, passwordCommon, accessRefused,
                tooManyMailCodes,
                codesPaused, hashingBusy,
            ])
    }

    /// Sets the caller's e-mail address and password after verifying the code that was sent to it.
    ///
    /// Ends all other sessions of the account.
    public enum ConfirmEmail: Method {
        public struct Params: Codable, Sendable {
            /// The id from auth.setEmail.
            public var challengeId: Identifier
            /// The code from the mail.
            public var code: OneTimeCode
        }
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.confirmEmail", service: .auth,
            access: .signedIn,
            http: .post("/v1/me/email/confirm"), cost: 5, idempotency: .none,
            reasons: codeReasons + [accessRefused])
    }

    private static let codeReasons = [codeWrong, codeExpired]
    private static let sendingReasons = [countryNotServed, tooManyCodes, codesPaused]
}
