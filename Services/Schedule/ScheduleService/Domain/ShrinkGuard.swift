import Values

/// Decides whether a list that has become much shorter is believed: only when it is told twice, some time apart.
///
/// A list that is empty is never believed. In between, the longer one is kept.
struct ShrinkGuard: Sendable {
    /// What is to be done with a list.
    enum Verdict: Equatable {
        case take
        /// It is kept out; the next one like it is taken if it comes late enough.
        case doubt
    }

    /// How long after a short list another like it confirms it, in seconds.
    static let confirmation: Int64 = 600

    private var doubted: (fingerprint: Fingerprint, since: Instant)?

    /// Judges a list of `count` entries where `kept` are kept.
    mutating func judge(count: Int, kept: Int, fingerprint: Fingerprint, now: Instant) -> Verdict {
        guard count > 0 else { return .doubt }
        guard count < kept - count else {
            doubted = nil
            return .take
        }
        guard let doubted, doubted.fingerprint == fingerprint else {
            self.doubted = (fingerprint, now)
            return .doubt
        }
        guard now >= doubted.since.advanced(bySeconds: Self.confirmation) else { return .doubt }
        self.doubted = nil
        return .take
    }
}
