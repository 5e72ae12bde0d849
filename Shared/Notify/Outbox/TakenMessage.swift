import Postgres
import Values

/// A message that a relay holds.
struct TakenMessage: Sendable {
    var id: Identifier
    /// The number of this attempt, counted from 1; it changes when another relay takes the message.
    var attempt: Int
    var expiresAt: Instant
    /// `nil` if it was sealed with a different key.
    var message: OutgoingMessage?
    /// True after an attempt whose outcome was lost.
    var isUncertain: Bool

    init(_ row: PostgresRow, seal: MessageSeal) throws(PostgresError) {
        id = Identifier(unchecked: try row.read("id"))
        attempt = try row.read("attempts")
        expiresAt = Instant(milliseconds: try row.read("expires_at"))
        message = seal.open(try row.read("sealed"), id: id)
        isUncertain = try row.read("is_uncertain")
    }
}
