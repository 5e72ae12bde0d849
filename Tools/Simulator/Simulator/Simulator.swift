import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
public import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Simulates all third parties in one process on loopback.
///
/// Answers depend only on the place, the date and the seed. Faults are activated by ``add(_:)``, or over HTTP at
/// `/_/faults`. All state is limited in size.
public final class Simulator: Sendable {
    /// The settings of a simulator.
    public struct Settings: Sendable {
        /// The port for HTTP; 0 to choose any free one.
        public var port = 0
        /// The port for mail; 0 to choose any free one.
        public var mailPort = 0
        /// The seed of all invented data.
        public var seed: UInt64 = 1
        /// The time at which the third parties' clock stands still; `nil` for the real time.
        public var clock: Instant?
        /// The map of time zones; `nil` to take those of the nearest cities.
        public var zones: ZoneMap?

        public init() {}
    }

    /// The maximum number of open connections; further ones are closed.
    static let maximumConnections = 16_384

    let thirdParties: ThirdPartyResponder
    let state: Mutex<State>
    let started: Int64
    private let group: MultiThreadedEventLoopGroup
    private let channels = Mutex<[any Channel]>([])
    private let connections = Atomic<Int>(0)

    /// The mutable state.
    struct State {
        var clock = SimulatedClock()
        var faults = FaultTable()
        var log = RequestLog()
        var changes = DataChanges()
        var inbox = Inbox()
    }

    private init(_ settings: Settings) {
        thirdParties = ThirdPartyResponder(seed: settings.seed, zones: settings.zones)
        state = Mutex(State())
        started = SimulatedClock.milliseconds(CLOCK_MONOTONIC)
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        if let clock = settings.clock { set(clock: clock) }
    }

    /// Starts a simulator on loopback.
    ///
    /// - Throws: an error of the operating system if a port is not available.
    public static func start(_ settings: Settings = Settings()) async throws -> Simulator {
        let simulator = Simulator(settings)
        do {
            try await simulator.listen(settings)
        } catch {
            await simulator.stop()
            throw error
        }
        return simulator
    }

    /// Closes all connections and ends ``run()``.
    public func stop() async {
        for channel in channels.withLock({ $0 }) { try? await channel.close() }
        try? await group.shutdownGracefully()
    }

    /// Waits until the simulator is stopped by another task.
    public func run() async throws {
        guard let channel = channels.withLock({ $0.first }) else { return }
        try await channel.closeFuture.get()
    }

    /// Prints the ports as one line of JSON.
    public func announce() {
        print("{\"port\":\(port),\"mailPort\":\(mailPort)}")
        fflush(nil)
    }

    /// The port for HTTP.
    public var port: Int { channels.withLock { $0.first?.localAddress?.port ?? 0 } }

    /// The port for mail.
    public var mailPort: Int { channels.withLock { $0.last?.localAddress?.port ?? 0 } }

    /// Returns the base address of a third party, such as `http://127.0.0.1:4711/bsuir/api/v1`.
    public func url(of thirdParty: ThirdParty) -> String { "http://127.0.0.1:\(port)\(thirdParty.prefix)" }

    // MARK: Control

    /// Activates a fault.
    ///
    /// - Returns: the fault's number; `nil` if 256 are active.
    @discardableResult public func add(_ fault: Fault) -> Int? { state.withLock { $0.faults.add(fault) } }

    /// Clears the faults of one third party, or of all.
    public func clearFaults(of thirdParty: ThirdParty? = nil) { state.withLock { $0.faults.clear(thirdParty) } }

    /// Returns the latest 10,000 requests to one third party, or to all.
    public func requests(of thirdParty: ThirdParty? = nil) -> [LoggedRequest] {
        state.withLock { $0.log.requests }.filter { thirdParty == nil || $0.thirdParty == thirdParty }
    }

    /// Returns the traffic of a third party since the log was cleared.
    public func traffic(of thirdParty: ThirdParty) -> Traffic {
        state.withLock { $0.log.traffic[thirdParty] ?? Traffic() }
    }

