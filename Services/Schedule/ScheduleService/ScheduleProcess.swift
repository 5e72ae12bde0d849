import Contracts
import RPC
public import ServiceRuntime

/// The program `vokol-schedule`.
public struct ScheduleProcess: ServiceProcess {
    public static let name = ServiceName.schedule.rawValue
    public static let summary = "the BSUIR timetable"
    public static let defaultPort: Int? = ServiceName.schedule.defaultPort
    public static let defaultAdminPort = 9904
    public static let settings: [any SettingDeclaration] = []

    public static func make(_ boot: Bootstrap) async throws -> ServiceParts {
        var table = MethodTable(service: .schedule, isOpen: try boot.isOpen(.schedule))
        func refuse<M: Method>(_ method: M.Type) {
            table.on(method) { _, _ in throw RPCError(.unavailable) }
        }
        for method in Contract.methods(of: .schedule) { refuse(method) }
        return ServiceParts(methods: table)
    }
}
