public import Contract
public import Values

/// Accounts, sessions and tokens.
public enum Auth {
    /// The declaration that the owner of a new account is not a member of a government military structure.
    public struct Declaration: Codable, Sendable, Equatable {
        /// The declaration itself; must be true, because members of government military structures may not register.
        public var isNotGovernmentMilitary: Bool
        /// The version of the text that was shown; only the current one is accepted, from auth.declaration.
        public var version: DeclarationVersion
    }

    /// A one-time code that was sent; the code and this id together complete the request.
    public struct Challenge: Codable, Sendable, Equatable {
        /// The id of the code that was sent.
        public var challengeId: Identifier
        /// The time until which the code is accepted.
        public var expiresAt: Instant
    }

    /// An account as its owner sees it.
    public struct User: Codable, Sendable, Equatable {
        /// The account's id.
        public var id: Identifier
        /// The name that other people see.
        public var login: DisplayName
        /// The address the account signs in with; absent if it signs in by telephone only.
        public var email: EmailAddress?
        /// The number the account signs in with.
        public var phone: PhoneNumber?
        /// The first name, if known.
        public var firstName: PersonName?
        /// The last name, if known.
        public var lastName: PersonName?
        /// The date of birth, if known.
        public var birthDate: BirthDate?
        /// A contact address, if known; unverified, so it cannot be used to sign in.
        public var contactEmail: EmailAddress?
        /// The roles of the account.
        public var roles: [OpenEnum<Role>]
        /// The time of registration.
        public var createdAt: Instant
        /// The version of the declaration made at registration; `operator` if an operator made the account.
        public var declarationVersion: DeclarationVersion
        /// The time of the declaration.
        public var declaredAt: Instant?
        /// The version of the consent to data processing, if the person was asked for it.
        public var consentVersion: DeclarationVersion?
        /// The time of the consent.
        public var consentedAt: Instant?
        /// The time at which the account is deleted, if its owner asked for it.
        public var deletesAt: Instant?

        /// First and last name, or the login if there are none.
        public var name: String {
            let names = [firstName, lastName].compactMap { $0?.text }
            return names.isEmpty ? login.text : names.joined(separator: " ")
        }
    }

    /// A session's tokens: the access token authorizes calls, the refresh token is exchanged for the next pair.
    public struct Tokens: Codable, Sendable, Equatable {
        /// The token that authorizes calls: `Authorization: Bearer …`.
        public var accessToken: String
        /// The end of the access token: usually five minutes after it was issued.
        public var accessTokenExpiresAt: Instant
        /// The token for auth.refresh; works once.
        public var refreshToken: RefreshToken
        /// The time until which the refresh token can be exchanged.
        public var refreshTokenExpiresAt: Instant
        /// The account that is signed in.
        public var user: User
        /// The token by which the limits on codes and guesses recognize this device at its next sign-in.
        ///
        /// Keep the latest one, also after signing out. It authorizes nothing.
        public var deviceToken: DeviceToken?
    }

    /// Starts a registration and sends a code to the e-mail address.
    ///
    /// The answer is the same whether or not an account has the address.
    public enum Register: Method {
        public struct Params: Codable, Sendable {
            /// The name that other people will see.
            public var login: DisplayName
            /// The address to sign in with; receives the code.
            public var email: EmailAddress
            /// The password to sign in with.
            public var password: Password
            /// The declaration that the person agreed to.
            public var declaration: Declaration
            /// The version of the consent to data processing that the user accepted.
            public var consentVersion: DeclarationVersion?
            /// The solution of the challenge from `work-required`, if the same call was refused with it.
            public var work: Work?
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.register", service: .auth, priority: .high, access: .anyone, http: .post("/v1/accounts"), cost: 5,
            timeoutMilliseconds: 10_000, idempotency: .none,
            reasons: [
                passwordCommon, declarationRequired, declarationOutdated, accessRefused, workRequired,
                tooManyRegistrations,
                codesPaused,
                hashingBusy,
            ])
    }

    /// Completes a registration with the code that was sent, and signs in.
    ///
    /// Creates the account that auth.register described; other registrations with the same address end.
    public enum VerifyEmail: Method {
        public struct Params: Codable, Sendable {
            /// The id from the method that sent the code.
            public var challengeId: Identifier
            /// The code from the mail.
            public var code: OneTimeCode
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.verifyEmail", service: .auth, priority: .high,
            access: .anyone, http: .post("/v1/accounts/verify", .session), cost: 5, idempotency: .none,
            reasons: [codeWrong, codeExpired, accessRefused])
    }

