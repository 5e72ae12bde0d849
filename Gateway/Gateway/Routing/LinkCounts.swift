import Contract
import ServiceRuntime
import Synchronization

/// The number of links per service and event loop, for the metrics.
final class LinkCounts: Sendable {
    /// The links of one event loop to the replicas of one service.
    final class Links: Sendable {
        private let count = Atomic<Int>(0)

        /// Adds the change in the number of links.
        func change(by difference: Int) { count.wrappingAdd(difference, ordering: .relaxed) }
        var current: Int { count.load(ordering: .relaxed) }
    }

    private let byService: [ServiceName: [Links]]

    /// Creates the counters, and exports them as metrics.
    ///
    /// - Parameter loops: the number of event loops.
    init(loops: Int, metrics: Metrics) {
        byService = Dictionary(
            uniqueKeysWithValues: ServiceName.allCases.map { service in
                (service, (0..<loops).map { _ in Links() })
            })
        for (service, loops) in byService {
            metrics.observe(
                "vokol_gateway_linked_replicas", [("service", service.rawValue)],
                help: "Replicas with open links, on the event loop that has the fewest"
            ) { Double(loops.map(\.current).min() ?? 0) }
        }
    }

    /// Returns the links of one event loop, by its index.
    func links(to service: ServiceName, of loop: Int) -> Links { byService[service]?[loop] ?? Links() }
}
