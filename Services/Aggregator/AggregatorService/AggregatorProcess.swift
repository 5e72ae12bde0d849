import Contracts
public import ServiceRuntime

/// The program `vokol-aggregator`.
public struct AggregatorProcess: ServiceProcess {
    public static let name = ServiceName.aggregator.rawValue
    public static let summary = "weather, news, places and saved look-ups"
    public static let defaultPort: Int? = ServiceName.aggregator.defaultPort
    public static let defaultAdminPort = 9903
    public static let settings: [any SettingDeclaration] = []

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        ServiceParts(methods: MethodTable(service: .aggregator, isOpen: try boot.isOpen(.aggregator)))
    }
}
