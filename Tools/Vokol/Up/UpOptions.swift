import ArgumentParser
import Contract

/// The number of replicas of a service, given as `museums=2`.
struct ReplicaCount: ExpressibleByArgument, Equatable {
    let service: ServiceName
    let count: Int

    /// The maximum number of replicas of one service.
    static let maximum = 64

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let service = ServiceName(rawValue: String(parts[0])), let count = Int(parts[1]),
            (1...Self.maximum).contains(count)
        else { return nil }
        self.service = service
        self.count = count
    }
}
