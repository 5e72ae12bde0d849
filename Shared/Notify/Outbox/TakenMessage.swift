import Postgres
import Values

/// A message that a relay has reserved.
struct TakenMessage: Sendable {
    var id: Identifier
    /// The number of this attempt, counted from 1; it changes if another relay takes the message.
    var attempt: Int
    var expiresAt: Instant
    /// The message; `nil` if it was encrypted with a different key.
    var message: OutgoingMessage?
    /// True if the outcome of the previous attempt is unknown.
    var isUncertain: Bool

    init(_ row: PostgresRow, seal: MessageSeal) throws(PostgresError) {
        id = Identifier(unchecked: try row.read("id"))
        attempt = try row.read("attempts")
        expiresAt = Instant(milliseconds: try row.read("expires_at"))
        message = seal.open(try row.read("sealed"), id: id)
        isUncertain = try row.read("is_uncertain")
    }
}
