import Postgres

/// The table of one kind of one-time code.
struct CodeTable: Sendable {
    struct Column: Sendable {
        var name: String
        /// True for personal data and secrets, which are deleted once the code is used or has expired.
        var isErased = false
        var isDate = false
    }

    var name: String
    /// The kind of code; also the first part of the names of its locks.
    var kind: CodeKind
    /// The column with the address or number that a code goes to.
    var recipient: String
    /// The columns besides those that all tables have.
    var columns: [Column] = []
    /// The column with a number's block; `nil` if recipients have no numbers.
    var block: String?
    /// True if the column `account_id` names the account that a code was sent for.
    var hasAccount = false
    /// A condition for codes that can still be used.
    var condition: String?
}

/// The statements over one table of codes.
struct CodeStatements: Sendable {
    let table: CodeTable
    let insert: PreparedStatement
    let attempt: PreparedStatement
    let consume: PreparedStatement
    let end: PreparedStatement
    /// The statement that erases columns of expired codes; `nil` for a table without such columns.
    let erase: PreparedStatement?
    let delete: PreparedStatement
    /// The statement that counts the codes that strangers requested in a period, and those that nobody entered.
    let use: PreparedStatement
    /// The statements that read the times of a subject's latest codes, by the condition of the subject's codes.
    let times: [String: PreparedStatement]

    init(_ table: CodeTable) {
        self.table = table
        let name = table.name
        let columns = table.columns.map { ", \($0.name)" }.joined()
        let values = table.columns.map { ", :\($0.name)" + ($0.isDate ? "::text::date" : "") }.joined()
        let results = table.columns.map { ", \($0.name)" + ($0.isDate ? "::text AS \($0.name)" : "") }.joined()
        let erased = table.columns.filter(\.isErased).map(\.name)
        let erasure = erased.map { ", \($0) = NULL" }.joined()
        let ofAccount = table.hasAccount ? " AND account_id IS NOT DISTINCT FROM :account::uuid" : ""
        let condition = table.condition.map { " AND \($0)" } ?? ""
        insert = PreparedStatement(
            "insertCode",
            """
            INSERT INTO \(name) (id, \(table.recipient), place, is_known, code_mac, created_at, expires_at\(columns))
            VALUES (:id, :recipient, :place, :is_known, :code_mac, :created_at, :expires_at\(values))
            """)
        attempt = PreparedStatement(
            "countCodeAttempt",
            """
            UPDATE \(name) SET attempts = attempts + 1
            WHERE id = :id AND attempts < :maximum AND expires_at > :now AND used_at IS NULL\(ofAccount)\(condition)
            RETURNING \(table.recipient), code_mac, created_at, expires_at, attempts\(results)
            """)
        consume = PreparedStatement(
            "consumeCode",
            "UPDATE \(name) SET used_at = :now\(erasure) WHERE id = :id AND used_at IS NULL AND expires_at > :now")
        end = PreparedStatement(
            "endCodes",
            """
            UPDATE \(name) SET expires_at = least(expires_at, :now)\(erasure)
            WHERE \(table.recipient) = :recipient AND used_at IS NULL
            """)
        erase = erased.first.map { first in
            PreparedStatement(
                "eraseCodes",
                """
                UPDATE \(name) SET \(erasure.dropFirst(2)) WHERE id IN (
                    SELECT id FROM \(name) WHERE \(first) IS NOT NULL AND expires_at <= :end
                    LIMIT :limit FOR UPDATE SKIP LOCKED)
                """)
        }
        delete = PreparedStatement(
            "deleteCodes",
            """
            DELETE FROM \(name) WHERE id IN (
                SELECT id FROM \(name) WHERE created_at <= :end LIMIT :limit FOR UPDATE SKIP LOCKED)
            """)
        use = PreparedStatement(
            "codeUse",
            """
            SELECT count(*) AS sent, count(*) FILTER (WHERE used_at IS NULL) AS unentered FROM \(name)
            WHERE created_at > :start AND created_at <= :end AND NOT is_known\(table.hasAccount ? " AND account_id IS NULL" : "")
            """)
        let conditions = CodeLimit.Subject.conditions(in: table)
        times = Dictionary(
            uniqueKeysWithValues: conditions.map { condition in
                let statement = PreparedStatement(
                    "codeTimes",
                    """
                    SELECT created_at FROM \(name) WHERE \(condition) AND created_at > :start
                    ORDER BY created_at DESC LIMIT :limit
                    """)
                return (condition, statement)
            })
    }
}

extension CodeLimit.Subject {
    /// Returns the conditions of all kinds of subjects that a table counts.
    fileprivate static func conditions(in table: CodeTable) -> [String] {
        let place = NetworkPlace(address: nil)
        let kinds: [CodeLimit.Subject] = [
            .recipient(""), .recipientFrom("", place), .knownDevices(""), .place(place), .network(place),
            .numberBlock(""),
        ]
        return kinds.compactMap { $0.condition(in: table) }
    }

    /// Returns the condition of the codes that count, with the parameters `subject` and `network`; `nil` if the table
    /// does not count this kind of subject.
    func condition(in table: CodeTable) -> String? {
        switch self {
        case .recipient: "\(table.recipient) = :subject AND NOT is_known"
        case .recipientFrom: "\(table.recipient) = :subject AND network = :network AND NOT is_known"
        case .knownDevices: "\(table.recipient) = :subject AND is_known"
        case .place: "place = :subject AND NOT is_known"
        case .network: "network = :subject AND NOT is_known"
        case .numberBlock: table.block.map { "\($0) = :subject AND NOT is_known" }
        }
    }
}
