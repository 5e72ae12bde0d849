import HTTPParsing
import Lines
import NIOCore
import RPC

/// Serves HTTP/2 to one client (RFC 9113).
///
/// A stream is an object of the table ``streams``. `HTTP2Handler+Frames.swift` handles what arrives,
/// `HTTP2Handler+Answers.swift` sends answers as the client's windows allow. Complete requests wait while too many
/// calls of the connection are in flight, or too many bytes wait for the client.
final class HTTP2Handler: ClientConnection {
    /// The initial window of a stream, for its body; HTTP/2's own.
    static let streamWindow = 65_535

    /// The stages of a shutdown (RFC 9113 §6.8).
    enum Shutdown: Equatable {
        case none
        /// The client is told to open no more streams; those on their way are still served.
        case announced(at: NIODeadline)
        /// Streams above the last one are ignored.
        case final
    }

    var streams: [UInt32: HTTP2Stream] = [:]
    /// The maximum number of open streams, as announced to the client.
    let maximumStreams: Int
    /// The highest id of a stream of the client.
    var lastStream: UInt32 = 0
    var reader: HTTP2Reader
    var decoder = HPACKDecoder()
    var encoder = HPACKEncoder()
    /// The fields of the header block being read.
    var fields: HTTP2FieldList
    /// The header block being written.
    var block: [UInt8] = []
    var floods: HTTP2Floods
    private var refusals: Strikes
    private(set) var shutdown = Shutdown.none
    /// The streams that were last reset here, of which frames may still be on their way.
    private var lastResets: [UInt32] = []

    /// The bytes that the client may send on all streams.
    var receiveWindow: HTTP2ReceiveWindow
    let receiveWindowSize: Int
    var sendWindow = HTTP2SendWindow(65_535)
    /// The initial size of the windows of streams, as the client sets it.
    var initialWindow = 65_535
    /// The streams that may send, in the order of their turns.
    var queue: [HTTP2Stream] = []
    /// The bytes of all streams that wait to be sent, and the number that ``Backlog`` knows of.
    var queuedBytes = 0
    var reportedBytes = 0
    /// The time since which the client's window keeps all streams from sending.
    var blockedSince: NIODeadline?

    /// The complete requests that wait for others.
    private var waiting: [HTTP2Stream] = []
    private var inFlight = 0
    private var isStarting = false
    private var isOpened = false
    private var idleSince: NIODeadline
    /// The time since which a frame or a header block is incomplete.
    private var partialSince: NIODeadline?
    /// The trusted proxy that opened this connection, if any.
    let forwarder: ClientAddress?

    override init(edge: EdgeLoop, client: ClientAddress) {
        let limits = edge.limits
        forwarder = limits.http.forwarders.contains(client.bytes) ? client : nil
        maximumStreams = limits.http2.streams
        reader = HTTP2Reader(blockBytes: limits.http.headBytes)
        fields = HTTP2FieldList(bytes: limits.http.headBytes, fields: limits.http.fields)
        floods = HTTP2Floods(limits: limits.http2)
        refusals = Strikes(limit: limits.refusals, window: limits.refusalWindow)
        receiveWindowSize = max(Self.streamWindow, 2 * limits.requestBytes)
        receiveWindow = HTTP2ReceiveWindow(receiveWindowSize)
        idleSince = edge.now
        partialSince = edge.now
        super.init(edge: edge, client: client)
    }

    override func opened() {
        isOpened = true
        let limits = edge.limits
        let settings: [HTTP2Frame.Setting] = [
            .init(HTTP2Frame.Setting.maximumStreams, UInt32(clamping: maximumStreams)),
            .init(HTTP2Frame.Setting.maximumListSize, UInt32(clamping: limits.http.headBytes)),
            .init(HTTP2Frame.Setting.noPriorities, 1),
        ]
        write { $0.write(settings) }
        if receiveWindowSize > Self.streamWindow {
            write { $0.writeWindowUpdate(0, receiveWindowSize - Self.streamWindow) }
        }
        if edge.isDraining { drain() }
    }

    override func take(_ bytes: UnsafeRawBufferPointer, at now: NIODeadline) -> Int {
        var position = 0
        while pauses.isEmpty, !isEnded {
            do throws(HTTP2Fault) {
                let isFrame = try reader.next(in: bytes, from: &position) { frame, payload throws(HTTP2Fault) in
                    partialSince = nil
                    try take(frame, payload, at: now)
                }
                guard isFrame else { break }
            } catch {
                handle(error, at: now)
            }
        }
        partialSince = reader.isInsideFrame ? partialSince ?? now : nil
        return position
    }

    override func timePassed(at now: NIODeadline) {
        let limits = edge.limits
        if let partialSince, now >= partialSince + limits.http.headTime { return close(because: .slowHead) }
        if let blockedSince, now >= blockedSince + limits.slowReader.stall { return close(because: .slowReader) }
        if case .announced(let time) = shutdown, now >= time + limits.drainLinger { endShutdown() }
        for stream in streams.values.sorted(by: { $0.id < $1.id }) where !isEnded {
            if let reason = stream.stream?.timePassed(at: now) { stream.endStream(reason) }
            if stream.isAnswered {
                writeReset(stream.id, .none)
                remove(stream)
                continue
            }
            if stream.isTooSlow(at: now) { reset(stream, .cancel, .slowBody) }
            if let since = stream.blockedSince, now >= since + limits.slowReader.stall {
                reset(stream, .cancel, .stalled)
            }
        }
        if streams.isEmpty, now >= idleSince + limits.http.idleTime, !pauses.contains(.closing) {
            edge.metrics.end(.idle)
            end(.none)
        }
    }

