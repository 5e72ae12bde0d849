import Values

/// A pass with sets that can be set aside.
struct UsablePass: Sendable, Equatable {
    var id: Identifier
    /// Its account in the ledger.
    var account: Int64
    var left: Int
    var expiresAt: Instant
}

/// From which passes the sets of a booking are taken.
enum PassPlan {
    struct Part: Sendable, Equatable {
        var account: Int64
        var sets: Int
    }

    /// The passes that expire first are used first; a pass is of use for rides that begin before it expires.
    /// - Returns: `nil` if they have not as many sets.
    static func parts(of sets: Int, for start: Instant, from passes: [UsablePass]) -> [Part]? {
        var rest = sets
        var parts: [Part] = []
        let usable = passes.filter { $0.left > 0 && $0.expiresAt > start }
        for pass in usable.sorted(by: { ($0.expiresAt, $0.id.text) < ($1.expiresAt, $1.id.text) }) where rest > 0 {
            let taken = min(rest, pass.left)
            parts.append(Part(account: pass.account, sets: taken))
            rest -= taken
        }
        return rest == 0 ? parts : nil
    }
}
