import GatewayClient
import Machine
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Values

/// The settings that all event loops of a run share.
struct LoadSettings: Sendable {
    enum Wire: String, Sendable, CaseIterable { case ndjson, https }
    enum Pace: Sendable, Equatable {
        /// Each user makes `rate` calls per second, answered or not.
        case open(users: Int, rate: Double)
        /// Each connection keeps `depth` calls in flight.
        case closed(depth: Int)
    }

    var address: GatewayAddress
    var tls: NIOSSLContext
    var wire: Wire
    var pace: Pace
    var mix: LoadMix
    var targets: [LoadTarget]
    /// The access tokens, distributed among the connections in turn; empty for anonymous calls.
    var tokens: [String]
    var seed: UInt64

    func token(of connection: Int) -> String? { tokens.isEmpty ? nil : tokens[connection % tokens.count] }
}

/// The part of a run that takes place on one event loop: connections, users and records.
final class LoadLoop: @unchecked Sendable {
    // Safe to share: everything but `loop` and `plan` is only accessed on the loop.
    let loop: any EventLoop
    private let plan: LoadSettings
    /// The numbers of this loop's connections.
    private let numbers: [Int]
    private var connections: [(any LoadConnection)?]
    private(set) var recorder: LoadRecorder
    private var generator: SplitMix64
    private var schedule: OpenLoopSchedule?
    private var turns: [Int]
    private let loopCount: Int
    private var start: UInt64 = 0
    private var end: UInt64 = 0
    private var isStopping = false
    private var unopened: Int
    private var wasOpen: [Bool]
    private var nextToOpen = 0
    private var allOpen: EventLoopPromise<Void>?
    private var openingDeadline = NIODeadline.now()
    private var lastFailure: (any Error)?

    /// The maximum number of concurrent handshakes; thousands at once would measure the listen queue.
    private static let opening = 32
    private static let reconnectDelay: TimeAmount = .milliseconds(100)
    /// The time limit for opening all connections; a gateway limits the rate of new connections per address.
    private static let openingLimit: TimeAmount = .seconds(60)

    /// Creates the part of one loop.
    ///
    /// - Parameters:
    ///   - index: the index of this loop, below `count`.
    ///   - total: the number of connections of all loops, at least `count`.
    init(_ plan: LoadSettings, loop: any EventLoop, index: Int, of count: Int, connections total: Int) {
        self.plan = plan
        self.loop = loop
        loopCount = count
        numbers = Array(stride(from: index, to: total, by: count))
        connections = Array(repeating: nil, count: numbers.count)
        recorder = LoadRecorder(targets: plan.targets.count)
        generator = SplitMix64(seed: plan.seed &+ UInt64(index))
        turns = Array(repeating: 0, count: plan.targets.count)
        unopened = numbers.count
        wasOpen = Array(repeating: false, count: numbers.count)
        if case .open(let users, let rate) = plan.pace {
            let here = Array(stride(from: index, to: users, by: count))
            if !here.isEmpty { schedule = OpenLoopSchedule(users: here, rate: rate, using: &generator) }
        }
    }

    // MARK: Opening

    /// Opens all connections; fails with the latest error if some cannot be opened.
    func open() -> EventLoopFuture<Void> {
        loop.flatSubmit { [self] in
            let promise = loop.makePromise(of: Void.self)
            guard !numbers.isEmpty else {
                promise.succeed()
                return promise.futureResult
            }
            allOpen = promise
            openingDeadline = .now() + Self.openingLimit
            loop.scheduleTask(in: Self.openingLimit + Self.reconnectDelay) { [self] in failOpening() }
            nextToOpen = min(Self.opening, numbers.count)
            for slot in 0..<nextToOpen { connect(slot) }
            return promise.futureResult
        }
    }

