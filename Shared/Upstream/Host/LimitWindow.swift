public import Contracts

/// The window in which a third party counts calls: minutes, hours or days of UTC.
public enum LimitWindow: Hashable, Sendable {
    case minute, hour, day

    /// The margin after the window's end, for clocks that differ.
    private static let margin: Duration = .seconds(1)

    /// The time from `now` to shortly after the window's end.
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
