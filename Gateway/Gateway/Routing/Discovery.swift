import Contract
import Logging
import NIOCore
import NIOPosix
import RPC
import ServiceRuntime

/// Looks up where the replicas of the services are, again and again, and tells the event loops what changed.
///
/// A target that is an address is looked up once. A name is looked up every few seconds, and sooner when a replica could
/// not be reached: perhaps it lives elsewhere by now. Each name waits for its own answer alone, and is asked for once more
/// while an answer is late: a question that the name server lost must not hold up the next.
final class Discovery: Sendable {
    typealias LookUp = @Sendable (ServiceTarget) throws -> [SocketAddress]
    typealias Install = @Sendable ([SocketAddress], ServiceName) async -> Void

    /// What a look-up found; those of a target are numbered in the order in which they were begun.
    private struct Finding: Sendable {
        var target: ServiceTarget
        var number: Int
        var addresses: [SocketAddress]
    }

    /// How many look-ups of one name may be under way.
    private static let lookUpsAtOnce = 2

    private let targets: [ServiceName: [ServiceTarget]]
    private let remoteWarning: (@Sendable (ServiceName) -> String)?
    private let interval: Duration
    /// Look-ups of one name are at least so far apart.
    private let leastInterval: Duration
    private let lookUp: LookUp
    private let logger: Logger
    private let nudges: [ServiceName: [Nudge]]

    private struct Nudge: Sendable {
        let target: ServiceTarget
        let stream: AsyncStream<Void>
        let continuation: AsyncStream<Void>.Continuation

        init(_ target: ServiceTarget) {
            self.target = target
            (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }
    }

    /// - Parameters:
    ///   - targets: where each service's replicas are to be found.
    ///   - remoteWarning: the log message for a name that resolves to another machine; nil if such replicas are called.
    ///   - interval: between two look-ups of a name.
    ///   - lookUp: asks for a target's addresses; may block.
    init(
        targets: [ServiceName: [ServiceTarget]], interval: Duration, leastInterval: Duration = .seconds(1),
        remoteWarning: (@Sendable (ServiceName) -> String)? = nil, logger: Logger,
        lookUp: @escaping LookUp = AddressLookup.addresses
    ) {
        self.targets = targets
        self.remoteWarning = remoteWarning
        self.interval = interval
        self.leastInterval = leastInterval
        self.logger = logger
        self.lookUp = lookUp
        nudges = targets.mapValues { $0.map(Nudge.init) }
    }

    /// A replica of the service could not be reached: its names are looked up soon.
    func nudge(_ service: ServiceName) {
        for nudge in nudges[service] ?? [] { nudge.continuation.yield() }
    }

    /// Looks up until cancelled.
    /// - Parameter install: takes the addresses of a service whenever they have changed.
    func run(install: @escaping Install) async throws {
        // Each look-up blocks a thread. With more names than this a look-up that hangs delays others, never a call.
        let names = nudges.values.reduce(0) { $0 + $1.count }
        let threads = NIOThreadPool(numberOfThreads: min(16, max(1, names * Self.lookUpsAtOnce)))
        threads.start()
        await withTaskGroup(of: Void.self) { tasks in
            for service in nudges.keys { tasks.addTask { await self.follow(service, threads, install) } }
        }
        try await threads.shutdownGracefully()
    }

    /// Gathers what the look-ups of a service find, and hands on what is new, one change after the other.
    private func follow(_ service: ServiceName, _ threads: NIOThreadPool, _ install: @escaping Install) async {
        let (findings, finding) = AsyncStream<Finding>.makeStream(bufferingPolicy: .bufferingNewest(256))
        await withTaskGroup(of: Void.self) { tasks in
            for nudge in nudges[service] ?? [] {
                tasks.addTask { await self.watch(nudge, of: service, threads) { finding.yield($0) } }
            }
            var set = EndpointSet(targets: targets[service] ?? [])
            var newest: [ServiceTarget: Int] = [:]
            for await found in findings {
                // A late answer to an earlier question.
                guard found.number > newest[found.target, default: -1] else { continue }
                newest[found.target] = found.number
                guard let changed = set.resolved(found.target, to: found.addresses) else { continue }
                report(changed, of: service)
                await install(changed, service)
            }
            tasks.cancelAll()
        }
    }

    private func report(_ addresses: [SocketAddress], of service: ServiceName) {
        func metadata(_ addresses: [SocketAddress]) -> Logger.Metadata {
            [
                "of": .string(service.rawValue),
                "addresses": .array(addresses.map { .string("\($0.ipAddress ?? "?"):\($0.port ?? 0)") }),
            ]
        }
        logger.info("replicas found", metadata: metadata(addresses))
        let elsewhere = addresses.filter { !$0.isLoopback }
        guard let remoteWarning, !elsewhere.isEmpty else { return }
        logger.warning("\(remoteWarning(service))", metadata: metadata(elsewhere))
    }

    private func watch(
        _ nudge: Nudge, of service: ServiceName, _ threads: NIOThreadPool, found: @escaping @Sendable (Finding) -> Void
    ) async {
        // An address stays what it is.
        if (try? SocketAddress(ipAddress: nudge.target.host, port: nudge.target.port)) != nil {
            return await resolve(nudge.target, 0, of: service, threads, found: found)
        }
        nudge.continuation.yield()
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                while (try? await Task.sleep(for: self.interval)) != nil { nudge.continuation.yield() }
            }
            tasks.addTask {
                await withTaskGroup(of: Void.self) { lookUps in
                    var number = 0
                    for await _ in nudge.stream {
                        if number >= Self.lookUpsAtOnce { await lookUps.next() }
                        lookUps.addTask { [number] in
                            await self.resolve(nudge.target, number, of: service, threads, found: found)
                        }
                        number += 1
                        guard (try? await Task.sleep(for: self.leastInterval)) != nil else { break }
                    }
                }
            }
        }
    }

    private func resolve(
        _ target: ServiceTarget, _ number: Int, of service: ServiceName, _ threads: NIOThreadPool,
        found: (Finding) -> Void
    ) async {
        let lookUp = lookUp
        do {
            let addresses = try await threads.runIfActive { try lookUp(target) }
            found(Finding(target: target, number: number, addresses: addresses))
        } catch is CancellationError {
        } catch {
            logger.warning("look-up failed", metadata: ["of": .string(service.rawValue), "cause": .string("\(error)")])
        }
    }
}
