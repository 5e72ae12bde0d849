import Contract
import Lines
import NIOCore
import RPC
import Values
import Wire

/// Serves JSON-RPC lines to one client.
///
/// `LineHandler+Calls.swift` and `LineHandler+Protocol.swift` interpret the lines.
final class LineHandler: ClientConnection {
    /// The admitted calls without an answer.
    var calls: [RoutedCall] = []
    /// The token of `rpc.authenticate`, which is checked again on every call.
    var connectionToken: [UInt8]?
    var liveness: Liveness
    /// The event subscription of the connection.
    var stream: OpenStream?

    private var framer: LineFramer
    private var tooLong: Strikes
    private var refusals: Strikes
    private var drainBegan: NIODeadline?

    override init(edge: EdgeLoop, client: ClientAddress) {
        let limits = edge.limits
        framer = LineFramer(limit: limits.requestBytes)
        liveness = Liveness(limits: limits.liveness, pings: false, now: edge.now)
        // The second overlong line within the window closes the connection.
        tooLong = Strikes(limit: 2, window: limits.tooLongWindow)
        refusals = Strikes(limit: limits.refusals, window: limits.refusalWindow)
        super.init(edge: edge, client: client)
    }

    override func opened() {
        let limits = edge.limits
        let hello = ProtocolLine.hello(version: 1, server: "vokol", time: edge.wallClock().description) { members in
            members.key("lineBytes")
            members.integer(limits.requestBytes)
            members.key("inFlight")
            members.integer(limits.inFlightPerConnection)
            if let idle = limits.liveness.idle {
                members.key("idleMs")
                members.integer(idle.nanoseconds / 1_000_000)
            }
        }
        write { $0.writeBytes(hello) }
    }

    override func take(_ bytes: UnsafeRawBufferPointer, at now: NIODeadline) -> Int {
        var position = 0
        var finishedLine = false
        while pauses.isEmpty, !isEnded, let event = framer.next(in: bytes, from: &position) {
            finishedLine = true
            switch event {
            case .line(let range): receive(UnsafeRawBufferPointer(rebasing: bytes[range]), at: now)
            case .joined:
                var line = ByteBuffer()
                framer.takeJoined(into: &line)
                line.withUnsafeReadableBytes { receive($0, at: now) }
            // A blank line costs as much as a malformed one but gets no answer, since people press Enter.
            case .blank: charge(at: now)
            case .tooLong: receiveTooLong(at: now)
            }
        }
        liveness.received(insideLine: framer.isInsideLine, finishedLine: finishedLine, at: now)
        return position
    }

    override var isBusy: Bool { !calls.isEmpty || isSubscribed }

    override var isBetweenRequests: Bool { !isBusy && !framer.isInsideLine }

    override var receivingSince: NIODeadline? { isBusy ? nil : liveness.lineBegan }

    override func resumed(at now: NIODeadline) { liveness.resumed(at: now) }

    override func timePassed(at now: NIODeadline) {
        if let reason = stream?.timePassed(at: now) { endStream(reason) }
        if calls.isEmpty, !pauses.contains(.answering), isPastLinger(at: now) { return closeAfterAnswers() }
        switch liveness.tick(isBusy: isBusy, isReading: pauses.isEmpty, at: now) {
        case .nothing: break
        case .ping: write { $0.writeStaticString(ProtocolLine.ping) }
        case .close(.slowLine): close(because: .slowLine)
        case .close(.idle): close(because: .idle)
        case .close(.silent): close(because: .silent)
        }
    }

    override func drain() {
        guard drainBegan == nil else { return }
        drainBegan = edge.now
        let goaway = ProtocolLine.goaway(
            reason: "draining", graceMilliseconds: edge.limits.drainTime.nanoseconds / 1_000_000)
        write { $0.writeBytes(goaway) }
        endStream(.drain)
    }

    override func ended() {
        stream.take()?.abandon(.connection)
        for call in calls { abandon(call) }
    }

    /// True once `rpc.goaway` was sent.
    var isDraining: Bool { drainBegan != nil }

    /// Returns true if `rpc.goaway` was sent so long ago that further calls are refused.
    func isPastLinger(at now: NIODeadline) -> Bool {
        drainBegan.map { now >= $0 + edge.limits.drainLinger } ?? false
    }

    /// Counts a call refused by a limit; after too many, reading pauses for a while.
    func countRefusal() {
        guard refusals.strike(at: edge.now) else { return }
        pause(.refusals)
        edge.loop.assumeIsolated().scheduleTask(in: edge.limits.refusalPause) { [weak self] in
            guard let self else { return }
            resume(.refusals, at: edge.now)
        }
    }

    private func receiveTooLong(at now: NIODeadline) {
        charge(at: now)
        refuse(RPCError(.tooLarge), id: nil, at: now)
        guard tooLong.strike(at: now) else { return }
        edge.metrics.end(.tooLong)
        closeAfterAnswers()
    }
}
