import BookingContract
import Values

/// A pass with sets that can be reserved.
struct UsablePass: Sendable, Equatable {
    var id: Identifier
    /// The number of its ledger account.
    var account: Int64
    var left: Int
    var expiresAt: Instant
}

/// Sets on one pass.
struct PassSets: Sendable, Equatable {
    /// The number of the pass's ledger account.
    var account: Int64
    var sets: Int
}

/// The selection of the passes that pay for a booking.
enum PassPlan {
    /// Distributes sets over passes, earliest expiry first. A pass pays for slots that begin before it expires.
    /// - Returns: `nil` if the passes have too few sets.
    static func parts(of sets: Int, for start: Instant, from passes: [UsablePass]) -> [PassSets]? {
        var rest = sets
        var parts: [PassSets] = []
        let usable = passes.filter { $0.left > 0 && $0.expiresAt > start }
        for pass in usable.sorted(by: { ($0.expiresAt, $0.id.text) < ($1.expiresAt, $1.id.text) }) where rest > 0 {
            let taken = min(rest, pass.left)
            parts.append(PassSets(account: pass.account, sets: taken))
            rest -= taken
        }
        return rest == 0 ? parts : nil
    }
}

/// A pass as stored, with its balance.
struct PassRow: Sendable {
    var id: Identifier
    var product: ProductID
    var sets: Int
    var balance: Int
    /// The reserved part of the balance.
    var pending: Int
    var expiresAt: Instant
    var boughtAt: Instant
}
