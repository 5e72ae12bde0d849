public import Contract
public import Values

extension Auth {
    /// A passkey of the caller's account.
    public struct Passkey: Codable, Sendable, Equatable {
        /// The passkey's id.
        public var id: CredentialID
        /// The name that its owner gave it.
        public var name: PasskeyName
        /// The time at which it was added.
        public var createdAt: Instant
        /// The time of its latest use.
        public var usedAt: Instant?
    }

    /// A challenge that a passkey has signed: the answer of `navigator.credentials.get` (WebAuthn Level 2).
    public struct PasskeyAssertion: Codable, Sendable, Equatable {
        /// The passkey's id: `rawId`.
        public var id: CredentialID
        /// The data of the browser: `response.clientDataJSON`.
        public var clientData: Base64URLText
        /// The data of the authenticator: `response.authenticatorData`.
        public var authenticatorData: Base64URLText
        /// The signature: `response.signature`.
        public var signature: Base64URLText
        /// The account: `response.userHandle`.
        public var userHandle: Base64URLText?
    }

    /// Creates a challenge for auth.loginWithPasskey or auth.provePresence.
    ///
    /// Pass it to `navigator.credentials.get`, which lets the person choose a passkey.
    public enum PasskeyChallenge: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The challenge to sign.
            public var challenge: Base64URLText
            /// The relying party's id: `rpId`.
            public var domain: String
            /// The time until which the signed challenge is accepted.
            public var expiresAt: Instant
        }
        public static let declaration = MethodDeclaration(
            "auth.passkeyChallenge", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/sessions/passkey/challenge"), cost: 2, idempotency: .none,
            reasons: [passkeysOff, accessRefused])
    }

    /// Signs in with a passkey.
    ///
    /// A passkey counts as two factors: the device, and the finger, face or PIN that unlocks it.
    public enum LoginWithPasskey: Method {
        public struct Params: Codable, Sendable {
            /// The signed challenge.
            public var passkey: PasskeyAssertion
            /// The device's name in auth.sessions.
            public var device: DeviceName?
        }
        public typealias Result = Tokens
        public static let declaration = MethodDeclaration(
            "auth.loginWithPasskey", service: .auth, priority: .high, access: .anyone,
            http: .post("/v1/sessions/passkey", .session), cost: 5, idempotency: .none,
            reasons: [passkeyInvalid, accessRefused, accountLocked])
    }

    /// Creates a challenge for a new passkey.
    ///
    /// Pass the members to `navigator.credentials.create`, with a resident key, user verification required, and no
    /// attestation.
    public enum BeginPasskey: Method {
        public typealias Params = Empty
        public struct Result: Codable, Sendable, Equatable {
            /// The challenge to sign.
            public var challenge: Base64URLText
            /// The relying party's id: `rp.id`.
            public var domain: String
            /// The account: `user.id`.
            public var userHandle: Base64URLText
            /// The address or number of the account: `user.name`.
            public var account: String
            /// The name of the owner: `user.displayName`.
            public var name: String
            /// The algorithms that are accepted, by their numbers in COSE, the preferred one first.
            public var algorithms: [Int]
            /// The passkeys that the account has: `excludeCredentials`.
            public var known: [CredentialID]
            /// The time until which the passkey can be added.
            public var expiresAt: Instant
        }
        public static let declaration = MethodDeclaration(
            "auth.beginPasskey", service: .auth, access: .signedIn, http: .post("/v1/me/factors/passkeys/challenge"),
            cost: 5, idempotency: .none, reasons: [passkeysOff, tooManyPasskeys], needsPresence: true,
            allowsLimited: true)
    }

    /// Adds a passkey to the caller's account.
    ///
    /// From then on it signs in to the account. A challenge of auth.beginPasskey works once.
    public enum AddPasskey: Method {
        public struct Params: Codable, Sendable {
            /// The data of the browser: `response.clientDataJSON`.
            public var clientData: Base64URLText
            /// The data of the authenticator: `response.attestationObject`.
            public var attestation: Base64URLText
            /// A name by which the owner recognizes the passkey.
            public var name: PasskeyName
        }
        public typealias Result = Passkey
        public static let declaration = MethodDeclaration(
            "auth.addPasskey", service: .auth, access: .signedIn, http: .post("/v1/me/factors/passkeys"), cost: 5,
            idempotency: .none, reasons: [passkeyInvalid, tooManyPasskeys], needsPresence: true, allowsLimited: true)
    }

    /// Removes a passkey of the caller's account.
    ///
    /// Succeeds even if the account does not have it.
    public enum RemovePasskey: Method {
        public struct Params: Codable, Sendable {
            /// The id from auth.factors.
            public var id: CredentialID
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.removePasskey", service: .auth, access: .signedIn,
            http: .post("/v1/me/factors/passkeys/remove", .noContent), cost: 5, idempotency: .idempotent,
            needsPresence: true)
    }
}
