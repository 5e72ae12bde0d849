public import Contract
public import Values

extension Auth {
    /// An account that a rule asks to look at, or an appeal against a refusal.
    public struct Review: Codable, Sendable, Equatable {
        /// The id, for auth.decideReview.
        public var id: Identifier
        /// The account under review, or the one that belongs to the appeal's name; absent if there is none.
        public var account: AccountSummary?
        /// The rule that applies at present; absent if none does any more.
        public var rule: Rule?
        /// The name that an appeal was made for.
        public var name: AccountName?
        /// The text of an appeal.
        public var text: AppealText?
        /// The time of the first sign-in under the rule, or of the appeal.
        public var openedAt: Instant
        /// The decision; absent while there is none.
        public var decision: OpenEnum<ReviewDecision>?
        /// The time of the decision.
        public var decidedAt: Instant?
    }

    /// A decision on a review or an appeal.
    public enum ReviewDecision: String, CaseIterable, Codable, Hashable, Sendable {
        /// The person may have an account: a review is closed, an appeal adds a rule that allows its name.
        case admit
        /// The person may not: a review adds a rule that denies the account and ends its sessions, an appeal is closed.
        case refuse
    }

    /// Lists the accounts that rules ask to look at and that nobody decided on, oldest first.
    ///
    /// A rule asks once for each account. The account may be used while it is under review.
    public enum Reviews: Method {
        public struct Params: Codable, Sendable {
            public var cursor: Cursor?
            public var limit: PageLimit?
        }
        public typealias Result = Page<Review>
        public static let declaration = MethodDeclaration(
            "auth.reviews", service: .auth, access: .role(.admin), http: .get("/v1/access/reviews"),
            idempotency: .idempotent)
    }

    /// Lists the appeals that nobody decided on, oldest first.
    ///
    /// An appeal names an address or a number. Nothing proves that it is the writer's own.
    public enum Appeals: Method {
        public typealias Params = Reviews.Params
        public typealias Result = Page<Review>
        public static let declaration = MethodDeclaration(
            "auth.appeals", service: .auth, access: .role(.admin), http: .get("/v1/access/appeals"),
            idempotency: .idempotent)
    }

    /// Decides on a review or an appeal.
    ///
    /// The decision is final; a rule for the account can be changed later. Nobody is notified.
    public enum DecideReview: Method {
        public struct Params: Codable, Sendable {
            /// The id of the review or the appeal.
            public var id: Identifier
            /// The decision.
            public var decision: ReviewDecision
            /// The reason, for administrators.
            public var note: RuleNote
        }
        public typealias Result = Review
        public static let declaration = MethodDeclaration(
            "auth.decideReview", service: .auth, access: .role(.admin),
            http: .post("/v1/access/reviews/{id}/decision"), cost: 2, idempotency: .idempotent,
            reasons: [reviewUnknown, reviewDecided, tooManyRules])
    }

    /// Appeals against a refusal.
    ///
    /// An administrator reads the text and decides. The answer is the same whether or not the name was refused or has
    /// an account.
    public enum Appeal: Method {
        public struct Params: Codable, Sendable {
            /// The e-mail address or the telephone number that was refused.
            public var name: AccountName
            /// The reason why the refusal is a mistake.
            public var text: AppealText
        }
        public typealias Result = Empty
        public static let declaration = MethodDeclaration(
            "auth.appeal", service: .auth, access: .anyone, http: .post("/v1/access/appeals", .noContent), cost: 5,
            idempotency: .none, reasons: [tooManyAppeals])
    }
}
