public import Contract
public import Values

extension Auth {
    /// Sends a code that confirms the deletion of the caller's account.
    ///
    /// The code goes to the address that the account signs in with, or to its number if it has none.
    public enum RequestDeletion: Method {
        public typealias Params = Empty
        public typealias Result = Challenge
        public static let declaration = MethodDeclaration(
            "auth.requestDeletion", service: .auth, access: .signedIn, http: .post("/v1/me/deletion/code"), cost: 5,
            idempotency: .none, reasons: [tooManyMailCodes, countryNotServed, tooManyCodes, codesPaused])
    }

    /// Schedules the deletion of the caller's account after verifying the code that was sent.
    ///
    /// Until then the account works as before, and auth.keepAccount cancels the deletion. Afterwards nothing of it can
    /// be restored.
    public enum DeleteAccount: Method {
        public struct Params: Codable, Sendable {
            /// The id from auth.requestDeletion.
            public var challengeId: Identifier
            /// The code from the message.
            public var code: OneTimeCode
        }
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.deleteAccount", service: .auth, access: .signedIn, http: .post("/v1/me/deletion"), cost: 5,
            idempotency: .none, reasons: [codeWrong, codeExpired], needsPresence: true)
    }

    /// Cancels the deletion of the caller's account.
    ///
    /// Succeeds even if none is scheduled.
    public enum KeepAccount: Method {
        public typealias Params = Empty
        public typealias Result = User
        public static let declaration = MethodDeclaration(
            "auth.keepAccount", service: .auth, access: .signedIn, http: .post("/v1/me/deletion/cancel"), cost: 2,
            idempotency: .idempotent)
    }

    /// Lists deleted accounts, so that other services erase what they hold of them.
    public enum Erasures: Method {
        public struct Params: Codable, Sendable {
            /// The `next` of the previous answer; 0 at first.
            public var after: Int64
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The accounts in the order of their deletion, at most 1,000; fewer only at the end of the list.
            public var items: [Identifier]
            public var next: Int64
        }
        public static let declaration = MethodDeclaration(
            "auth.erasures", service: .auth,
            access: .service(callers: ["aggregator", "booking", "museums", "schedule"]),
            http: nil, idempotency: .idempotent)
    }
}
