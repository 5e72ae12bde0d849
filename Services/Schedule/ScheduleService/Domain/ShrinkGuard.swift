import Values

/// Guards against lists that suddenly shrink by more than half: accepts such a list only if it is repeated some time
/// later.
///
/// An empty list is never accepted. Until the repetition, the longer list stays.
struct ShrinkGuard: Sendable {
    /// The decision on a list.
    enum Verdict: Equatable {
        case accept
        /// The list is held back; a repetition is accepted once it comes late enough.
        case holdBack
    }

    /// The seconds after which a repeated short list confirms the first.
    static let confirmation: Int64 = 600

    private var pending: (fingerprint: Fingerprint, since: Instant)?

    /// Decides whether a list of `count` entries may replace one of `cachedCount` entries.
    mutating func judge(count: Int, cachedCount: Int, fingerprint: Fingerprint, now: Instant) -> Verdict {
        guard count > 0 else { return .holdBack }
        guard count < cachedCount - count else {
            pending = nil
            return .accept
        }
        guard let pending, pending.fingerprint == fingerprint else {
            self.pending = (fingerprint, now)
            return .holdBack
        }
        guard now >= pending.since.advanced(bySeconds: Self.confirmation) else { return .holdBack }
        self.pending = nil
        return .accept
    }
}
