import Values

/// When signing keys come and go.
///
/// A key is published before it signs, so that everyone who verifies knows it by then, and stays published until the
/// last token that it signed has expired.
struct KeySchedule: Sendable {
    /// How long a key signs.
    var period: Duration = .seconds(30 * 86_400)
    /// How long before its first signature a key is published: longer than anyone keeps an old list of keys.
    var lead: Duration = .seconds(900)
    /// How long a key stays published after its last signature: an access token's lifetime, and what clocks and
    /// replicas may lag.
    var retention: Duration = .seconds(420)

    struct Key: Sendable, Equatable {
        var id: String
        /// When it begins to sign; it ends when the next one begins.
        var activeFrom: Instant
    }

    struct Plan: Equatable {
        /// When the key that must be made now is to begin to sign; `nil` if none must be made.
        var nextActiveFrom: Instant?
        /// The keys that nobody needs any more.
        var expired: [String]
    }

    /// What to do at `now`.
    /// - Parameter isForced: whether the next key is to come as soon as it may, whatever the period.
    func plan(_ keys: [Key], now: Instant, isForced: Bool = false) -> Plan {
        let sorted = keys.sorted { $0.activeFrom < $1.activeFrom }
        var plan = Plan(nextActiveFrom: nil, expired: [])
        for (key, next) in zip(sorted, sorted.dropFirst())
        where next.activeFrom.milliseconds + retention.wholeMilliseconds <= now.milliseconds {
            plan.expired.append(key.id)
        }
        guard let newest = sorted.last else {
            // There is nobody yet who could know another one.
            plan.nextActiveFrom = now
            return plan
        }
        let earliest = now.milliseconds + lead.wholeMilliseconds
        let regular = newest.activeFrom.milliseconds + period.wholeMilliseconds
        if newest.activeFrom <= now, isForced || regular <= earliest {
            plan.nextActiveFrom = Instant(milliseconds: isForced ? earliest : max(regular, earliest))
        }
        return plan
    }

    /// The key that signs at `now`.
    func signing(_ keys: [Key], now: Instant) -> Key? {
        keys.filter { $0.activeFrom <= now }.max { $0.activeFrom < $1.activeFrom }
    }
}
