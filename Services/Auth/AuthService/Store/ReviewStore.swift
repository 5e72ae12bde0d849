import AuthContract
import Contract
import Database
import Postgres
import Values

/// The reviews and appeals.
struct ReviewStore: Sendable {
    let runner: any StatementRunner

    /// Opens a review of an account under a rule; returns false if the rule has asked before.
    func open(_ id: Identifier, of account: Identifier, under rule: RuleSubject, now: Instant) async throws -> Bool {
        try await runner.query(
            Self.openStatement,
            ["id": id, "account": account, "kind": rule.kind.rawValue, "value": rule.text, "now": now]
        ).affectedRows > 0
    }

    /// Stores an appeal.
    func insert(
        _ id: Identifier, name: AccountName, text: Auth.AppealText, from place: NetworkPlace, now: Instant
    ) async throws {
        try await runner.query(
            Self.appealStatement,
            ["id": id, "name": name.text, "place": place.text, "body": text.text, "now": now])
    }

    /// Returns the times of the latest appeals for a name, latest first.
    func times(name: AccountName, limit: Int) async throws -> [Instant] {
        try await runner.query(Self.timesByNameStatement, ["name": name.text, "limit": limit])
            .map { try $0.read("opened_at") }
    }

    /// Returns the times of the latest appeals from a place, latest first.
    func times(place: NetworkPlace, limit: Int) async throws -> [Instant] {
        try await runner.query(Self.timesByPlaceStatement, ["place": place.text, "limit": limit])
            .map { try $0.read("opened_at") }
    }

    /// Returns the times of the latest appeals from a network, latest first.
    func times(network: String, limit: Int) async throws -> [Instant] {
        try await runner.query(Self.timesByNetworkStatement, ["network": network, "limit": limit])
            .map { try $0.read("opened_at") }
    }

    /// Returns true if at least `limit` appeals from a network wait for a decision.
    func isFull(network: String, limit: Int) async throws -> Bool {
        try await runner.query(Self.fullNetworkStatement, ["network": network, "offset": limit - 1]).first != nil
    }

    /// Returns true if at least `limit` appeals wait for a decision.
    func isFull(limit: Int) async throws -> Bool {
        try await runner.query(Self.fullStatement, ["offset": limit - 1]).first != nil
    }

    /// Reads undecided reviews or appeals, oldest first.
    func waiting(isAppeal: Bool, after key: ReviewKey?, limit: Int) async throws -> [AccessReview] {
        try await runner.query(
            Self.waitingStatement,
            [
                "is_review": !isAppeal, "after_time": key?.time ?? .min,
                "after_id": key?.id ?? Identifier(unchecked: "00000000-0000-0000-0000-000000000000"), "limit": limit,
            ]
        ).map(AccessReview.init)
    }

    /// Reads a review or an appeal.
    func find(_ id: Identifier) async throws -> AccessReview? {
        try await runner.query(Self.findStatement, ["id": id]).first.map(AccessReview.init)
    }

    /// Reads a review or an appeal and locks it until the transaction ends.
    func lock(_ id: Identifier) async throws -> AccessReview? {
        try await runner.query(Self.lockStatement, ["id": id]).first.map(AccessReview.init)
    }

    /// Stores a decision.
    func decide(
        _ id: Identifier, _ decision: Auth.ReviewDecision, by actor: Identifier, now: Instant
    ) async throws {
        try await runner.query(
            Self.decideStatement, ["id": id, "decision": decision.rawValue, "actor": actor, "now": now])
    }

    private static let columns = "id, account_id, name, body, opened_at, decision, decided_at"
    private static let openStatement = PreparedStatement(
        "openReview",
        """
        INSERT INTO access_review (id, account_id, rule_kind, rule_value, opened_at)
        VALUES (:id, :account, :kind, :value, :now) ON CONFLICT DO NOTHING
        """)
    private static let appealStatement = PreparedStatement(
        "insertAppeal",
        "INSERT INTO access_review (id, name, place, body, opened_at) VALUES (:id, :name, :place, :body, :now)")
    private static let timesByNameStatement = PreparedStatement(
        "appealsByName",
        "SELECT opened_at FROM access_review WHERE name = :name ORDER BY opened_at DESC LIMIT :limit")
    private static let timesByPlaceStatement = PreparedStatement(
        "appealsByPlace",
        "SELECT opened_at FROM access_review WHERE place = :place ORDER BY opened_at DESC LIMIT :limit")
    private static let timesByNetworkStatement = PreparedStatement(
        "appealsByNetwork",
        "SELECT opened_at FROM access_review WHERE network = :network ORDER BY opened_at DESC LIMIT :limit")
    private static let fullNetworkStatement = PreparedStatement(
        "appealsWaitingByNetwork",
        """
        SELECT id FROM access_review WHERE network = :network AND decided_at IS NULL
        ORDER BY opened_at DESC OFFSET :offset LIMIT 1
        """)
    private static let fullStatement = PreparedStatement(
        "appealsWaiting",
        """
        SELECT id FROM access_review WHERE decided_at IS NULL AND (name IS NULL) = false
        ORDER BY opened_at, id OFFSET :offset LIMIT 1
        """)
    private static let waitingStatement = PreparedStatement(
        "waitingReviews",
        """
        SELECT \(columns) FROM access_review
        WHERE decided_at IS NULL AND (name IS NULL) = :is_review AND (opened_at, id) > (:after_time, :after_id)
        ORDER BY opened_at, id LIMIT :limit
        """)
    private static let findStatement = PreparedStatement(
        "findReview", "SELECT \(columns) FROM access_review WHERE id = :id")
    private static let lockStatement = PreparedStatement(
        "lockReview", "SELECT \(columns) FROM access_review WHERE id = :id FOR UPDATE")
    private static let decideStatement = PreparedStatement(
        "decideReview",
        "UPDATE access_review SET decision = :decision, decided_at = :now, decided_by = :actor WHERE id = :id")
}

/// The place of a review in a list.
struct ReviewKey: Sendable, Equatable {
    var time: Int64
    var id: Identifier
}

extension AccessReview {
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        let account = try row.read("account_id", as: Identifier?.self)
        let name = try row.read("name", as: String?.self)
        let body = try row.read("body", as: String?.self)
        id = try row.read("id")
        // A row has one or the other (`access_review_kind`).
        subject =
            if let account {
                .account(account)
            } else {
                .appeal(AccountName(unchecked: name ?? ""), text: Auth.AppealText(unchecked: body ?? ""))
            }
        openedAt = try row.read("opened_at")
        decision = try row.read("decision", as: String?.self).flatMap(Auth.ReviewDecision.init)
        decidedAt = try row.read("decided_at")
    }
}
