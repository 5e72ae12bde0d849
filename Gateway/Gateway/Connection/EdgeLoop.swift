import NIOCore
import RPC
import Values
import Wire

/// A client's connection, as seen by the event loop.
protocol EdgeConnection: AnyObject {
    /// Enforces time limits; called about twice a second.
    func tick(at now: NIODeadline)
    /// Writes the gathered answers.
    func flushAnswers()
    /// Announces the shutdown, finishes the calls in flight, and closes.
    func drain()
    /// Closes at once, because the drain time is over.
    func closeNow()
}

/// The state that all connections of one event loop share.
///
/// To be used on that loop only.
final class EdgeLoop {
    let loop: any EventLoop
    private(set) var limits: EdgeLimits
    private(set) var gate: CallGate
    let router: Router
    let routes: RouteTable
    let openAPI: OpenAPIAnswer
    let openRPC: OpenRPCAnswer
    /// The web client, if there is one.
    let web: WebSite
    let publicOrigin: PublicOrigin
    /// The compressor of answers.
    let gzip = GzipCompressor()
    let journal: CallJournal
    let backlog: Backlog
    /// The ledger of the TLS port.
    let ledger: Connections
    let metrics: EdgeMetrics
    let topics: TopicTable
    let streams: StreamLimits
    let sampling: TraceSampling
    /// The event streams of this loop.
    let hub = EventHub()
    let scanner = EnvelopeScanner(profile: .client)
    /// The clock for the time of day.
    let wallClock: @Sendable () -> Instant
    var random: SplitMix64
    private(set) var isDraining = false
    private var connections: [ObjectIdentifier: any EdgeConnection] = [:]
    /// The connections used since the last tick.
    private var uses: [Connections.Use] = []
    private var unflushed: [any EdgeConnection] = []
    private var flushing: [any EdgeConnection] = []
    private var spareBuffers: [ByteBuffer] = []
    private var date = DateField()

    /// The interval of the connections' ticks.
    static let tickTime: TimeAmount = .milliseconds(500)
    /// The maximum number of spare buffers, and the maximum size of each in bytes.
    private static let spareLimit = (count: 64, bytes: 16 * 1024)

    /// The dependencies that all event loops share.
    struct Shared: Sendable {
        let limits: EdgeLimits
        let gate: CallGate
        /// The table of one loop, since each has its own.
        var routes: RouteTable
        let openAPI: OpenAPIAnswer
        let openRPC: OpenRPCAnswer
        let web: WebSite
        let publicOrigin: PublicOrigin
        let metrics: EdgeMetrics
        let backlog: Backlog
        let ledger: Connections
        let topics: TopicTable
        let streams: StreamLimits
        /// The clock for the time of day.
        let wallClock: @Sendable () -> Instant
        var sampling = TraceSampling.none
    }

    init(loop: any EventLoop, shared: Shared, router: Router, journal: CallJournal, seed: UInt64) {
        self.loop = loop
        self.router = router
        self.journal = journal
        // Copied, which saves following a reference on every call.
        limits = shared.limits
        gate = shared.gate.copy()
        routes = shared.routes
        openAPI = shared.openAPI
        openRPC = shared.openRPC
        web = shared.web
        publicOrigin = shared.publicOrigin
        metrics = shared.metrics
        backlog = shared.backlog
        ledger = shared.ledger
        topics = shared.topics
        streams = shared.streams
        sampling = shared.sampling
        wallClock = shared.wallClock
        random = SplitMix64(seed: seed)
    }

    var now: NIODeadline { loop.now }

    /// Brings new limits into force; what a connection copied at its start stays as it was.
    func follow(_ limits: EdgeLimits, _ gate: CallGate) {
        self.limits = limits
        self.gate = gate.copy()
    }

    /// The number of open connections on this loop.
    var connectionCount: Int { connections.count }

    /// Starts the ticks.
    func start() {
        loop.assumeIsolated().scheduleTask(in: Self.tickTime) {
            self.tick()
            self.start()
        }
    }

    func add(_ connection: any EdgeConnection) {
        connections[ObjectIdentifier(connection)] = connection
        if isDraining { connection.drain() }
    }

    func remove(_ connection: any EdgeConnection) {
        connections[ObjectIdentifier(connection)] = nil
    }

    /// Records for the ledger that a connection was used; to be called from its tick.
    func record(_ use: Connections.Use) { uses.append(use) }

    /// Schedules a flush of the connection at the end of this turn, together with all others that have answers.
    func flushLater(_ connection: any EdgeConnection) {
        unflushed.append(connection)
        guard unflushed.count == 1 else { return }
        loop.assumeIsolated().execute { self.flushAll() }
    }

    /// Drains all connections, including those accepted later.
    func drain() {
        isDraining = true
        for connection in connections.values { connection.drain() }
    }

    /// Closes the connections that are left after draining.
    func closeConnections() {
        for connection in connections.values { connection.closeNow() }
    }

    /// Returns the current `Date` field.
    func dateField() -> ByteBuffer { date.field(at: wallClock()) }

    /// Begins the span of a call.
    ///
    /// - Parameter parent: the client's span, if it sent one.
    func span(within parent: TraceContext?) -> TraceContext {
        var span = parent?.child(using: &random) ?? TraceContext.root(using: &random)
        span.isSampled = sampling.samples(span.spanID)
        return span
    }

    /// Returns an empty buffer, recycled if possible.
    func takeBuffer(capacity: Int) -> ByteBuffer {
        if var buffer = spareBuffers.popLast() {
            buffer.clear(minimumCapacity: capacity)
            return buffer
        }
        return ByteBufferAllocator().buffer(capacity: capacity)
    }

    /// Recycles a buffer that is no longer used.
    func giveBack(_ buffer: ByteBuffer) {
        guard spareBuffers.count < Self.spareLimit.count, buffer.storageCapacity <= Self.spareLimit.bytes else {
            return
        }
        spareBuffers.append(buffer)
    }

    private func flushAll() {
        swap(&unflushed, &flushing)
        for connection in flushing { connection.flushAnswers() }
        flushing.removeAll(keepingCapacity: true)
        journal.flush()
    }

    private func tick() {
        let now = loop.now
        for connection in connections.values { connection.tick(at: now) }
        if !uses.isEmpty {
            ledger.record(uses)
            uses.removeAll(keepingCapacity: true)
        }
        journal.flush()
    }
}
