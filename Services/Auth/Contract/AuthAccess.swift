public import Contract
public import Values

extension Auth {
    /// The kind of a rule's value.
    public enum RuleKind: String, CaseIterable, Codable, Hashable, Sendable {
        /// A domain, such as `mil.by`: e-mail addresses in it and in all domains below it.
        case domain
        /// The beginning of telephone numbers, such as `+37517`.
        case phone
        /// A network, such as `192.0.2.0/24`: calls that come from it.
        case network
        /// One account: its id, or an e-mail address or a telephone number, whoever has it.
        case account
    }

    /// The effect of a rule.
    public enum RuleAction: String, CaseIterable, Codable, Hashable, Sendable {
        /// The person may have an account.
        case allow
        /// The person may have an account, and an administrator is asked to look at it.
        case review
        /// The person may neither register nor sign in.
        case deny
    }

    /// The subject of a rule: its value and the kind of it.
    public struct RuleKey: Codable, Sendable, Equatable {
        /// The kind of the value.
        public var kind: RuleKind
        /// The domain, prefix, network or account.
        public var value: RuleValue
    }

    /// A rule on who may have an account.
    public struct Rule: Codable, Sendable, Equatable {
        /// The kind of the value.
        public var kind: OpenEnum<RuleKind>
        /// The domain, prefix, network or account.
        public var value: RuleValue
        /// The effect of the rule.
        public var action: OpenEnum<RuleAction>
        /// The reason for the rule; for a rule of the bundled list, its source.
        public var note: RuleNote
        /// True for a rule of the bundled list; a rule with the same kind and value takes its place.
        public var isBundled: Bool
        /// The time of the last change; absent for a bundled rule.
        public var changedAt: Instant?
        /// The administrator who changed it last; absent for a bundled rule.
        public var changedBy: Identifier?
    }

    /// Lists the rules on who may have an account, by kind and value.
    ///
    /// The bundled list is part of it. A rule for an account decides alone. Otherwise the most specific rule of each
    /// kind counts, and the strictest of them decides.
    public enum Rules: Method {
        public struct Params: Codable, Sendable {
            /// The kind to list; defaults to all.
            public var kind: RuleKind?
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Rule>
        public static let declaration = MethodDeclaration(
            "auth.rules", service: .auth, access: .role(.admin), http: .get("/v1/access/rules"),
            idempotency: .idempotent)
    }

    /// Adds a rule, or replaces the one with the same kind and value.
    ///
    /// Takes effect at the next registration, sign-in or token refresh; auth.sweep applies it to existing accounts at
    /// once.
    public enum PutRule: Method {
        public struct Params: Codable, Sendable {
            /// The kind of the value.
            public var kind: RuleKind
            /// The domain, prefix, network or account.
            public var value: RuleValue
            /// The effect of the rule.
            public var action: RuleAction
            /// The reason for the rule, for administrators.
            public var note: RuleNote
        }
        public typealias Result = Rule
        public static let declaration = MethodDeclaration(
            "auth.putRule", service: .auth, access: .role(.admin), http: .post("/v1/access/rules"), cost: 2,
            idempotency: .idempotent, reasons: [tooManyRules])
    }

    /// Removes a rule.
    ///
    /// A rule of the bundled list cannot be removed, but replaced by one that allows.
    public enum RemoveRule: Method {
        public typealias Params = RuleKey
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.removeRule", service: .auth, access: .role(.admin),
            http: .post("/v1/access/rules/remove", .noContent), cost: 2, idempotency: .idempotent,
            reasons: [ruleUnknown])
    }

    /// An account as administrators see it.
    public struct AccountSummary: Codable, Sendable, Equatable {
        /// The account's id.
        public var id: Identifier
        /// First and last name, or the login if there are none.
        public var name: String
        /// The address the account signs in with.
        public var email: EmailAddress?
        /// The number the account signs in with.
        public var phone: PhoneNumber?
        /// The unverified contact address.
        public var contactEmail: EmailAddress?
    }

    /// Lists the accounts that a rule would affect if it were added, and changes nothing.
    ///
    /// A call examines up to 1,000 accounts; call again with `nextCursor` for the others. Rules for networks affect no
    /// account here: they decide on calls.
    public enum TryRules: Method {
        public struct Params: Codable, Sendable {
            /// The kind of the value.
            public var kind: RuleKind
            /// The domain, prefix, network or account.
            public var value: RuleValue
            /// The effect of the rule; without it, the rule is tried as removed.
            public var action: RuleAction?
            public var cursor: Cursor?
        }
        /// An account whose decision a rule changes.
        public struct Affected: Codable, Sendable, Equatable {
            /// The account.
            public var account: AccountSummary
            /// The decision with today's rules.
            public var before: OpenEnum<RuleAction>
            /// The decision with the rule.
            public var after: OpenEnum<RuleAction>
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The number of accounts that this call examined.
            public var examined: Int
            /// The number of accounts among them whose decision changes.
            public var affected: Int
            /// The first 100 of them.
            public var items: [Affected]
            /// The start of the next call; absent once all accounts were examined.
            public var nextCursor: Cursor?
        }
        public static let declaration = MethodDeclaration(
            "auth.tryRules", service: .auth, access: .role(.admin), http: .post("/v1/access/rules/try"), cost: 10,
            timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }

    /// Applies the rules to existing accounts: ends the sessions of denied ones, and opens reviews.
    ///
    /// A call examines up to 1,000 accounts; call again with `nextCursor` for the others.
    public enum Sweep: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
        }
        public struct Result: Codable, Sendable, Equatable {
            /// The number of accounts that this call examined.
            public var examined: Int
            /// The number of accounts that the rules deny; their sessions have ended.
            public var denied: Int
            /// The number of reviews that were opened.
            public var opened: Int
            /// The start of the next call; absent once all accounts were examined.
            public var nextCursor: Cursor?
        }
        public static let declaration = MethodDeclaration(
            "auth.sweep", service: .auth, access: .role(.admin), http: .post("/v1/access/sweep"), cost: 10,
            timeoutMilliseconds: 10_000, idempotency: .idempotent)
    }
}
