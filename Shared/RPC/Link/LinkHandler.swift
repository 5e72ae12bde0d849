import Contract
import Lines
import NIOCore
import Resilience
import Values
import Wire

/// The calling side of a connection: writes calls, reads answers, all on one event loop.
final class LinkHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum length of an answer line besides its result, in bytes.
    private static let answerOverhead = 4 * 1024
    /// The maximum number of calls that have ended here and whose costs may still be reported.
    ///
    /// A call that is cancelled is answered in the time of a round trip, so that only a service that hangs reaches it.
    static let maximumLateCharges = 1024

    let configuration: LinkConfiguration
    let scanner = EnvelopeScanner(profile: .link, maximumDepth: 64)
    private let loop: any EventLoop

    var context: ChannelHandlerContext?
    var lifecycle: LinkLifecycle
    var calls: OutstandingCalls<LinkCall>
    /// The charges for calls that have ended here and that the service has not answered, by the call's id.
    var lateCharges = LRUCache<UInt64, LateCharge>(maximumCost: maximumLateCharges)
    /// A copy of the line being read: it is scanned in place, and answers share its memory.
    var line = ByteBuffer()
    var outbox = ByteBuffer()
    var counters = LinkCounters()
    var onSignal: ((LinkSignal) -> Void)?
    /// The maximum length of a line that the service reads.
    var maximumLineBytes = 68 * 1024
    private var framer: LineFramer
    private var tooLong: Strikes
    private var liveness: Liveness
    private var slowReader: SlowReader
    private var callTimer = TickTimer()
    private var lifeTimer = TickTimer()
    private var ready: EventLoopPromise<LinkConnection>?
    private var onClose: ((ConnectionEnd) -> Void)?
    private var onGoaway: (() -> Void)?
    /// True if the service's silence has been reported.
    private var isSilent = false
    private var endReason = ConnectionEnd.peer
    private var isWritable = true
    private var wantsRead = false
    private var isInRead = false
    private var isFlushScheduled = false

    init(
        _ configuration: LinkConfiguration, at now: NIODeadline, ready: EventLoopPromise<LinkConnection>,
        onClose: @escaping (ConnectionEnd) -> Void, onGoaway: @escaping () -> Void
    ) {
        self.configuration = configuration
        self.ready = ready
        self.onClose = onClose
        self.onGoaway = onGoaway
        loop = ready.futureResult.eventLoop
        lifecycle = LinkLifecycle(
            until: now + TimeAmount(configuration.connectTimeout),
            introduces: configuration.tls == nil && configuration.secret != nil)
        calls = OutstandingCalls(limit: configuration.maximumInFlight)
        framer = LineFramer(limit: configuration.maximumAnswerBytes + Self.answerOverhead)
        // The second overlong line within the window closes the connection.
        tooLong = Strikes(limit: 2, window: TimeAmount(configuration.oversizeWindow))
        slowReader = SlowReader(limits: configuration.writes)
        var limits = Liveness.Limits(
            line: TimeAmount(configuration.lineTimeout), silence: TimeAmount(configuration.pingWhenIdle),
            busySilence: TimeAmount(configuration.pingWhenBusy))
        limits.missedPings = configuration.missedPings
        limits.missedPingsWhenBusy = configuration.missedPingsWhenBusy
        liveness = Liveness(limits: limits, pings: true, now: now)
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    private func start(_ context: ChannelHandlerContext) {
        if configuration.tls == nil, let secret = configuration.secret {
            outbox.writeBytes(
                LinkProtocol.introduction(
                    Introduction(process: configuration.name, secret: String(decoding: secret, as: UTF8.self))))
            flush()
        }
        armTimers(at: context.eventLoop.now)
    }

    /// Reports a failed attempt to connect.
    func couldNotConnect(_ error: any Error) {
        switch error {
        case ChannelError.connectTimeout: end(LinkFault.timedOut)
        default: end(LinkFault.unreachable("\(error)"))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        closeNow(lifecycle.isOpening && configuration.tls != nil ? .handshake : .peer)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(LinkFault.ended(endReason))
        context.fireChannelInactive()
    }

    /// Ends the link, once: fails the opening, or ends the calls in flight as lost and reports the end.
    private func end(_ fault: LinkFault) {
        let before = lifecycle.ended()
        guard before != .closed else { return }
        callTimer.cancel()
        lifeTimer.cancel()
        if case .opening = before {
            ready?.fail(fault)
        } else {
            let lost = calls.takeAll()
            let now = loop.now
            for call in lost { call.ended(.lost, at: now) }
            onClose?(endReason)
        }
        ready = nil
        onClose = nil
        onGoaway = nil
        onSignal = nil
    }

    private func becomeReady() {
        guard let context else { return }
        ready?.assumeIsolated().succeed(LinkConnection(self))
        ready = nil
        armTimers(at: context.eventLoop.now)
    }

    func closeNow(_ reason: ConnectionEnd) {
        guard !lifecycle.isClosed else { return }
        endReason = reason
        if let context { context.close(promise: nil) } else { end(.ended(reason)) }
    }

    // MARK: Calls

    var inFlight: Int { calls.count }
    var isUsable: Bool { lifecycle.isUsable }

    func send(_ call: LinkCall, at now: NIODeadline) -> LinkCallID? {
        guard lifecycle.isUsable, let context, hasRoom(context) else { return nil }
        let timeout = TimeAmount.milliseconds(min(max(call.timeoutMilliseconds, 0), Int64.max / 1_000_000))
        guard let id = calls.add(call, deadline: now + timeout) else { return nil }
        if call.timeoutMilliseconds <= 0 {
            loop.assumeIsolated().execute { self.calls.take(id)?.ended(.expired, at: self.loop.now) }
        } else if let fault = CallLine.write(call, id: id, maximumBytes: maximumLineBytes, into: &outbox) {
            loop.assumeIsolated().execute { self.fail(id, fault) }
        } else {
            flushSoon()
        }
        if calls.count == 1 { armTimers(at: now) }
        return LinkCallID(number: id)
    }

    func cancel(_ id: LinkCallID) {
        guard calls.take(id.number) != nil else { return }
        LinkProtocol.writeCancel(id.number, into: &outbox)
        flushSoon()
        closeIfDone()
    }

    func awaitCost(of id: LinkCallID, _ charge: @escaping LateCharge) {
        lateCharges.insert(charge, for: id.number, cost: 1)
    }

    /// Returns true if the unwritten bytes leave room for another call.
    private func hasRoom(_ context: ChannelHandlerContext) -> Bool {
        guard outbox.readableBytes <= configuration.maximumPendingBytes else { return false }
        return isWritable
            || outbox.readableBytes + pending(context) <= configuration.maximumPendingBytes
    }

    /// Ends a call that could not be written.
    private func fail(_ id: UInt64, _ error: RPCError) {
        guard let call = calls.take(id) else { return }
        call.ended(Self.outcome(of: error, call), at: loop.now)
        closeIfDone()
    }

    static func outcome(of error: RPCError, _ call: LinkCall) -> LinkOutcome {
        let object = error.encoded(traceID: call.span?.traceID ?? "", in: Language(locale: call.locale))
        return .error(
            code: error.code.number, retryAfterMilliseconds: error.retryAfterMilliseconds,
            object: ByteBuffer(bytes: object))
    }

    func closeIfDone() {
        if lifecycle.isDone(waiting: calls.count) { closeNow(.local) }
    }

    // MARK: Bytes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !lifecycle.isClosed else { return }
        isInRead = true
        let now = context.eventLoop.now
        let buffer = unwrapInboundIn(data)
        let finishedLine = buffer.withUnsafeReadableBytes { readLines(in: $0, at: now) }
        liveness.received(insideLine: framer.isInsideLine, finishedLine: finishedLine, at: now)
        if isSilent {
            isSilent = false
            onSignal?(.audible)
        }
    }

    /// Splits the bytes into lines and handles each.
    ///
    /// - Returns: true if at least one line ended in the bytes.
    private func readLines(in bytes: UnsafeRawBufferPointer, at now: NIODeadline) -> Bool {
        var position = 0
        var finishedLine = false
        while !lifecycle.isClosed, let event = framer.next(in: bytes, from: &position) {
            finishedLine = true
            switch event {
            case .line(let range):
                line.recycle()
                line.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[range]))
                readLine(at: now)
            case .joined:
                framer.takeJoined(into: &line)
                readLine(at: now)
            case .blank: counters.brokenLines += 1
            case .tooLong:
                counters.brokenLines += 1
                if tooLong.strike(at: now) { closeNow(.protocolViolation) }
            }
        }
        return finishedLine
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isInRead = false
        flush()
        closeIfDone()
        armTimers(at: context.eventLoop.now)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if slowReader.isPaused { wantsRead = true } else { context.read() }
    }

    func take(_ step: LinkLifecycle.Step) {
        switch step {
        case .nothing: break
        case .becomeReady: becomeReady()
        case .close(let reason): closeNow(reason)
        }
    }

    func receivedGoaway() {
        guard lifecycle.goawayReceived() else { return }
        onGoaway?()
        onGoaway = nil
    }

    // MARK: Bytes out

    /// Flushes once the event loop has handled all pending events.
    private func flushSoon() {
        guard !isInRead, !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.flush()
        }
    }

    private func flush() {
        guard let context, outbox.readableBytes > 0 else { return }
        slowReader.wrote(outbox.readableBytes)
        context.writeAndFlush(wrapOutboundOut(outbox), promise: nil)
        outbox.recycle()
        if slowReader.isPaused || !isWritable { watchReader() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        watchReader()
        context.fireChannelWritabilityChanged()
    }

    private func pending(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func watchReader() {
        guard let context, context.channel.isActive else { return }
        let now = context.eventLoop.now
        switch slowReader.waiting(pending(context), at: now) {
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

    // MARK: Time

    private func tick() {
        guard let context, !lifecycle.isClosed else { return }
        let now = context.eventLoop.now
        for (id, call) in calls.expire(at: now) {
            LinkProtocol.writeCancel(id, into: &outbox)
            call.ended(.expired, at: now)
        }
        if lifecycle.isOverdue(at: now) {
            endReason = .unresponsive
            end(.timedOut)
            context.close(promise: nil)
        } else if !lifecycle.isOpening {
            switch liveness.tick(isBusy: calls.count > 0, isReading: !slowReader.isPaused, at: now) {
            case .nothing: break
            case .ping:
                outbox.writeStaticString(ProtocolLine.ping)
                if liveness.isSilent, !isSilent {
                    isSilent = true
                    onSignal?(.silent)
                }
            case .close(.slowLine): closeNow(.slowLine)
            case .close(.silent), .close(.idle): closeNow(.unresponsive)
            }
        }
        flush()
        if slowReader.isPaused { watchReader() }
        closeIfDone()
        armTimers(at: now)
    }

    private func armTimers(at now: NIODeadline) {
        guard let context, !lifecycle.isClosed else { return }
        if calls.count > 0 {
            let due = now + TickTimer.granularity
            callTimer.arm(due, on: context.eventLoop) {
                self.callTimer.fired()
                self.liveness.ticked(due: due, at: self.loop.now)
                self.tick()
            }
        }
        // The call timer's ticks check this too, so it may be late while calls are in flight.
        var next = liveness.next(isBusy: calls.count > 0, isReading: !slowReader.isPaused)
        if case .opening(let until) = lifecycle.phase { next = until }
        if let check = slowReader.nextCheck { next = min(next, check) }
        lifeTimer.arm(next, on: context.eventLoop) {
            self.lifeTimer.fired()
            self.tick()
        }
    }
}
