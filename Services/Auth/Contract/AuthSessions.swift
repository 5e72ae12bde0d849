public import Contract
public import Values

extension Auth {
    /// A session of the caller's account: a device that is signed in.
    public struct ActiveSession: Codable, Sendable, Equatable {
        /// The session's id.
        public var id: Identifier
        /// The device, as it named itself at sign-in.
        public var device: DeviceName?
        /// The network of the latest use: an IPv4 address, or an IPv6 network of 64 bits.
        public var network: String?
        /// The time of the sign-in.
        public var signedInAt: Instant
        /// The time of the latest use, to within the lifetime of an access token.
        public var lastSeenAt: Instant
        /// The time at which the session ends unless it is used.
        public var expiresAt: Instant
        /// True for the session of this call.
        public var isCurrent: Bool
    }

    /// Lists the sessions of the caller's account.
    ///
    /// The latest used one is first.
    public enum ActiveSessions: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The sessions that have not ended.
            public var items: [ActiveSession]
        }
        public static let declaration = MethodDeclaration(
            "auth.sessions", service: .auth, access: .signedIn, http: .get("/v1/me/sessions"),
            idempotency: .idempotent, caching: .private(seconds: 0))
    }

    /// Ends a session of the caller's account.
    ///
    /// Its access tokens are rejected within seconds. Succeeds even if the session has already ended.
    public enum RevokeSession: Method {
        public struct Params: Codable, Sendable {
            /// The id from auth.sessions.
            public var sessionId: Identifier
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.revokeSession", service: .auth, access: .signedIn, http: .post("/v1/me/sessions/end", .noContent),
            cost: 2, idempotency: .idempotent)
    }

    /// Ends all sessions of the caller's account except the session of this call.
    ///
    /// Their access tokens are rejected within seconds.
    public enum RevokeOtherSessions: Method {
        public typealias Params = Empty
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.revokeOtherSessions", service: .auth, access: .signedIn,
            http: .post("/v1/me/sessions/end-others", .noContent), cost: 2, idempotency: .idempotent)
    }
}
