import Values

/// The slots that customers wait for.
enum AwaitedSlots {
    /// Returns the condition that the slots of an entry on the waitlist are free, and can be offered now.
    ///
    /// - Parameter entry: the name of the row of `waitlist`.
    static func isDue(_ entry: String) -> String {
        """
        \(entry).hold_id IS NULL AND \(entry).turn_at <= :now
            AND \(entry).starts_at > :now::bigint + \(WaitlistRule.lead)
            AND NOT EXISTS (SELECT FROM slot_claim taken WHERE taken.reverse_id = \(entry).reverse_id
                AND taken.atom BETWEEN \(entry).starts_at / \(Atom.length) AND \(entry).ends_at / \(Atom.length) - 1
                AND (taken.expires_at IS NULL OR taken.expires_at > :now))
            AND NOT EXISTS (SELECT FROM closure closed WHERE closed.reopened_at IS NULL
                AND (closed.reverse_id IS NULL OR closed.reverse_id = \(entry).reverse_id)
                AND closed.starts_at < \(entry).ends_at AND closed.ends_at > \(entry).starts_at)
        """
    }

    /// Returns the condition that an offer of the wanted slots is about to be made to somebody who waits for them.
    ///
    /// - Parameter entry: the parameter with the entry for which slots are claimed; only earlier entries precede it.
    static func areAwaited(before entry: String?) -> String {
        """
        EXISTS (SELECT FROM waitlist awaited WHERE awaited.reverse_id = :reverse_id
            AND awaited.starts_at < :ends_at AND awaited.ends_at > :starts_at
            \(entry.map { "AND (\($0)::uuid IS NULL OR awaited.id < \($0)::uuid)" } ?? "")
            AND \(isDue("awaited")))
        """
    }
}
