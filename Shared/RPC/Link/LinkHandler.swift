import Contract
import NIOCore
import Wire

/// The calling side of a connection: calls out, answers in, all on one event loop.
final class LinkHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let keptCapacity = 256 * 1024
    /// What an answer's line has beside the result.
    private static let answerOverhead = 4 * 1024

    let configuration: LinkConfiguration
    let scanner = EnvelopeScanner(profile: .link, maximumDepth: 64)
    private let lineTimeout: TimeAmount
    private let loop: any EventLoop

    var context: ChannelHandlerContext?
    var lifecycle: LinkLifecycle
    var calls: OutstandingCalls<LinkCall>
    var framer: LineFramer
    var outbox = ByteBuffer()
    var counters = LinkCounters()
    /// The longest line that the service reads.
    var maximumLineBytes = 68 * 1024
    private var oversize: OversizePolicy
    private var pings: PingSchedule
    private var pressure: WritePressure
    private var callTimer = TickTimer()
    private var lifeTimer = TickTimer()
    private var ready: EventLoopPromise<LinkConnection>?
    private var onClose: ((ConnectionEnd) -> Void)?
    private var onGoaway: (() -> Void)?
    private var endReason = ConnectionEnd.peer
    private var handedOver = 0
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
        lineTimeout = TimeAmount(configuration.lineTimeout)
        lifecycle = LinkLifecycle(
            until: now + TimeAmount(configuration.connectTimeout),
            introduces: configuration.tls == nil && configuration.secret != nil)
        calls = OutstandingCalls(limit: configuration.maximumInFlight)
        framer = LineFramer(maximumLineBytes: configuration.maximumAnswerBytes + Self.answerOverhead)
        oversize = OversizePolicy(window: TimeAmount(configuration.oversizeWindow))
        pressure = WritePressure(limits: configuration.writes)
        pings = PingSchedule(
            whenBusy: TimeAmount(configuration.pingWhenBusy), whenIdle: TimeAmount(configuration.pingWhenIdle),
            maximumMissed: configuration.missedPings, at: now)
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
                ProtocolLines.introduction(
                    Introduction(process: configuration.name, secret: String(decoding: secret, as: UTF8.self))))
            flush()
        }
        armTimers(at: context.eventLoop.now)
    }

    /// The connection attempt failed before there was a connection.
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

    /// Tells everybody who waits, once.
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
            loop.assumeIsolated().execute { self.refuse(id, fault) }
        } else {
            flushSoon()
        }
        if calls.count == 1 { armTimers(at: now) }
        return LinkCallID(number: id)
    }

    func cancel(_ id: LinkCallID) {
        guard calls.take(id.number) != nil else { return }
        ProtocolLines.writeCancel(id.number, into: &outbox)
        flushSoon()
        leaveIfDone()
    }

    /// Whether what waits to be written leaves room for another call.
    private func hasRoom(_ context: ChannelHandlerContext) -> Bool {
        guard outbox.readableBytes <= configuration.maximumPendingBytes else { return false }
        return isWritable
            || outbox.readableBytes + pending(context) <= configuration.maximumPendingBytes
    }

    /// Ends a call that could not be written.
    private func refuse(_ id: UInt64, _ error: RPCError) {
        guard let call = calls.take(id) else { return }
        call.ended(Self.outcome(of: error, call.span), at: loop.now)
        leaveIfDone()
    }

    static func outcome(of error: RPCError, _ trace: TraceContext?) -> LinkOutcome {
        let object = error.encoded(traceID: trace?.traceID ?? "")
        return .error(
            code: error.code.number, retryAfterMilliseconds: error.retryAfterMilliseconds,
            object: ByteBuffer(bytes: object))
    }

    func leaveIfDone() {
        if lifecycle.isDone(waiting: calls.count) { closeNow(.local) }
    }

    // MARK: Bytes in

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !lifecycle.isClosed else { return }
        isInRead = true
        let now = context.eventLoop.now
        pings.heard(at: now)
        framer.append(unwrapInboundIn(data))
        while !lifecycle.isClosed, let piece = framer.next() {
            switch piece {
            case .line(let range): read(range, at: now)
            case .oversize:
                counters.brokenLines += 1
                if oversize.lineWasTooLong(at: now) == .answerAndClose { closeNow(.protocolViolation) }
            }
        }
        framer.settle(at: now)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isInRead = false
        flush()
        leaveIfDone()
        armTimers(at: context.eventLoop.now)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if pressure.isPaused { wantsRead = true } else { context.read() }
    }

    func take(_ step: LinkLifecycle.Step) {
        switch step {
        case .nothing: break
        case .becomeReady: becomeReady()
        case .close(let reason): closeNow(reason)
        }
    }

    func saidGoodbye() {
        guard lifecycle.goodbye() else { return }
        onGoaway?()
        onGoaway = nil
    }

    // MARK: Bytes out

    /// Sends what was written when the loop has looked at everything that is ready.
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
        handedOver += outbox.readableBytes
        context.writeAndFlush(wrapOutboundOut(outbox), promise: nil)
        if outbox.capacity > Self.keptCapacity { outbox = ByteBuffer() } else { outbox.clear() }
        if pressure.isPaused || !isWritable { observePressure() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        observePressure()
        context.fireChannelWritabilityChanged()
    }

    private func pending(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    private func observePressure() {
        guard let context, context.channel.isActive else { return }
        let now = context.eventLoop.now
        switch pressure.observe(pending: pending(context), handedOver: handedOver, at: now) {
        case .none: break
        case .pauseReading: armTimers(at: now)
        case .resumeReading:
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
            ProtocolLines.writeCancel(id, into: &outbox)
            call.ended(.expired, at: now)
        }
        if lifecycle.isOverdue(at: now) {
            endReason = .unresponsive
            end(.timedOut)
            context.close(promise: nil)
        } else if let since = framer.partialSince, now >= since + lineTimeout {
            closeNow(.slowLine)
        } else if !lifecycle.isOpening, !pressure.isPaused {
            switch pings.due(at: now, isBusy: calls.count > 0) {
            case .none: break
            case .ping: outbox.writeStaticString(ProtocolLines.ping)
            case .giveUp: closeNow(.unresponsive)
            }
        }
        flush()
        if pressure.isPaused { observePressure() }
        leaveIfDone()
        armTimers(at: now)
    }

    private func armTimers(at now: NIODeadline) {
        guard let context, !lifecycle.isClosed else { return }
        if calls.count > 0 {
            callTimer.arm(now + TickTimer.granularity, on: context.eventLoop) {
                self.callTimer.fired()
                self.tick()
            }
        }
        // Looked at on every tick of the other timer as well, so this one may be late while calls are in flight.
        var next = pings.next(isBusy: calls.count > 0)
        if case .opening(let until) = lifecycle.phase { next = until }
        if let since = framer.partialSince { next = min(next, since + lineTimeout) }
        if let check = pressure.nextCheck { next = min(next, check) }
        lifeTimer.arm(next, on: context.eventLoop) {
            self.lifeTimer.fired()
            self.tick()
        }
    }
}
