import Values

/// Guards against lists that suddenly shrink by more than half: accepts such a list only if it is repeated some time
/// later.
///
/// An empty list is never accepted. Until the repetition, the longer list stays.
struct ShrinkGuard: Sendable {
    /// The decision on a list.
    enum Verdict: Equatable {
        case take
        /// The list is held back; a repetition is accepted once it comes late enough.
        case doubt
    }

    /// The seconds after which a repeated short list confirms the first.
    static let confirmation: Int64 = 600

    private var doubted: (fingerprint: Fingerprint, since: Instant)?

    /// Decides whether a list of `count` entries may replace one of `kept` entries.
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
