public import Contract
public import Values

extension Auth {
    /// The property by which administrators find accounts.
    public enum AccountProperty: String, CaseIterable, Codable, Hashable, Sendable {
        /// The name that other people see.
        case login
        /// The address the account signs in with.
        case email
        /// The number the account signs in with; only digits are compared, the country code included.
        case phone
    }

    /// The beginning of a name, an address or a number, or the whole.
    public struct AccountSearchText: TextValue {
        public let text: String
        public init(unchecked text: String) { self.text = text }
        public static let maximumLength = 254
        public static let exampleText = "ada@"
        public static let fieldName: UserText? = UserText("Search", ru: "Поиск", be: "Пошук")
        public static func normalized(_ text: String) -> String { text.trimmed }
    }

    /// A lock by an administrator: nobody signs in to the account.
    public struct AccountLock: Codable, Sendable, Equatable {
        /// The time of the lock.
        public var at: Instant
        /// The reason, for administrators.
        public var reason: RuleNote
        /// The administrator.
        public var by: Identifier?
    }

    /// An account as an administrator examines it.
    public struct AccountDetails: Codable, Sendable, Equatable {
        /// The account's id, name and addresses.
        public var account: AccountSummary
        /// The name that other people see.
        public var login: DisplayName
        /// The roles of the account.
        public var roles: [OpenEnum<Role>]
        /// The time of registration.
        public var createdAt: Instant
        /// The number of sessions that have not ended.
        public var sessions: Int
        /// The lock; absent if there is none.
        public var lock: AccountLock?
        /// The time at which the account is deleted, if its owner asked for it.
        public var deletesAt: Instant?
    }

    /// An entry of the audit trail about an account.
    public struct AccountEvent: Codable, Sendable, Equatable {
        /// The time of the event.
        public var at: Instant
        /// The kind of the event, such as `signed-in`; more kinds may follow.
        public var event: String
        /// The session that it happened in.
        public var session: Identifier?
        /// The network address of the call.
        public var address: String?
        /// The role, rule or hash of an address that the event is about.
        public var subject: String?
        /// The rest of what happened, such as the reason for a lock.
        public var detail: String?
        /// The administrator who acted on the account.
        public var actor: Identifier?
    }

    /// Finds accounts, in the order of the property.
    ///
    /// A property is compared from its beginning. There is no search in the middle of names.
    public enum Accounts: Method {
        public struct Params: Codable, Sendable {
            /// The property to compare.
            public var by: AccountProperty
            /// The text to find; upper and lower case make no difference.
            public var text: AccountSearchText
            /// True to find only the accounts with exactly this text, and not those that begin with it.
            public var isExact: Bool?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<AccountSummary>
        public static let declaration = MethodDeclaration(
            "auth.accounts", service: .auth, access: .role(.admin), http: .get("/v1/administration/accounts"), cost: 2,
            idempotency: .idempotent)
    }

    /// An account that an administrator names by its id.
    public struct AccountKey: Codable, Sendable {
        /// The account's id.
        public var id: Identifier
    }

    /// Returns an account with its roles, its sessions' number and its lock.
    ///
    /// The date of birth and other personal data are the owner's alone.
    public enum Account: Method {
        public typealias Params = AccountKey
        public typealias Result = AccountDetails
        public static let declaration = MethodDeclaration(
            "auth.account", service: .auth, access: .role(.admin), http: .get("/v1/administration/accounts/{id}"),
            idempotency: .idempotent, reasons: [accountUnknown])
    }

    /// Locks an account: its sessions end, and nobody signs in until auth.unlockAccount.
    ///
    /// A second lock replaces the reason. Administrators cannot lock their own account, and never set a password.
    public enum LockAccount: Method {
        public struct Params: Codable, Sendable {
            /// The account's id.
            public var id: Identifier
            /// The reason, for administrators.
            public var reason: RuleNote
        }
        public typealias Result = AccountDetails
        public static let declaration = MethodDeclaration(
            "auth.lockAccount", service: .auth, access: .role(.admin),
            http: .post("/v1/administration/accounts/{id}/lock"), cost: 2,
            idempotency: .idempotent, reasons: [accountUnknown, ownAccount])
    }

    /// Unlocks an account; its owner can sign in again.
    ///
    /// The sessions that the lock ended do not return. Succeeds even if the account is not locked.
    public enum UnlockAccount: Method {
        public typealias Params = AccountKey
        public typealias Result = AccountDetails
        public static let declaration = MethodDeclaration(
            "auth.unlockAccount", service: .auth, access: .role(.admin),
            http: .post("/v1/administration/accounts/{id}/unlock"),
            cost: 2, idempotency: .idempotent, reasons: [accountUnknown])
    }

    /// Ends all sessions of an account; its owner can sign in again at once.
    ///
    /// Their access tokens are rejected within seconds.
    public enum EndSessions: Method {
        public typealias Params = AccountKey
        public typealias Result = AccountDetails
        public static let declaration = MethodDeclaration(
            "auth.endSessions", service: .auth, access: .role(.admin),
            http: .post("/v1/administration/accounts/{id}/sessions/end"),
            cost: 2, idempotency: .idempotent, reasons: [accountUnknown])
    }

    /// Lists what the audit trail holds about an account, newest first.
    ///
    /// Failed sign-ins with its present address or number are part of it.
    public enum AccountAudit: Method {
        public struct Params: Codable, Sendable {
            /// The account's id.
            public var id: Identifier
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<AccountEvent>
        public static let declaration = MethodDeclaration(
            "auth.accountAudit", service: .auth, access: .role(.admin),
            http: .get("/v1/administration/accounts/{id}/audit"), cost: 2,
            idempotency: .idempotent, reasons: [accountUnknown])
    }
}

/// The reasons of the errors of administrators' tools for accounts.
extension Auth {
    public static let accountLocked = ErrorReason(
        .forbidden, "account-locked",
        UserText(
            "This account is locked. Write to the operator of this service.",
            ru: "Этот профиль заблокирован. Напишите администрации сервиса.",
            be: "Гэты профіль заблакіраваны. Напішыце адміністрацыі сэрвісу."))
    public static let ownAccount = ErrorReason(
        .conflict, "own-account",
        UserText(
            "You cannot lock your own account.",
            ru: "Нельзя заблокировать собственный профиль.",
            be: "Нельга заблакіраваць уласны профіль."))
}
