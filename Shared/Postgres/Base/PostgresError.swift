/// A failed call to PostgreSQL, with a code that a program can act on.
///
/// `description` never holds a password or the values of a row. `detail` may hold values ("Key (email)=(…) already
/// exists"): use it for decisions, and keep it out of logs.
public struct PostgresError: Error, Sendable, Equatable {
    /// The kind of failure.
    public enum Code: Sendable, Hashable {
        /// A row with the same key already exists in a unique index or primary key (23505).
        case uniqueViolation(constraint: String)
        /// A foreign key refers to a missing row, or a referenced row was to be removed (23503).
        case foreignKeyViolation(constraint: String)
        /// A `CHECK` constraint rejected the row (23514).
        case checkViolation(constraint: String)
        /// An `EXCLUDE` constraint rejected the row (23P01).
        case exclusionViolation(constraint: String)
        /// A `NOT NULL` column has no value (23502).
        case notNullViolation(column: String)
        /// Two transactions could not be serialized (40001); another attempt may succeed.
        case serializationFailure
        /// Two transactions waited for each other (40P01); another attempt may succeed.
        case deadlock
        /// A lock was not free within `lock_timeout`, or at once with `NOWAIT` (55P03).
        case lockNotAvailable
        /// The server cannot be reached, is starting or stopping, or the connection was lost.
        case unavailable
        /// The call's deadline passed, or the server ended the statement at its `statement_timeout`.
        case deadlineExceeded
        /// All connections are busy and the queue is full, or the wait for a connection took too long.
        case poolExhausted
        /// The task that made the call was cancelled.
        case cancelled
        /// The connection was lost between `COMMIT` and its answer: the transaction may or may not have taken effect.
        case commitOutcomeUnknown
        /// The transaction's body returned although one of its statements had failed; PostgreSQL rolled it back.
        case transactionAborted
        /// A parameter cannot be sent: a NUL or broken UTF-8 in text, too many parameters, an instant out of range.
        case invalidParameter
        /// A column does not exist or has a different type from the requested one.
        case typeMismatch
        /// The database has the wrong encoding, or a schema too new for this program.
        case incompatibleDatabase
        /// The settings cannot be used: a broken URL, TLS too weak for a remote server.
        case invalidConfiguration
        /// The server violated the protocol; the connection was closed.
        case protocolViolation
        /// Any other error of the server; see `sqlState`.
        case other
    }

    /// The kind of failure.
    public var code: Code
    /// The server's or the client's message, in one line.
    public var message: String
    /// PostgreSQL's five-character error code; `nil` for errors of the client.
    public var sqlState: String?
    /// Details, possibly with values of the row; not part of `description`.
    public var detail: String?
    /// The place at which the failure occurred, such as `COPY museums, line 3, column latitude: "x"`.
    public var context: String?
    /// True if the statement was sent but not answered, so that it may have taken effect.
    public var mayHaveTakenEffect: Bool

    /// The constraint that rejected the row, if one did.
    public var constraint: String? {
        switch code {
        case .uniqueViolation(let name), .foreignKeyViolation(let name), .checkViolation(let name),
            .exclusionViolation(let name):
            name
        default: nil
        }
    }

    /// Creates an error of the client, or of a server that reports no further details.
    public init(_ code: Code, _ message: String, sqlState: String? = nil, mayHaveTakenEffect: Bool = false) {
        self.code = code
        self.message = message
        self.sqlState = sqlState
        self.mayHaveTakenEffect = mayHaveTakenEffect
    }
}

extension PostgresError: CustomStringConvertible {
    /// The code, the message, the SQLSTATE and the context; never `detail`.
    public var description: String {
        var text = "\(code): \(message)"
        if let sqlState { text += " [\(sqlState)]" }
        if let context { text += " (\(context))" }
        return text
    }
}

extension PostgresError {
    /// The server's report of a failed statement, as text fields of the protocol.
    struct ServerReport {
        var sqlState: String
        var message: String
        var detail: String?
        var context: String?
        var constraint: String?
        var column: String?
    }

    /// Creates the error that the server reported.
    init(_ report: ServerReport) {
        self.init(Self.code(of: report), report.message, sqlState: report.sqlState)
        detail = report.detail
        context = report.context
    }

    private static func code(of report: ServerReport) -> Code {
        let constraint = report.constraint ?? ""
        switch report.sqlState {
        case "23505": return .uniqueViolation(constraint: constraint)
        case "23503": return .foreignKeyViolation(constraint: constraint)
        case "23514": return .checkViolation(constraint: constraint)
        case "23P01": return .exclusionViolation(constraint: constraint)
        case "23502": return .notNullViolation(column: report.column ?? "")
        case "40001": return .serializationFailure
        case "40P01": return .deadlock
        case "55P03": return .lockNotAvailable
        case "57014": return .deadlineExceeded
        // Too many connections, server shutting down, crashed or starting, or session ended for idling or lost rights.
        case "53300", "57P01", "57P02", "57P03", "57P05", "25P03": return .unavailable
        default: return report.sqlState.hasPrefix("08") ? .unavailable : .other
        }
    }

    static func unavailable(_ message: String) -> PostgresError {
        PostgresError(.unavailable, message)
    }
}