    /// Clears the log.
    public func clearLog() { state.withLock { $0.log.clear() } }

    /// Sets the time of the third parties; `nil` returns to the real time.
    public func set(clock: Instant?, frozen: Bool = true) { state.withLock { $0.clock.set(clock, frozen: frozen) } }

    /// Applies a change to the simulated data.
    public func apply(_ change: DataChange) { state.withLock { $0.changes.apply(change, now: $0.clock.now) } }

    /// Reverts all changes to the simulated data.
    public func clearChanges() { state.withLock { $0.changes = DataChanges() } }

    /// The latest 500 messages received by SMS and mail.
    public var messages: [ReceivedMessage] { state.withLock { $0.inbox.messages } }

    // MARK: Serving

    private func listen(_ settings: Settings) async throws {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 4096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: false)
        let web = try await bootstrap.childChannelInitializer { [self] channel in
            channel.eventLoop.makeCompletedFuture {
                guard admit(channel) else { return }
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
                try pipeline.addHandler(ConnectionHandler { [self] in response(to: $0, keepsConnection: $1) })
            }
        }.bind(host: "127.0.0.1", port: settings.port).get()
        channels.withLock { $0.append(web) }
        let mail = try await bootstrap.childChannelInitializer { [self] channel in
            channel.eventLoop.makeCompletedFuture {
                guard admit(channel) else { return }
                try channel.pipeline.syncOperations.addHandler(
                    MailSink { [self] message in state.withLock { $0.inbox.add(message) } })
            }
        }.bind(host: "127.0.0.1", port: settings.mailPort).get()
        channels.withLock { $0.append(mail) }
    }

    private func admit(_ channel: any Channel) -> Bool {
        guard connections.add(1, ordering: .relaxed).newValue <= Self.maximumConnections else {
            connections.subtract(1, ordering: .relaxed)
            channel.close(promise: nil)
            return false
        }
        channel.closeFuture.whenComplete { [self] _ in connections.subtract(1, ordering: .relaxed) }
        return true
    }

    private func response(to request: Request, keepsConnection: Bool) -> ConnectionHandler.Response {
        guard let (party, rest) = ThirdParty.of(path: request.path) else {
            let answer = control(request)
            return ConnectionHandler.Response(
                transmission: Transmission(
                    answer, body: answer.bytes, isHead: request.method == "HEAD", keepsConnection: keepsConnection),
                completed: {})
        }
        var inner = request
        inner.path = rest
        let milliseconds = SimulatedClock.milliseconds(CLOCK_MONOTONIC) - started
        let (fault, now, changes) = state.withLock { state in
            let fault = state.faults.nextFault(for: party, inner, milliseconds: milliseconds)
            state.log.begin(party, inner, milliseconds: milliseconds, fault: fault?.fault)
            return (fault, state.clock.now, state.changes)
        }
        let transmission = transmission(
            party, inner, fault, Situation(now: now, changes: changes), keepsConnection: keepsConnection)
        return ConnectionHandler.Response(
            transmission: transmission, completed: { [self] in state.withLock { $0.log.end(party) } })
    }

    private func transmission(
        _ party: ThirdParty, _ request: Request, _ fault: Fault?, _ situation: Situation, keepsConnection: Bool
    ) -> Transmission {
        let isHead = request.method == "HEAD"
        // A request that is never answered needs no answer.
        if fault?.fault == .hang { return Transmission([.silence]) }
        var (answer, message) = thirdParties.answer(party, request, situation)
        guard let fault else {
            if let message { state.withLock { $0.inbox.add(message) } }
            return Transmission(answer, body: answer.bytes, isHead: isHead, keepsConnection: keepsConnection)
        }
        answer = fault.labelled(fault.changed(answer, request, now: situation.now))
        // A message counts as sent if the answer is a success, even a late one.
        if answer.status < 300, let message { state.withLock { $0.inbox.add(message) } }
        let body = fault.changed(answer.bytes, of: answer, now: situation.now)
        return fault.transmission(answer, body: body, isHead: isHead, keepsConnection: keepsConnection)
    }
}
