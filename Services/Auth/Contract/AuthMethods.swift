public import Contract
public import Values

/// Accounts, sessions and tokens.
public enum Auth {
    /// The declaration that the owner of a new account is not a member of a government military structure.
    public struct Declaration: Codable, Sendable, Equatable {
        /// Must be true: members of government military structures may not register.
        public var notGovernmentMilitary: Bool
        /// The version of the declaration's text that was shown.
        public var version: DeclarationVersion
    }

    /// A one-time code that was sent; the code and this id together complete the request.
    public struct Challenge: Codable, Sendable, Equatable {
        public var challengeId: Identifier
        public var expiresAt: Instant
    }

    /// An account as its owner sees it.
    public struct User: Codable, Sendable, Equatable {
        public var id: Identifier
        public var login: DisplayName
        /// The address the account signs in with; absent if it signs in by telephone only.
        public var email: EmailAddress?
        /// The number the account signs in with.
        public var phone: PhoneNumber?
        public var firstName: PersonName?
        public var lastName: PersonName?
        public var roles: [Role]
        public var createdAt: Instant

        /// First and last name, or the login if there are none.
        public var name: String {
            let names = [firstName, lastName].compactMap { $0?.text }
            return names.isEmpty ? login.text : names.joined(separator: " ")
        }
    }

    /// A session's tokens: the access token authorizes calls, the refresh token is exchanged for the next pair.
    public struct Tokens: Codable, Sendable, Equatable {
        public var accessToken: String
        public var accessTokenExpiresAt: Instant
        public var refreshToken: RefreshToken
        public var refreshTokenExpiresAt: Instant
        public var user: User
    }

    /// Starts a registration and sends a code to the e-mail address.
    ///
    /// The answer is the same whether or not an account has the address.
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
                ErrorReason(.invalidParams, "password-common", "The password is too common"),
                ErrorReason(
                    .forbidden, "declaration-required", "Members of government military structures may not register"),
                ErrorReason(
                    .quotaExceeded, "too-many-registrations",
                    "Too many registrations from this network address or for this e-mail"),
                ErrorReason(.overloaded, "hashing-busy", "The server is busy checking passwords"),
            ])
    }

    /// Completes a registration with the code that was sent, and signs in.
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
                ErrorReason(.forbidden, "code-wrong", "The code is wrong"),
                ErrorReason(.forbidden, "code-expired", "The code has expired, was used, or was tried too often"),
            ])
    }

    /// Signs in with an e-mail address and password.
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
                ErrorReason(.unauthenticated, "credentials-wrong", "The e-mail address or the password is wrong"),
                ErrorReason(
                    .quotaExceeded, "too-many-attempts", "Too many failed attempts; retry after the given delay"),
                ErrorReason(.overloaded, "hashing-busy", "The server is busy checking passwords"),
            ])
    }

    /// Exchanges a refresh token for the next pair of tokens.
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
                    .unauthenticated, "session-ended", "The session has ended or expired, or the token was reused"
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

    /// Returns the caller's own account.
    public enum Me: Method {
        public typealias Params = Empty
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.me", service: .auth, access: .signedIn, http: .get("/v1/me"),
            idempotency: .idempotent, caching: .private(seconds: 0))
    }

    /// Returns the public keys that verify access tokens, as a JSON Web Key Set (RFC 7517).
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
