import Values

/// The pause requested by a `Retry-After` header.
enum RetryAfter {
    /// The longest pause that is respected.
    static let longest: Duration = .seconds(600)
    /// The pause used for zero and for dates in the past, so that no third party is called in a tight loop.
    static let shortest: Duration = .seconds(1)

    /// Reads seconds or a date; returns `nil` for anything else.
    static func duration(_ text: String, now: Instant) -> Duration? {
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            return min(max(.seconds(Int64(text) ?? .max / 2), shortest), longest)
        }
        guard let date = InternetDate.instant(http: text, now: now) else { return nil }
        return min(max(.milliseconds(date.milliseconds - now.milliseconds), shortest), longest)
    }
}
