import Contract
import Lines
import NIOCore
import NIOTLS
import Values
import Wire

/// One connection of the server: reads calls, starts a task for each and writes the answers.
///
/// Everything but the tasks runs on the connection's event loop.
final class ServerConnection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    let parts: ServerParts
    let scanner: EnvelopeScanner
    let defaultTimeout: TimeAmount
    let maximumTimeout: TimeAmount
    private let readPeer: ((ChannelPipeline.SynchronousOperations) -> String?)?

    var context: ChannelHandlerContext?
    /// The channel, kept until the last task has ended, which may be after the channel has closed.
    private var channel: (any Channel)?
    var lifecycle: ServerLifecycle
    var calls: CallTable<RunningCall>
    var outbox = ByteBuffer()
    var random: SplitMix64
    private(set) var finished: FinishedCalls?
    private(set) var executor: LoopTaskExecutor?
    /// A copy of the line being read, which is scanned in place.
    var line = ByteBuffer()
    private var framer: LineFramer
    private var tooLong: Strikes
    var liveness: Liveness
    private var slowReader: SlowReader
    private var callTimer = TickTimer()
    private var lifeTimer = TickTimer()
    private var batch: [FinishedCalls.Finished] = []
    private var endReason = ConnectionEnd.peer
    private var wantsRead = false
    private var isInRead = false

    /// Creates the handler of a new connection.
    ///
    /// - Parameter readPeer: returns the peer's process after the TLS handshake; `nil` for plaintext.
    init(
        _ parts: ServerParts, at now: NIODeadline, readPeer: ((ChannelPipeline.SynchronousOperations) -> String?)?
    ) {
        let limits = parts.configuration
        self.parts = parts
        self.readPeer = readPeer
        scanner = EnvelopeScanner(profile: .link, maximumDepth: limits.maximumDepth)
        defaultTimeout = TimeAmount(limits.defaultTimeout)
        maximumTimeout = TimeAmount(limits.maximumTimeout)
        framer = LineFramer(limit: limits.maximumLineBytes)
        // The second overlong line within the window closes the connection.
        tooLong = Strikes(limit: 2, window: TimeAmount(limits.oversizeWindow))
        var liveness = Liveness.Limits.link
        liveness.line = TimeAmount(limits.lineTimeout)
        liveness.idle = TimeAmount(limits.strangerIdleTime)
        self.liveness = Liveness(limits: liveness, pings: false, now: now)
        calls = CallTable(limit: limits.maximumInFlight)
        slowReader = SlowReader(limits: limits.writes)
        random = SplitMix64(seed: parts.seed())
        lifecycle = ServerLifecycle(
            times: ServerLifecycle.Times(
                handshake: TimeAmount(limits.handshakeTimeout), goawayGrace: TimeAmount(limits.goawayGrace),
                drain: TimeAmount(limits.drainTimeout), close: TimeAmount(limits.closeTimeout)),
            expectsHandshake: readPeer != nil, at: now)
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        channel = context.channel
        let loop = context.eventLoop
        finished = FinishedCalls(for: NIOLoopBound(self, eventLoop: loop))
        executor = LoopTaskExecutor(loop)
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        callTimer.cancel()
        lifeTimer.cancel()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    private func start(_ context: ChannelHandlerContext) {
        if lifecycle.isReading { greet() }
        armTimers(at: context.eventLoop.now)
    }

    private func greet() {
        let limits = parts.configuration
        let hello = ProtocolLine.hello(
            version: Greeting.version, server: limits.name, time: parts.clock().description
        ) { members in
            members.key("inFlight")
            members.integer(limits.maximumInFlight)
            members.key("lineBytes")
            members.integer(limits.maximumLineBytes)
            members.key("answerBytes")
            members.integer(limits.maximumAnswerBytes)
        }
        outbox.writeBytes(hello)
        flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let readPeer, case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent {
            if lifecycle.handshakeEnded(process: readPeer(context.pipeline.syncOperations)) {
                peerIntroduced(on: context.channel)
                greet()
            } else {
                closeNow(.handshake)
            }
        }
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { peerFinished(at: context.eventLoop.now) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Gives the peer, which is one of our processes, a place of its own for as long as it wants.
    func peerIntroduced(on channel: any Channel) {
        parts.connections.introduced(channel)
        liveness.keep()
    }

    /// Handles the end of the peer's input.
    ///
    /// An anonymous peer (such as `nc -N`) still gets its answers; a Vokol process has ended, and its calls end, too.
    private func peerFinished(at now: NIODeadline) {
        guard lifecycle.peer == .anonymous, lifecycle.isReading else { return closeNow(.peer) }
        lifecycle.peerFinished(at: now)
        finishIfDrained(at: now)
        armTimers(at: now)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let order = event as? ServerOrder else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        switch order {
        case .drain:
            if lifecycle.drain(at: context.eventLoop.now) {
                let grace = parts.configuration.drainTimeout / .milliseconds(1)
                outbox.writeBytes(
                    ProtocolLine.goaway(reason: "shutting-down", graceMilliseconds: Int64(clamping: Int(grace))))
                flush()
                armTimers(at: context.eventLoop.now)
            } else if !lifecycle.isReading {
                closeNow(.local)
            }
        case .close: closeNow(.local)
        case .yield:
            // It may have introduced itself while the order was on its way.
            if lifecycle.peer == .anonymous { closeNow(.tooManyConnections) }
        }
        promise?.succeed()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if case .handshaking = lifecycle.phase { closeNow(.handshake) } else { closeNow(.peer) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        lifecycle.ended()
        callTimer.cancel()
        lifeTimer.cancel()
        let now = context.eventLoop.now
        for (_, running) in calls.abandon() {
            running.task.cancel()
            observe(running.call, code: .cancelled, error: nil, at: now)
        }
        parts.observer.connectionClosed(endReason, peer: lifecycle.peer)
        leaveIfDone()
        context.fireChannelInactive()
    }

    /// Leaves the registry once the last task has ended, so that a shutdown can wait for it.
    private func leaveIfDone() {
        guard lifecycle.phase == .closed, calls.running == 0, let channel else { return }
        parts.connections.leave(channel)
        self.channel = nil
        finished = nil
    }

    // MARK: Bytes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard lifecycle.isReading else { return }
        isInRead = true
        let now = context.eventLoop.now
        var clocks = CallClocks(now: now)
        let buffer = unwrapInboundIn(data)
        let finishedLine = buffer.withUnsafeReadableBytes { readLines(in: $0, &clocks) }
        liveness.received(insideLine: framer.isInsideLine, finishedLine: finishedLine, at: now)
    }

    /// Splits the bytes into lines and handles each.
    ///
    /// - Returns: true if at least one line ended in the bytes.
    private func readLines(in bytes: UnsafeRawBufferPointer, _ clocks: inout CallClocks) -> Bool {
        var position = 0
        var finishedLine = false
        while lifecycle.isReading, let event = framer.next(in: bytes, from: &position) {
            finishedLine = true
            switch event {
            case .line(let range):
                line.recycle()
                line.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[range]))
                readLine(&clocks)
            case .joined:
                framer.takeJoined(into: &line)
                readLine(&clocks)
            case .blank: break
            case .tooLong: rejectOverlongLine(at: clocks.now)
            }
        }
        return finishedLine
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isInRead = false
        flush()
        armTimers(at: context.eventLoop.now)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if slowReader.isPaused { wantsRead = true } else { context.read() }
    }

    private func rejectOverlongLine(at now: NIODeadline) {
        reject(nil, method: nil, LineRejection(.tooLarge, "the line is too long"))
        if tooLong.strike(at: now) { close(.protocolViolation) }
    }

    // MARK: Bytes out

    /// Writes the data gathered since the last flush.
    func flush() {
        guard let context, outbox.readableBytes > 0 else { return }
        slowReader.wrote(outbox.readableBytes)
        context.writeAndFlush(wrapOutboundOut(outbox), promise: nil)
        outbox.recycle()
        if slowReader.isPaused || !context.channel.isWritable { watchReader() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        watchReader()
        context.fireChannelWritabilityChanged()
    }

    private func watchReader() {
        guard let context, context.channel.isActive,
            let pending = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        else { return }
        let now = context.eventLoop.now
        switch slowReader.waiting(pending, at: now) {
        case .nothing: break
        case .pauseReading: armTimers(at: now)
        case .resumeReading:
            liveness.resumed(at: now)
            armTimers(at: now)
            guard wantsRead else { return }
            wantsRead = false
            context.read()
        case .close: closeNow(.slowReader)
        }
    }

    // MARK: Calls that end

    /// Answers the calls whose tasks have ended since the previous call of this function.
    func callsFinished() {
        guard let finished else { return }
        finished.take(into: &batch)
        let now = context?.eventLoop.now ?? .now()
        for item in batch {
            parts.connections.callEnded()
            guard let (id, running) = calls.end(item.slot), let running else { continue }
            answer(id, running.call, item.outcome, at: now)
        }
        batch.removeAll(keepingCapacity: true)
        flush()
        if lifecycle.phase == .closed { leaveIfDone() } else { finishIfDrained(at: now) }
    }

    private func finishIfDrained(at now: NIODeadline) {
        if lifecycle.due(at: now, waiting: calls.waiting) == .finish { close(.local) }
    }

    // MARK: Time

    private var expectsLines: Bool { lifecycle.isReading && !slowReader.isPaused }

    private func tick() {
        guard let context else { return }
        let now = context.eventLoop.now
        for (id, running) in calls.expire(at: now) {
            running.task.cancel()
            end(id, running.call, RPCError(.deadlineExceeded), at: now)
        }
        switch liveness.tick(isBusy: calls.waiting > 0, isReading: expectsLines, at: now) {
        case .close(.slowLine):
            reject(nil, method: nil, LineRejection(.invalidRequest, "the line did not end in time"))
            close(.slowLine)
        case .close(.idle): close(.idle)
        default: break
        }
        switch lifecycle.due(at: now, waiting: calls.waiting) {
        case .nothing: break
        case .close(let reason): closeNow(reason)
        case .finish: close(.local)
        case .cutOff:
            for (id, running) in calls.abandon() {
                running.task.cancel()
                end(id, running.call, RPCError(.shuttingDown), at: now)
            }
            close(.drainTimeout)
        }
        flush()
        if slowReader.isPaused { watchReader() }
        armTimers(at: now)
    }

    private func armTimers(at now: NIODeadline) {
        guard let context, lifecycle.phase != .closed else { return }
        if calls.waiting > 0 {
            callTimer.arm(now + TickTimer.granularity, on: context.eventLoop) {
                self.callTimer.fired()
                self.tick()
            }
        }
        var next = liveness.next(isBusy: calls.waiting > 0, isReading: expectsLines)
        if let check = slowReader.nextCheck { next = min(next, check) }
        if let check = lifecycle.nextCheck(at: now, waiting: calls.waiting) { next = min(next, check) }
        guard next < .distantFuture else { return }
        lifeTimer.arm(next, on: context.eventLoop) {
            self.lifeTimer.fired()
            self.tick()
        }
    }

    // MARK: Ends

    /// Closes the connection cleanly: sends the pending answers, then gives the peer time to close its side.
    func close(_ reason: ConnectionEnd) {
        guard let context, lifecycle.close(at: context.eventLoop.now) else { return }
        endReason = reason
        flush()
        let now = context.eventLoop.now
        for (_, running) in calls.abandon() {
            running.task.cancel()
            observe(running.call, code: .cancelled, error: nil, at: now)
        }
        let channel = context.channel
        // Completes after all earlier writes, although it is empty.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
            channel.close(mode: .output, promise: nil)
        }
        armTimers(at: now)
    }

    /// Closes the connection at once, dropping unwritten answers.
    func closeNow(_ reason: ConnectionEnd) {
        guard lifecycle.phase != .closed else { return }
        if lifecycle.close(at: context?.eventLoop.now ?? .now()) { endReason = reason }
        context?.close(promise: nil)
    }
}