    private func connect(_ slot: Int) {
        let token = plan.token(of: numbers[slot])
        ClientBootstrap(group: loop)
            .connectTimeout(.seconds(10))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    let events = events(of: slot)
                    let tls = try NIOSSLClientHandler(context: plan.tls, serverHostname: plan.address.serverName)
                    try channel.pipeline.syncOperations.addHandler(tls)
                    switch plan.wire {
                    case .ndjson:
                        try add(LineLoadHandler(targets: plan.targets, token: token, events: events), channel, slot)
                    case .https:
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try add(HTTPLoadHandler(targets: plan.targets, token: token, events: events), channel, slot)
                    }
                }
            }
            .connect(host: plan.address.host, port: plan.address.port)
            .whenFailure { [self] error in
                lastFailure = error
                closed(slot)
            }
    }

    private func events(of slot: Int) -> LoadEvents {
        LoadEvents(
            finished: { [weak self] in self?.finished($0, $1, slot: slot) },
            opened: { [weak self] in self?.opened(slot) },
            closed: { [weak self] in self?.closed(slot) })
    }

    private func add(_ handler: some LoadConnection, _ channel: any Channel, _ slot: Int) throws {
        try channel.pipeline.syncOperations.addHandler(handler)
        connections[slot] = handler
    }

    private func opened(_ slot: Int) {
        if let allOpen {
            guard !wasOpen[slot] else { return }
            wasOpen[slot] = true
            unopened -= 1
            if nextToOpen < numbers.count {
                nextToOpen += 1
                connect(nextToOpen - 1)
            }
            if unopened == 0 {
                self.allOpen = nil
                allOpen.succeed()
            }
        } else if case .closed(let depth) = plan.pace, end != 0, !isStopping {
            for _ in 0..<depth { sendNext(slot) }
        }
    }

    private func closed(_ slot: Int) {
        connections[slot] = nil
        if allOpen != nil, NIODeadline.now() > openingDeadline { return failOpening() }
        guard !isStopping else { return }
        loop.scheduleTask(in: Self.reconnectDelay) { [self] in
            if !isStopping { connect(slot) }
        }
    }

    /// Fails the opening if some connections are not open in time.
    private func failOpening() {
        guard let allOpen else { return }
        self.allOpen = nil
        allOpen.fail(lastFailure ?? OperatorError("\(unopened) connections were refused or closed at once"))
    }

    // MARK: Load

    /// Makes calls from `start` to `end`, and records those due from `recordsFrom` on.
    func run(from start: UInt64, recordsFrom: UInt64, to end: UInt64) {
        loop.execute { [self] in
            self.start = start
            self.end = end
            recorder.recordsFrom = recordsFrom
            switch plan.pace {
            case .open: pace()
            case .closed(let depth):
                for slot in connections.indices { for _ in 0..<depth { sendNext(slot) } }
            }
        }
    }

    /// Sends all due calls, then schedules itself for the next one.
    private func pace() {
        while let next = schedule?.next {
            let due = start + next.time
            if due >= end || isStopping { return }
            let now = NIODeadline.now().uptimeNanoseconds
            guard due <= now else {
                loop.scheduleTask(deadline: .uptimeNanoseconds(due)) { [self] in pace() }
                return
            }
            schedule?.advance()
            // Users are distributed among the loops in turn, like connections.
            send(slot: next.user / loopCount % connections.count, due: due, now: now)
        }
    }

    private func sendNext(_ slot: Int) {
        let now = NIODeadline.now().uptimeNanoseconds
        guard now < end, !isStopping, connections[slot]?.isOpen == true else { return }
        send(slot: slot, due: now, now: now)
    }

    private func send(slot: Int, due: UInt64, now: UInt64) {
        let target = plan.mix.index(at: Double.random(in: 0..<1, using: &generator))
        turns[target] = (turns[target] + 1) % plan.targets[target].lines.count
        let call = DueCall(target: target, variant: turns[target], due: due)
        recorder.sent(due: due, now: now)
        guard let connection = connections[slot] else { return finished(call, .notConnected, slot: slot) }
        connection.send(call, now: now)
    }

    private func finished(_ call: DueCall, _ outcome: LoadCallOutcome, slot: Int) {
        recorder.finished(
            target: call.target, due: call.due, now: NIODeadline.now().uptimeNanoseconds, outcome)
        guard case .closed = plan.pace, outcome == .answered || outcome.isError else { return }
        sendNext(slot)
    }

    // MARK: End

    /// Returns the number of unanswered calls.
    func pendingCalls() -> EventLoopFuture<Int> {
        loop.submit { [self] in connections.reduce(0) { $0 + ($1?.pendingCalls.count ?? 0) } }
    }

    /// Counts the unanswered calls and returns the records.
    func finish() -> EventLoopFuture<LoadRecorder> {
        loop.submit { [self] in
            isStopping = true
            let now = NIODeadline.now().uptimeNanoseconds
            for connection in connections {
                for call in connection?.pendingCalls ?? [] {
                    recorder.finished(target: call.target, due: call.due, now: now, .unanswered)
                }
            }
            return recorder
        }
    }
}

extension LoadCallOutcome {
    fileprivate var isError: Bool {
        if case .failed = self { true } else { false }
    }
}