    override var isBusy: Bool { streams.values.contains { $0.call != nil || $0.stream != nil } }

    override var isBetweenRequests: Bool { streams.isEmpty && !reader.isInsideFrame }

    override var receivingSince: NIODeadline? {
        let begins = streams.values.map(\.receivingSince)
        return begins.contains(nil) ? nil : (begins + [partialSince]).compactMap { $0 }.min()
    }

    override func leaving() { write { $0.writeGoAway(lastStream, .none) } }

    override func drain() {
        // Nothing may be written before the settings.
        guard isOpened, case .none = shutdown else { return }
        shutdown = .announced(at: edge.now)
        write { $0.writeGoAway(0x7FFF_FFFF, .none) }
        write { $0.writePing() }
        for stream in Array(streams.values) { stream.endStream(.drain) }
    }

    override func ended() {
        for stream in streams.values { stream.close() }
        streams = [:]
        waiting = []
        queue = []
        _ = edge.backlog.change(by: -reportedBytes)
        reportedBytes = 0
    }

    override func roomMade() { sendQueued() }

    // MARK: Shutdown

    /// Takes no more streams, and closes once the open ones are answered.
    func endShutdown(_ code: HTTP2ErrorCode = .none) {
        guard shutdown != .final else { return }
        shutdown = .final
        write { $0.writeGoAway(lastStream, code) }
        closeIfDone()
    }

    /// Ends the connection with all its streams.
    func end(_ code: HTTP2ErrorCode) {
        guard !pauses.contains(.closing) else { return }
        shutdown = .final
        write { $0.writeGoAway(lastStream, code) }
        for stream in streams.values { stream.close() }
        (streams, waiting, queue, queuedBytes) = ([:], [], [], 0)
        noteQueued()
        closeAfterAnswers()
    }

    /// Handles a violation.
    func handle(_ fault: HTTP2Fault, at now: NIODeadline) {
        switch fault {
        case .connection(let code):
            edge.metrics.end(code == .enhanceYourCalm ? .flood : .badHTTP)
            _ = edge.gate.charge(client.keys, at: now)
            end(code)
        case .stream(let id, let code):
            _ = edge.gate.charge(client.keys, at: now)
            guard let stream = streams[id] else {
                guard id <= lastStream else { return handle(.connection(.violation), at: now) }
                return writeReset(id, code)
            }
            reset(stream, code, .malformed)
        }
    }

    /// Counts a request refused by a limit; after too many, the connection takes no more.
    func countRefusal() {
        guard refusals.strike(at: edge.now) else { return }
        edge.metrics.end(.refusals)
        endShutdown(.enhanceYourCalm)
    }

    // MARK: Streams

    /// Resets a stream.
    func reset(_ stream: HTTP2Stream, _ code: HTTP2ErrorCode, _ reason: EdgeMetrics.Reset) {
        guard !stream.isClosed else { return }
        writeReset(stream.id, code)
        edge.metrics.reset(reason)
        remove(stream)
        countReset()
    }

    /// Counts a reset; too many of them end the connection.
    func countReset() {
        if floods.countReset(at: edge.now) { handle(.connection(.enhanceYourCalm), at: edge.now) }
    }

    /// True for a stream that was reset here not long ago.
    func wasReset(_ id: UInt32) -> Bool { lastResets.contains(id) }

    /// Writes the reset of a stream, and remembers it.
    func writeReset(_ id: UInt32, _ code: HTTP2ErrorCode) {
        if lastResets.count >= 64 { lastResets.removeFirst() }
        lastResets.append(id)
        write { $0.writeReset(id, code) }
    }

    /// Removes a stream, whose answer is sent or given up.
    func remove(_ stream: HTTP2Stream) {
        guard streams.removeValue(forKey: stream.id) != nil else { return }
        queuedBytes -= stream.outgoing.readableBytes
        if queuedBytes == 0 { blockedSince = nil }
        release(stream)
        // An answer being written ends its own call.
        let isAnswered = !stream.isInFlight
        stream.close()
        if !isAnswered { answered(stream) }
        if streams.isEmpty { idleSince = edge.now }
        noteQueued()
        closeIfDone()
    }

    private func closeIfDone() {
        if case .final = shutdown, streams.isEmpty { closeAfterAnswers() }
    }

    // MARK: Requests in flight

    /// Answers a complete request, now or after others.
    func complete(_ stream: HTTP2Stream) {
        waiting.append(stream)
        startWaiting()
    }

    /// Counts the end of the making of an answer.
    func answered(_ stream: HTTP2Stream) {
        guard stream.isInFlight else { return }
        stream.isInFlight = false
        inFlight -= 1
        startWaiting()
    }

    func startWaiting() {
        guard !isStarting else { return }
        isStarting = true
        while let stream = waiting.first, inFlight < edge.limits.inFlightPerConnection,
            queuedBytes < edge.limits.slowReader.pause, !isEnded
        {
            waiting.removeFirst()
            guard !stream.isClosed else { continue }
            stream.isInFlight = true
            inFlight += 1
            release(stream)
            // Like a pipelined request of HTTP/1.1, it begins when it is its turn: limits charge it as of now.
            stream.request?.began = edge.now
            stream.receive()
        }
        isStarting = false
    }

    /// Gives the window back that the body of a stream took.
    private func release(_ stream: HTTP2Stream) {
        use(stream.heldBytes)
        stream.heldBytes = 0
    }

    /// Counts bytes of the connection's window as used.
    func use(_ bytes: Int) {
        let increment = receiveWindow.use(bytes)
        if increment > 0 { write { $0.writeWindowUpdate(0, increment) } }
    }
}
