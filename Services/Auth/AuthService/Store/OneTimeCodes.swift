import Database
import Postgres
import Values

/// The content of a one-time code: the part of its row that differs between kinds of codes.
protocol CodeContent: Sendable {
    static var statements: CodeStatements { get }
    /// The address or number that receives the code.
    var recipient: String { get }
    /// The values of the table's columns.
    var parameters: NamedParameters { get }
    init(_ row: PostgresRow) throws(PostgresError)
}

/// One-time codes of one kind, with the limits on requests and guesses.
struct OneTimeCodes<Content: CodeContent>: Sendable {
    let transaction: AuthTransaction

    private var statements: CodeStatements { Content.statements }

    /// Locks a subject: serializes requests that count towards it until the transaction ends.
    func lock(_ subject: CodeLimit.Subject) async throws {
        let table = statements.table
        // The lock of a recipient, which is taken before, also serializes the requests from one network.
        guard let column = subject.lockedColumn(in: table) else { return }
        try await transaction.lock("\(table.kind.rawValue)/\(column)/\(subject.value)")
    }

    /// Reads the times of the latest codes of a limit's subject, latest first.
    func times(of limit: CodeLimit, now: Instant) async throws -> [Instant] {
        guard let condition = limit.subject.condition(in: statements.table),
            let statement = statements.times[condition]
        else { throw PostgresError(.invalidParameter, "\(statements.table.name) counts no blocks of numbers") }
        let start = Instant(milliseconds: now.milliseconds - limit.memory.wholeMilliseconds)
        return try await transaction.query(
            statement,
            [
                "subject": limit.subject.value, "network": limit.subject.network, "start": start,
                "limit": limit.depth,
            ]
        ).map { row in try row.read("created_at") }
    }

    func insert(_ challenge: Challenge<Content>, from requester: CodeRequester) async throws {
        _ = try await transaction.query(
            statements.insert,
            [
                "id": challenge.id, "recipient": challenge.content.recipient, "place": requester.place.text,
                "is_known": requester.isKnownDevice, "code_mac": challenge.codeMAC,
                "created_at": challenge.createdAt, "expires_at": challenge.expiresAt,
            ] + challenge.content.parameters)
    }

    /// Counts a guess at a code and returns the challenge.
    ///
    /// Returns `nil` if there is no such challenge for the account, or it is used, expired, or out of attempts.
    func countAttempt(
        at id: Identifier, for account: Identifier?, maximum: Int, now: Instant
    ) async throws -> Challenge<Content>? {
        try await transaction.query(
            statements.attempt, ["id": id, "maximum": maximum, "now": now, "account": account]
        ).first.map { row in
            Challenge(
                id: id, content: try Content(row), codeMAC: try row.read("code_mac"),
                createdAt: try row.read("created_at"), expiresAt: try row.read("expires_at"),
                attempts: try row.read("attempts"))
        }
    }

    /// Consumes a code; returns false if it was used or has expired.
    func consume(_ id: Identifier, now: Instant) async throws -> Bool {
        try await transaction.query(statements.consume, ["id": id, "now": now]).affectedRows > 0
    }

    /// Invalidates all unused codes of a recipient.
    func end(to recipient: String, now: Instant) async throws {
        _ = try await transaction.query(statements.end, ["recipient": recipient, "now": now])
    }
}

extension CodeLimit.Subject {
    /// Returns the column that the subject's lock is named after; `nil` if another subject's lock protects it.
    fileprivate func lockedColumn(in table: CodeTable) -> String? {
        switch self {
        case .recipient, .knownDevices: table.recipient
        case .recipientFrom: nil
        case .place: "place"
        case .network: "network"
        case .numberBlock: table.block
        }
    }

    fileprivate var value: String {
        switch self {
        case .recipient(let recipient), .recipientFrom(let recipient, _), .knownDevices(let recipient): recipient
        case .place(let place): place.text
        case .network(let place): place.network
        case .numberBlock(let number): String(number.dropLast(4))
        }
    }

    /// The network of a recipient's codes from one network.
    fileprivate var network: String? {
        guard case .recipientFrom(_, let place) = self else { return nil }
        return place.network
    }
}
