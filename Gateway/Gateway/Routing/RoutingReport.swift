import Contract
import Logging
import NIOCore
import Resilience
import ServiceRuntime
import Synchronization

/// Reports what routing does about faulty replicas: in metrics, and once for each event in the log.
///
/// Every event loop judges replicas for itself. A replica counts as ejected from the first loop that ejects it to the
/// last one that readmits it.
final class RoutingReport: Sendable {
    /// The identity of a replica.
    private struct Name: Hashable {
        var service: ServiceName
        var address: String
    }

    /// The counters of calls that routing treated specially, of one service.
    final class Counters: Sendable {
        /// Calls sent to a second replica because the first took longer than usual.
        let hedges: Counter
        /// Calls that the second replica answered first.
        let hedgeWins: Counter
        /// Calls in flight that were taken from an ejected replica and sent to another.
        let moves: Counter
        /// Calls that waited for a replica.
        let waits: Counter
        /// Calls refused because the service was overloaded, by rank.
        let shed: [Counter]
        fileprivate let shedding: Gauge
        fileprivate let ejected: Gauge
        fileprivate let ejections: [EjectionReason: Counter]

        fileprivate init(of service: ServiceName, in metrics: Metrics) {
            let label = [("service", service.rawValue)]
            hedges = metrics.counter(
                "vokol_gateway_hedges_total", label,
                help: "Calls sent to a second replica because the first took longer than usual")
            hedgeWins = metrics.counter(
                "vokol_gateway_hedge_wins_total", label, help: "Hedged calls that the second replica answered first")
            moves = metrics.counter(
                "vokol_gateway_moved_calls_total", label,
                help: "Calls in flight taken from an ejected replica and sent to another")
            waits = metrics.counter(
                "vokol_gateway_waits_total", label, help: "Calls that waited for a replica to come back")
            shed = CallPriority.allCases.flatMap { priority in
                ["user", "anonymous"].map { caller in
                    metrics.counter(
                        "vokol_gateway_shed_calls_total",
                        label + [("priority", priority.rawValue), ("caller", caller)],
                        help: "Calls refused because the service was overloaded")
                }
            }
            shedding = metrics.gauge(
                "vokol_gateway_shedding", label, help: "1 while calls are refused because the service is overloaded")
            ejected = metrics.gauge(
                "vokol_gateway_ejected_replicas", label, help: "Replicas that get no calls although they are linked")
            ejections = Dictionary(
                uniqueKeysWithValues: EjectionReason.allCases.map { reason in
                    (
                        reason,
                        metrics.counter(
                            "vokol_gateway_ejections_total", label + [("reason", reason.rawValue)],
                            help: "Ejections of replicas")
                    )
                })
        }
    }

    private let logger: Logger
    private let counters: [ServiceName: Counters]
    /// The number of event loops on which each replica is ejected.
    private let ejected = Mutex<[Name: Int]>([:])
    /// The number of event loops that refuse calls to each service.
    private let shedding = Mutex<[ServiceName: Int]>([:])

    init(metrics: Metrics, logger: Logger) {
        self.logger = logger
        counters = Dictionary(
            uniqueKeysWithValues: ServiceName.allCases.map { ($0, Counters(of: $0, in: metrics)) })
    }

    /// Returns the counters of a service.
    func counters(of service: ServiceName) -> Counters? { counters[service] }

    /// Reports that an event loop has ejected an admitted replica.
    func ejected(_ address: SocketAddress, of service: ServiceName, because reason: EjectionReason, _ tally: CallTally)
    {
        let name = Name(service: service, address: Self.text(address))
        let isFirst = ejected.withLock { ejected in
            ejected[name, default: 0] += 1
            return ejected[name] == 1
        }
        guard isFirst else { return }
        counters[service]?.ejections[reason]?.add()
        counters[service]?.ejected.add(1)
        logger.warning(
            "replica ejected",
            metadata: [
                "of": .string(service.rawValue), "address": .string(name.address), "reason": .string(reason.rawValue),
                "calls": .stringConvertible(tally.calls), "slow": .stringConvertible(tally.slow),
                "failed": .stringConvertible(tally.failed),
            ])
    }

    /// Reports that an event loop has readmitted an ejected replica.
    func readmitted(_ address: SocketAddress, of service: ServiceName) {
        guard let name = endEjection(of: address, of: service) else { return }
        logger.notice(
            "replica readmitted", metadata: ["of": .string(service.rawValue), "address": .string(name.address)])
    }

    /// Reports that an event loop has begun to refuse calls to an overloaded service.
    ///
    /// - Parameter limit: the calls in flight from which it refuses the least important ones.
    func sheddingBegan(of service: ServiceName, limit: Int) {
        guard count(1, of: service) == 1 else { return }
        counters[service]?.shedding.set(1)
        logger.warning(
            "shedding began", metadata: ["of": .string(service.rawValue), "limit": .stringConvertible(limit)])
    }

    /// Reports that an event loop has stopped refusing calls to a service.
    func sheddingEnded(of service: ServiceName) {
        guard count(-1, of: service) == 0 else { return }
        counters[service]?.shedding.set(0)
        logger.notice("shedding ended", metadata: ["of": .string(service.rawValue)])
    }

    private func count(_ change: Int, of service: ServiceName) -> Int {
        shedding.withLock { shedding in
            shedding[service, default: 0] += change
            return shedding[service, default: 0]
        }
    }

    /// Reports that the address of an ejected replica is no longer in use on an event loop.
    func forgot(_ address: SocketAddress, of service: ServiceName) { _ = endEjection(of: address, of: service) }

    /// Returns the replica's name if it is no longer ejected on any event loop.
    private func endEjection(of address: SocketAddress, of service: ServiceName) -> Name? {
        let name = Name(service: service, address: Self.text(address))
        let isLast = ejected.withLock { ejected in
            guard let count = ejected[name] else { return false }
            ejected[name] = count > 1 ? count - 1 : nil
            return count <= 1
        }
        guard isLast else { return nil }
        counters[service]?.ejected.add(-1)
        return name
    }

    private static func text(_ address: SocketAddress) -> String {
        "\(address.ipAddress ?? "?"):\(address.port ?? 0)"
    }
}
