import Contract
import NIOCore
import Resilience

/// The replicas of one service, as seen by one event loop.
final class ReplicaPool {
    let service: ServiceName
    var budget: RetryBudget
    /// The replica of the last call that was sent with ``Router/sendToSameReplica(_:unless:)``.
    var lastReplica: Replica?
    private(set) var replicas: [Replica] = []

    init(service: ServiceName, budget: RetryBudget) {
        self.service = service
        self.budget = budget
    }

    /// Replaces the addresses of the replicas, and dials new ones.
    func install(_ addresses: [SocketAddress], make: (SocketAddress) -> Replica) {
        let wanted = Set(addresses)
        let removed = replicas.filter { !wanted.contains($0.address) }
        let known = Set(replicas.map(\.address))
        let new = addresses.filter { !known.contains($0) }.map(make)
        replicas.removeAll { !wanted.contains($0.address) }
        replicas += new
        removed.forEach { $0.retire() }
        new.forEach { $0.start() }
    }

    /// Picks the less loaded of two random replicas that can take a call now, other than `avoided`.
    func pick(
        avoiding avoided: Replica?, at now: NIODeadline, using generator: inout some RandomNumberGenerator
    ) -> Replica? {
        let replicas = replicas
        let index = LeastLoaded.pick(among: replicas.count, using: &generator) { index in
            replicas[index] === avoided ? nil : replicas[index].load(at: now)
        }
        return index.map { replicas[$0] }
    }

    /// Returns true if a replica could take another call but for the number of calls in flight.
    func isFull(at now: NIODeadline) -> Bool { replicas.contains { $0.isFull(at: now) } }

    /// The number of linked replicas.
    var linked: Int { replicas.count(where: \.isUp) }
}
