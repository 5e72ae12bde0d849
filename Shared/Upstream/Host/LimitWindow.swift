public import Values

/// What a limit of a third party counts calls in: minutes, hours or days of UTC.
public enum LimitWindow: Hashable, Sendable {
    case minute, hour, day

    /// Beyond the window's end, for their clock is not ours.
    private static let margin: Duration = .seconds(1)

    /// How long it is from `now` to a moment after the window's end.
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
