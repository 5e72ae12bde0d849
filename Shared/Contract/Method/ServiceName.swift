/// The services behind the gateway.
public enum ServiceName: String, CaseIterable, Codable, Hashable, Sendable {
    case auth
    case museums
    case aggregator
    case schedule
    case booking

    /// The port on which the service listens for calls by default.
    public var defaultPort: Int {
        switch self {
        case .auth: 7001
        case .museums: 7002
        case .aggregator: 7003
        case .schedule: 7004
        case .booking: 7005
        }
    }

    /// The services whose openable methods need no sign-in unless the setting `access.open` says otherwise.
    ///
    /// These methods return weather, places, news and timetables, the same for everyone.
    public static let openByDefault: Set<ServiceName> = [.aggregator, .schedule]
}
