public import Values

/// The window in which a third party counts calls: a minute, an hour or a day, by UTC.
public enum LimitWindow: Hashable, Sendable {
    case minute, hour, day

    /// The margin after the window's end, to allow for differing clocks.
    private static let margin: Duration = .seconds(1)

    /// Returns the time from `now` until shortly after the end of the window.
    public func rest(at now: Instant) -> Duration {
        let length: Int64 =
            switch self {
            case .minute: 60_000
            case .hour: 3_600_000
            case .day: 86_400_000
            }
        return .milliseconds(length - now.milliseconds.dividedFloor(by: length).remainder) + Self.margin
    }
}
