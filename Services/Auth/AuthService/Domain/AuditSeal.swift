import Crypto
import Values

/// An entry of the audit trail as it is stored: what a MAC of the chain covers.
struct AuditEntry: Sendable, Equatable {
    var number: Int64
    var at: Instant
    var event: String
    var account: Identifier?
    var session: Identifier?
    var subject: String?
    var detail: String?
    var actor: Identifier?
    var address: String?
    var traceID: String?
}

/// Chains entries of the audit trail: each MAC covers the entry and the MAC before it.
///
/// An entry that was changed, inserted or removed between others breaks the chain. The key is not in the database, so
/// whoever can write there cannot continue or rewrite the chain. Only the newest entries can be cut off unnoticed,
/// unless somebody noted the number and the MAC of a later one.
struct AuditSeal: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// The MAC before the first entry.
    static let origin: [UInt8] = Array(repeating: 0, count: SHA256.byteCount)

    /// Computes the MAC of an entry after the one with the MAC `previous`.
    func mac(of entry: AuditEntry, after previous: [UInt8]) -> [UInt8] {
        let fields: [String?] = [
            "\(entry.number)", "\(entry.at.milliseconds)", entry.event, entry.account?.text, entry.session?.text,
            entry.subject, entry.detail, entry.actor?.text, entry.address, entry.traceID,
        ]
        var content = previous
        // The length before each field keeps the border between two fields where it is.
        for field in fields {
            guard let field else {
                content.append(0)
                continue
            }
            content.append(1)
            withUnsafeBytes(of: UInt64(field.utf8.count).bigEndian) { content.append(contentsOf: $0) }
            content.append(contentsOf: field.utf8)
        }
        return Array(HMAC<SHA256>.authenticationCode(for: content, using: key))
    }
}

/// The check of a chain, entry by entry.
struct AuditCheck: Sendable {
    /// The first fault of a chain.
    enum Fault: Sendable, Equatable {
        /// The entry with this number is not there.
        case missing(Int64)
        /// The entry with this number, or one before it, is not what was written.
        case altered(Int64)
    }

    let seal: AuditSeal
    /// The number of entries checked so far.
    private(set) var count: Int64 = 0
    /// The MAC of the last of them.
    private(set) var head = AuditSeal.origin

    init(seal: AuditSeal) { self.seal = seal }

    /// Checks the next entry; returns the fault, if it has one.
    mutating func check(_ entry: AuditEntry, mac: [UInt8]) -> Fault? {
        guard entry.number == count + 1 else { return .missing(count + 1) }
        guard seal.mac(of: entry, after: head) == mac else { return .altered(entry.number) }
        count = entry.number
        head = mac
        return nil
    }
}
