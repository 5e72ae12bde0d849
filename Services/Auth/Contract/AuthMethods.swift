public import Contract
public import Values

/// Accounts, sessions and tokens.
public enum Auth {
    /// A new account's promise that its owner is no member of a government military structure.
    public struct Declaration: Codable, Sendable, Equatable {
        /// Must be true: members of government military structures may not register.
        public var notGovernmentMilitary: Bool
        /// Which version of the declaration's text was shown.
        public var version: DeclarationVersion
    }

    /// A code is on its way; who sends it back with this id is believed.
    public struct Challenge: Codable, Sendable, Equatable {
        public var challengeId: Identifier
        public var expiresAt: Instant
    }

    /// An account as its owner sees it.
    public struct User: Codable, Sendable, Equatable {
        public var id: Identifier
        public var login: DisplayName
        /// The address with which the account signs in; absent for one that signs in by telephone only.
        public var email: EmailAddress?
        /// The number with which the account signs in.
        public var phone: PhoneNumber?
        public var firstName: PersonName?
        public var lastName: PersonName?
        public var roles: [Role]
        public var createdAt: Instant

        /// First and last name, or the login where there are none.
        public var name: String {
            let names = [firstName, lastName].compactMap { $0?.text }
            return names.isEmpty ? login.text : names.joined(separator: " ")
        }
    }

    /// A session's tokens: the access token goes with each call, the refresh token buys the next pair.
    public struct Tokens: Codable, Sendable, Equatable {
        public var accessToken: String
        public var accessTokenExpiresAt: Instant
        public var refreshToken: RefreshToken
        public var refreshTokenExpiresAt: Instant
        public var user: User
    }

    /// Begins an account; a code goes to the e-mail address.
    ///
    /// Begins an account: a code goes to the e-mail address, the same answer for a known address.
    public enum Register: Method {
        public struct Params: Codable, Sendable {
            public var login: DisplayName
            public var email: EmailAddress
            public var password: Password
            public var declaration: Declaration
        }
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.register", service: .auth, access: .anyone, http: .post("/v1/accounts"), cost: 5,
            timeoutMilliseconds: 10_000, idempotency: .none,
            reasons: [
                ErrorReason(.invalidParams, "password-common", "The password is one that attackers try first"),
                ErrorReason(
                    .forbidden, "declaration-required", "Members of government military structures may not register"),
                ErrorReason(
                    .quotaExceeded, "too-many-registrations",
                    "Too many registrations from this address or for this e-mail"),
                ErrorReason(.overloaded, "hashing-busy", "Too many passwords are being checked"),
            ])
    }

    /// Makes the account, given the code that was sent, and signs in.
    ///
    /// Makes the account of a registration, given the code that was sent, and signs in.
    public enum VerifyEmail: Method {
        public struct Params: Codable, Sendable {
            public var challengeId: Identifier
            public var code: OneTimeCode
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.verifyEmail", service: .auth,
            access: .anyone, http: .post("/v1/accounts/verify"), cost: 5, idempotency: .none,
            reasons: [
                ErrorReason(.forbidden, "code-wrong", "The code is not the one that was sent"),
                ErrorReason(.forbidden, "code-expired", "The code is too old, was used, or was tried too often"),
            ])
    }

    /// Signs in with e-mail and password.
    public enum Login: Method {
        public struct Params: Codable, Sendable {
            public var email: EmailAddress
            public var password: PasswordAttempt
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.login", service: .auth, access: .anyone,
            http: .post("/v1/sessions"), cost: 5, timeoutMilliseconds: 10_000, idempotency: .none,
            reasons: [
                ErrorReason(.unauthenticated, "credentials-wrong", "No account has this e-mail with this password"),
                ErrorReason(.quotaExceeded, "too-many-attempts", "Too many failed attempts; wait as told"),
                ErrorReason(.overloaded, "hashing-busy", "Too many passwords are being checked"),
            ])
    }

    /// Changes a refresh token for the next pair of tokens.
    public enum Refresh: Method {
        public struct Params: Codable, Sendable {
            public var refreshToken: RefreshToken
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.refresh", service: .auth, access: .anyone, http: .post("/v1/sessions/refresh"),
            idempotency: .idempotent,
            reasons: [
                ErrorReason(
                    .unauthenticated, "session-ended", "The session was ended, has expired, or the token was used again"
                )
            ])
    }

    /// Ends the session of a refresh token.
    public enum Logout: Method {
        public struct Params: Codable, Sendable {
            public var refreshToken: RefreshToken
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.logout", service: .auth, access: .anyone,
            http: .post("/v1/sessions/end", .noContent), cost: 2, idempotency: .idempotent)
    }

    /// The caller's own account.
    public enum Me: Method {
        public typealias Params = Empty
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.me", service: .auth, access: .signedIn, http: .get("/v1/me"),
            idempotency: .idempotent, caching: .private(seconds: 0))
    }

    /// The keys with which access tokens can be verified.
    ///
    /// (RFC 7517).
    public enum KeySet: Method {
        public struct Key: Codable, Sendable, Equatable {
            /// `OKP`.
            public var kty: String
            /// `Ed25519`.
            public var crv: String
            /// The public key, base64url.
            public var x: String
            public var kid: String
            /// `sig`.
            public var use: String
            /// `EdDSA`.
            public var alg: String

            public init(x: String, kid: String) {
                (kty, crv, self.x, self.kid, use, alg) = ("OKP", "Ed25519", x, kid, "sig", "EdDSA")
            }
        }
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            public var keys: [Key]
        }
        public static let declaration = MethodDeclaration(
            "auth.jwks", service: .auth, access: .anyone,
            http: .get("/.well-known/jwks.json"), idempotency: .idempotent, caching: .public(seconds: 60))
    }

    /// The sessions that ended recently.
    ///
    /// Although access tokens of theirs may still be valid.
    public enum Revocations: Method {
        public struct Params: Codable, Sendable {
            /// The `next` of the answer before; all that matter if absent.
            public var after: Int64?
        }
        public struct Revocation: Codable, Sendable, Equatable {
            /// The session's id, as in the token's claim `sid`.
            public var sid: Identifier
            /// When the last of its access tokens expires.
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
