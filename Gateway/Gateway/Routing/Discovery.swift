import Contract
import Logging
import NIOCore
import NIOPosix
import RPC
import ServiceRuntime
import Synchronization

/// Looks up the addresses of the services' replicas periodically, and reports changes to the event loops.
///
/// An address is resolved once. A name is looked up every few seconds, and sooner after a replica could not be reached,
/// since it may have moved. Names are looked up concurrently, and a late answer does not block the next lookup of its
/// name: a query lost by the name server must not delay discovery.
final class Discovery: Sendable {
    typealias LookUp = @Sendable (ServiceTarget) throws -> [SocketAddress]
    typealias Install = @Sendable ([SocketAddress], ServiceName) async -> Void

    /// The result of a lookup; the lookups of a target are numbered in order of their start.
    private struct Finding: Sendable {
        var target: ServiceTarget
        var number: Int
        var addresses: [SocketAddress]
    }

    /// The maximum number of concurrent lookups of one name.
    private static let maximumConcurrentLookUps = 2

    /// The places to look, each with the trigger of its lookups.
    private let triggers: Mutex<[ServiceName: [LookUpTrigger]]>
    private let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let remoteWarning: (@Sendable (ServiceName) -> String)?
    private let interval: Duration
    /// The minimum time between two lookups of one name.
    private let minimumInterval: Duration
    private let lookUp: LookUp
    private let logger: Logger

    private struct LookUpTrigger: Sendable {
        let target: ServiceTarget
        let stream: AsyncStream<Void>
        let continuation: AsyncStream<Void>.Continuation

        init(_ target: ServiceTarget) {
            self.target = target
            (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }
    }

    /// Creates a discovery, which begins with ``run(install:)``.
    ///
    /// - Parameters:
    ///   - targets: the places to look for each service's replicas.
    ///   - remoteWarning: the log message for a name that resolves to another machine; `nil` to call such replicas.
    ///   - interval: the time between two lookups of a name.
    ///   - lookUp: resolves a target; may block.
    init(
        targets: [ServiceName: [ServiceTarget]], interval: Duration, minimumInterval: Duration = .seconds(1),
        remoteWarning: (@Sendable (ServiceName) -> String)? = nil, logger: Logger,
        lookUp: @escaping LookUp = AddressLookup.addresses
    ) {
        // Dependencies and intervals, one by one: called once per process.
        triggers = Mutex(targets.mapValues { $0.map(LookUpTrigger.init) })
        self.remoteWarning = remoteWarning
        self.interval = interval
        self.minimumInterval = minimumInterval
        self.logger = logger
        self.lookUp = lookUp
    }

    /// Replaces the places to look; a service's replicas change once the first lookups have an answer.
    func follow(_ targets: [ServiceName: [ServiceTarget]]) {
        let isChanged = triggers.withLock { triggers in
            guard triggers.mapValues({ $0.map(\.target) }) != targets else { return false }
            triggers = targets.mapValues { $0.map(LookUpTrigger.init) }
            return true
        }
        if isChanged { change.yield() }
    }

    /// Reports an unreachable replica, so that the service's names are looked up soon.
    func requestLookUp(of service: ServiceName) {
        for trigger in triggers.withLock({ $0[service] ?? [] }) { trigger.continuation.yield() }
    }

    /// Looks up addresses until cancelled.
    ///
    /// - Parameter install: receives the addresses of a service after every change.
    func run(install: @escaping Install) async throws {
        var changes = changes.makeAsyncIterator()
        while !Task.isCancelled {
            let triggers = triggers.withLock { $0 }
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await self.run(triggers, install) }
                // Ends when the places change, or when this task is cancelled.
                await changes.next()
                tasks.cancelAll()
                try await tasks.waitForAll()
            }
        }
    }

    private func run(_ triggers: [ServiceName: [LookUpTrigger]], _ install: @escaping Install) async throws {
        // Each lookup blocks a thread. With more names than threads, a lookup that hangs delays others, never a call.
        let names = triggers.values.reduce(0) { $0 + $1.count }
        let threads = NIOThreadPool(numberOfThreads: min(16, max(1, names * Self.maximumConcurrentLookUps)))
        threads.start()
        await withTaskGroup(of: Void.self) { tasks in
            for (service, triggers) in triggers {
                tasks.addTask { await self.follow(triggers, of: service, threads, install) }
            }
        }
        try await threads.shutdownGracefully()
    }

    /// Collects the lookups of a service, and reports changes one after the other.
    private func follow(
        _ triggers: [LookUpTrigger], of service: ServiceName, _ threads: NIOThreadPool, _ install: @escaping Install
    ) async {
        let (findings, finding) = AsyncStream<Finding>.makeStream(bufferingPolicy: .bufferingNewest(256))
        await withTaskGroup(of: Void.self) { tasks in
            for trigger in triggers {
                tasks.addTask { await self.watch(trigger, of: service, threads) { finding.yield($0) } }
            }
            var set = EndpointSet(targets: triggers.map(\.target))
            var newest: [ServiceTarget: Int] = [:]
            for await found in findings {
                // Skips a late answer to an earlier lookup.
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
        let remote = addresses.filter { !$0.isLoopback }
        guard let remoteWarning, !remote.isEmpty else { return }
        logger.warning("\(remoteWarning(service))", metadata: metadata(remote))
    }

    private func watch(
        _ trigger: LookUpTrigger, of service: ServiceName, _ threads: NIOThreadPool,
        found: @escaping @Sendable (Finding) -> Void
    ) async {
        // An address is resolved only once.
        if (try? SocketAddress(ipAddress: trigger.target.host, port: trigger.target.port)) != nil {
            return await resolve(trigger.target, 0, of: service, threads, found: found)
        }
        trigger.continuation.yield()
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                while (try? await Task.sleep(for: self.interval)) != nil { trigger.continuation.yield() }
            }
            tasks.addTask {
                await withTaskGroup(of: Void.self) { lookUps in
                    var number = 0
                    for await _ in trigger.stream {
                        if number >= Self.maximumConcurrentLookUps { await lookUps.next() }
                        lookUps.addTask { [number] in
                            await self.resolve(trigger.target, number, of: service, threads, found: found)
                        }
                        number += 1
                        guard (try? await Task.sleep(for: self.minimumInterval)) != nil else { break }
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
            logger.warning("lookup failed", metadata: ["of": .string(service.rawValue), "cause": .string("\(error)")])
        }
    }
}
