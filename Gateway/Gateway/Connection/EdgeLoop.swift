import NIOCore
import Values
import Wire

/// What the edge needs of every connection, whatever it speaks.
protocol EdgeConnection: AnyObject {
    /// Half a second or so went by.
    func tick(at now: NIODeadline)
    /// Writes out what answers have gathered.
    func flushAnswers()
    /// The process is about to end: say so, finish what is in flight, close.
    func drain()
    /// The time for finishing is over.
    func closeNow()
}

/// What all connections of one event loop share.
///
/// Touched on that loop only.
final class EdgeLoop {
    let loop: any EventLoop
    let limits: EdgeLimits
    let gate: CallGate
    let router: Router
    let routes: RouteTable
    let openAPI: OpenAPIAnswer
    let journal: CallJournal
    let backlog: Backlog
    let metrics: EdgeMetrics
    let scanner = EnvelopeScanner(profile: .client)
    /// The time of day.
    let wallClock: @Sendable () -> Instant
    var random: FastRandom
    private(set) var isDraining = false
    private var connections: [ObjectIdentifier: any EdgeConnection] = [:]
    private var unflushed: [any EdgeConnection] = []
    private var flushing: [any EdgeConnection] = []
    private var spareBuffers: [ByteBuffer] = []
    private var date = HTTPDate()

    /// How often connections are looked at.
    static let tickTime: TimeAmount = .milliseconds(500)
    /// Spare buffers that are kept, and the largest that is.
    private static let spareLimit = (count: 64, bytes: 16 * 1024)

    init(
        loop: any EventLoop, limits: EdgeLimits, gate: CallGate, router: Router, routes: RouteTable,
        openAPI: OpenAPIAnswer,
        journal: CallJournal, metrics: EdgeMetrics, backlog: Backlog, seed: UInt64,
        wallClock: @escaping @Sendable () -> Instant
    ) {
        self.loop = loop
        self.limits = limits
        self.gate = gate
        self.router = router
        self.routes = routes
        self.openAPI = openAPI
        self.journal = journal
        self.backlog = backlog
        self.metrics = metrics
        self.wallClock = wallClock
        random = FastRandom(seed: seed)
    }

    var now: NIODeadline { loop.now }

    /// Connections that are open on this loop.
    var connectionCount: Int { connections.count }

    /// Begins to look at connections from time to time.
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

    /// Has a connection written out at the end of this turn of the loop, together with all others that have answers.
    func flushLater(_ connection: any EdgeConnection) {
        unflushed.append(connection)
        guard unflushed.count == 1 else { return }
        loop.assumeIsolated().execute { self.flushAll() }
    }

    /// Tells every connection, and those to come, that the process is about to end.
    func drain() {
        isDraining = true
        for connection in connections.values { connection.drain() }
    }

    /// Ends what is left after draining.
    func closeConnections() {
        for connection in connections.values { connection.closeNow() }
    }

    /// The field `Date` as of now.
    func dateField() -> ByteBuffer { date.field(at: wallClock()) }

    /// An empty buffer, a used one if there is one.
    func takeBuffer(capacity: Int) -> ByteBuffer {
        if var buffer = spareBuffers.popLast() {
            buffer.clear(minimumCapacity: capacity)
            return buffer
        }
        return ByteBufferAllocator().buffer(capacity: capacity)
    }

    /// Gives a buffer back that nobody looks at any more.
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
        journal.flush()
    }
}
