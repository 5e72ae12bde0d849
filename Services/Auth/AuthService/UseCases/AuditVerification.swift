import Values

/// The check of the chained part of the audit trail.
struct AuditVerification: Sendable {
    let store: AuthStore

    /// The number of entries that are read at a time.
    private static let batch = 1_000

    /// An entry that was noted earlier: its number and its MAC.
    struct Mark: Sendable, Equatable {
        var number: Int64
        var mac: String

        init(number: Int64, mac: [UInt8]) {
            self.number = number
            self.mac = Base64URL.encode(mac)
        }

        /// Reads a mark as ``text`` shows it; returns `nil` for any other text.
        init?(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = Int64(parts[0]), number > 0,
                let mac = Base64URL.decode(parts[1]), mac.count == AuditSeal.origin.count
            else { return nil }
            self.init(number: number, mac: mac)
        }

        var text: String { "\(number):\(mac)" }
    }

    /// The result of a check.
    enum Result: Sendable, Equatable {
        /// The chain is whole; its last entry, or `nil` if it has none.
        case whole(Mark?)
        case broken(AuditCheck.Fault)
        /// The chain is whole, but the noted entry is not in it.
        case cut(Mark)
    }

    /// Checks the chain from its first entry to its last.
    ///
    /// - Parameter noted: an entry of an earlier check, without which nobody can tell that the newest entries are gone.
    func run(noted: Mark? = nil) async throws -> Result {
        var check = AuditCheck(seal: store.auditSeal)
        var isFound = noted == nil
        while true {
            let after = check.count
            let entries = try await store.inTransaction { transaction in
                try await transaction.audit.chained(after: after, limit: Self.batch)
            }
            for (entry, mac) in entries {
                if let fault = check.check(entry, mac: mac) { return .broken(fault) }
                if let noted, noted == Mark(number: entry.number, mac: mac) { isFound = true }
            }
            guard entries.count == Self.batch else { break }
        }
        if let noted, !isFound { return .cut(noted) }
        return .whole(check.count == 0 ? nil : Mark(number: check.count, mac: check.head))
    }
}