    /// Signs in with an e-mail address and password.
    ///
    /// After several wrong passwords, further attempts have to wait.
    public enum Login: Method {
        public struct Params: Codable, Sendable {
            /// The address the account signs in with.
            public var email: EmailAddress
            /// The account's password.
            public var password: PasswordAttempt
            /// The `deviceToken` of an earlier session of the account on this device, if there was one.
            ///
            /// Limits then count the call separately from those of strangers. An unknown token is ignored.
            public var deviceToken: DeviceToken?
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.login", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/sessions", .session, body: .device), cost: 5, timeoutMilliseconds: 10_000,
            idempotency: .none,
            reasons: [
                credentialsWrong, secondFactorRequired, accessRefused, accountLocked, tooManyAttempts, hashingBusy,
            ])
    }

    /// Exchanges a refresh token for the next pair of tokens.
    ///
    /// Works once for each refresh token; repeated within ten seconds, it returns the same pair again. A token that was
    /// exchanged earlier ends the session, because someone else may hold it. Refresh about a minute before the access
    /// token expires, and send that token along, so that the call counts against the user and not against the address.
    public enum Refresh: Method {
        public struct Params: Codable, Sendable {
            /// The session's newest refresh token.
            public var refreshToken: RefreshToken
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.refresh", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/sessions/refresh", .session, body: .session),
            idempotency: .idempotent,
            reasons: [sessionEnded])
    }

    /// Ends the session of a refresh token.
    ///
    /// Its access tokens are rejected within seconds. Succeeds even if the session has already ended.
    public enum Logout: Method {
        public struct Params: Codable, Sendable {
            /// The session's newest refresh token.
            public var refreshToken: RefreshToken
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.logout", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/sessions/end", .noContent, body: .session), cost: 2, idempotency: .idempotent)
    }

    /// Returns the caller's own account.
    ///
    /// Contains the ways of signing in, the roles, and all personal data.
    public enum Me: Method {
        public typealias Params = Empty
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.me", service: .auth, access: .signedIn, http: .get("/v1/me"),
            idempotency: .idempotent, caching: .private(seconds: 0), allowsLimited: true)
    }

    /// Returns the public keys that verify access tokens, as a JSON Web Key Set (RFC 7517).
    ///
    /// For servers that check access tokens themselves. A client needs no keys.
    public enum KeySet: Method {
        /// A public key (RFC 8037).
        public struct Key: Codable, Sendable, Equatable {
            /// The key type: `OKP`.
            public var kty: String
            /// The curve: `Ed25519`.
            public var crv: String
            /// The public key, base64url.
            public var x: String
            /// The key's id, as in the header of a token.
            public var kid: String
            /// The use of the key: `sig`.
            public var use: String
            /// The algorithm: `EdDSA`.
            public var alg: String

            public init(x: String, kid: String) {
                (kty, crv, self.x, self.kid, use, alg) = ("OKP", "Ed25519", x, kid, "sig", "EdDSA")
            }
        }
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The keys that are valid at present; usually one, two around a change.
            public var keys: [Key]
        }
        public static let declaration = MethodDeclaration(
            "auth.jwks", service: .auth, access: .anyone,
            http: .get("/.well-known/jwks.json"), idempotency: .idempotent, caching: .public(seconds: 60))
    }

    /// Lists sessions that ended while their access tokens may still be valid.
    public enum Revocations: Method {
        public struct Params: Codable, Sendable {
            /// The `next` of the previous answer; without it, all sessions are listed.
            public var after: Int64?
        }
        public struct Revocation: Codable, Sendable, Equatable {
            /// The session's id, as in the token's claim `sid`.
            public var sid: Identifier
            /// The expiry of the session's last access token.
            public var expiresAt: Instant
        }
        public struct Result: Codable, Sendable, Equatable {
            public var items: [Revocation]
            public var next: Int64
        }
        public static let declaration = MethodDeclaration(
            "auth.revocations", service: .auth, access: .service(callers: ["gateway"]), http: nil,
            idempotency: .idempotent)
    }
}
