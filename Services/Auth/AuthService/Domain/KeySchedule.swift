import Values

/// The schedule of creating, using and removing signing keys.
///
/// A key is published before it signs, so that all verifiers know it by then, and stays published until the last token
/// that it signed has expired.
struct KeySchedule: Sendable {
    /// The time for which a key signs.
    var period: Duration = .seconds(30 * 86_400)
    /// The time for which a key is published before its first signature: longer than any verifier caches the keys.
    var lead: Duration = .seconds(900)
    /// The time for which a key stays published after its last signature.
    ///
    /// It is the lifetime of an access token plus the maximum lag of clocks and replicas.
    var retention: Duration = .seconds(420)

    struct Key: Sendable, Equatable {
        var id: String
        /// The time of the key's first signature; the key stops signing when the next one starts.
        var activeFrom: Instant
    }

    struct Plan: Equatable {
        /// The first use of the key to create now; `nil` if none is due.
        var nextActiveFrom: Instant?
        /// The keys that are no longer needed.
        var expired: [String]
    }

    /// Plans the keys at `now`.
    ///
    /// - Parameter isForced: true to create the next key as soon as possible, before the period ends.
    func plan(_ keys: [Key], now: Instant, isForced: Bool = false) -> Plan {
        let sorted = keys.sorted { $0.activeFrom < $1.activeFrom }
        var plan = Plan(nextActiveFrom: nil, expired: [])
        for (key, next) in zip(sorted, sorted.dropFirst())
        where next.activeFrom.milliseconds + retention.wholeMilliseconds <= now.milliseconds {
            plan.expired.append(key.id)
        }
        guard let newest = sorted.last else {
            // No verifier can know another key yet, so the first one signs at once.
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

    /// Finds the key that signs at `now`.
    func signing(_ keys: [Key], now: Instant) -> Key? {
        keys.filter { $0.activeFrom <= now }.max { $0.activeFrom < $1.activeFrom }
    }
}
