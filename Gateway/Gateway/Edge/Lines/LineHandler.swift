import Contracts
import NIOCore
import RPC

/// Speaks JSON-RPC by lines with one client.
///
/// This file holds the connection: bytes in and out, time, pauses, closing. What a line means is in `LineHandler+Calls.swift`.
final class LineHandler: ChannelInboundHandler, EdgeConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Why the client's bytes are not read at the moment.
    struct Pauses: OptionSet {
        let rawValue: UInt8
        /// It does not read its answers.
        static let slowReader = Pauses(rawValue: 1)
        /// It was refused too often.
        static let refusals = Pauses(rawValue: 2)
        /// It will be closed when its last answers are out.
        static let closing = Pauses(rawValue: 4)
    }

    let edge: EdgeLoop
    let client: ClientAddress
    /// What was admitted and has not been answered.
    var calls: [RoutedCall] = []
    /// The token of `rpc.authenticate`; checked again on every call.
    var connectionToken: [UInt8]?
    var liveness: Liveness

    private var context: ChannelHandlerContext?
    private var framer: LineFramer
    private var tooLong: Strikes
    private var refusals: Strikes
    private var slowReader: SlowReader
    private var pauses: Pauses = []
    /// Bytes that came while nothing is read.
    private var held: ByteBuffer?
    private var answers: ByteBuffer?
    private var waitingBytes = 0
    private var drainBegan: NIODeadline?
    private var isEnded = false

    init(edge: EdgeLoop, client: ClientAddress) {
        self.edge = edge
        self.client = client
        let limits = edge.limits
        framer = LineFramer(limit: limits.requestBytes)
        liveness = Liveness(limits: limits.liveness, now: edge.now)
        // The second long line is one too many.
        tooLong = Strikes(limit: 2, window: limits.tooLongWindow)
        refusals = Strikes(limit: limits.refusals, window: limits.refusalWindow)
        slowReader = SlowReader(limits: limits.slowReader)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        write(AnswerBytes.hello(limits: edge.limits, time: edge.wallClock()))
        edge.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        guard pauses.isEmpty else {
            if held?.writeBuffer(&buffer) == nil { held = buffer }
            return
        }
        take(buffer)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        watchReader()
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Puts bytes into what is written at the end of this turn.
    func write(_ body: (inout ByteBuffer) -> Void) {
        guard context != nil else { return }
        var out: ByteBuffer
        if let gathered = answers.take() {
            out = gathered
        } else {
            out = edge.takeBuffer(capacity: 512)
            edge.flushLater(self)
        }
        body(&out)
        answers = out
    }

    func write(_ line: ByteBuffer) {
        write { _ = $0.writeImmutableBuffer(line) }
    }

    func flushAnswers() {
        guard let context, let out = answers.take() else { return }
        slowReader.wrote(out.readableBytes)
        context.writeAndFlush(wrapOutboundOut(out), promise: nil)
        edge.giveBack(out)
        if !context.channel.isWritable { watchReader() }
        if pauses.contains(.closing) { closeAfterWriting() }
    }

    func tick(at now: NIODeadline) {
        watchReader()
        if calls.isEmpty, isPastLinger(at: now) { return closeAfterWriting() }
        switch liveness.tick(isBusy: !calls.isEmpty, isReading: pauses.isEmpty, at: now) {
        case .nothing: break
        case .ping: write(AnswerBytes.ping)
        case .close(let reason): end(because: reason)
        }
    }

    func drain() {
        guard drainBegan == nil else { return }
        drainBegan = edge.now
        write(AnswerBytes.goaway(reason: "draining", grace: edge.limits.drainTime))
    }

    func closeNow() { context?.channel.abort() }

    /// Whether goodbye was said so long ago that further calls are refused.
    func isPastLinger(at now: NIODeadline) -> Bool {
        drainBegan.map { now >= $0 + edge.limits.drainLinger } ?? false
    }

    /// A call was refused by a limit; too many of them and the connection is left unread for a while.
    func countRefusal() {
        guard refusals.strike(at: edge.now) else { return }
        pause(.refusals)
        edge.loop.assumeIsolated().scheduleTask(in: edge.limits.refusalPause) { self.resume(.refusals) }
    }

    /// Reads no more, and closes once everything is written.
    func closeAfterAnswers() {
        pause(.closing)
        held = nil
    }

    private func take(_ buffer: ByteBuffer) {
        let now = edge.now
        var position = 0
        var finishedLine = false
        buffer.withUnsafeReadableBytes { bytes in
            while pauses.isEmpty, !isEnded, let event = framer.next(in: bytes, from: &position) {
                finishedLine = true
                switch event {
                case .line(let range): receive(UnsafeRawBufferPointer(rebasing: bytes[range]), at: now)
                case .joined: framer.takeJoined().withUnsafeBytes { receive($0, at: now) }
                case .blank: receiveBlank(at: now)
                case .tooLong:
                    refuse(RPCError(.tooLarge), id: nil, at: now)
                    if tooLong.strike(at: now) {
                        edge.metrics.end(.tooLong)
                        closeAfterAnswers()
                    }
                }
            }
        }
        if position < buffer.readableBytes {
            held = buffer.getSlice(
                at: buffer.readerIndex + position, length: buffer.readableBytes - position)
        }
        liveness.received(insideLine: framer.isInsideLine, finishedLine: finishedLine, at: now)
    }

    private func pause(_ reason: Pauses) {
        let wasReading = pauses.isEmpty
        pauses.insert(reason)
        if wasReading { setAutoRead(false) }
    }

    private func resume(_ reason: Pauses) {
        guard pauses.contains(reason) else { return }
        pauses.remove(reason)
        guard pauses.isEmpty, !isEnded else { return }
        liveness.resumed(at: edge.now)
        if let held = held.take() { take(held) }
        if pauses.isEmpty { setAutoRead(true) }
    }

    private func setAutoRead(_ isOn: Bool) {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: isOn)
    }

    private func watchReader() {
        guard let channel = context?.channel, channel.isActive,
            let waiting = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
        else { return }
        let isWithinShare = edge.backlog.change(by: waiting - waitingBytes)
        waitingBytes = waiting
        switch slowReader.waiting(waiting, at: edge.now) {
        case .nothing: break
        case .pauseReading: pause(.slowReader)
        case .resumeReading: resume(.slowReader)
        case .close: return endSlowReader()
        }
        if !isWithinShare, slowReader.isPaused { endSlowReader() }
    }

    private func endSlowReader() {
        edge.metrics.end(.slowReader)
        context?.channel.abort()
    }

    private func end(because reason: Liveness.Reason) {
        switch reason {
        case .slowLine: edge.metrics.end(.slowLine)
        case .idle: edge.metrics.end(.idle)
        case .silent: edge.metrics.end(.silent)
        }
        context?.close(promise: nil)
    }

    private func closeAfterWriting() {
        guard let context else { return }
        let empty = edge.takeBuffer(capacity: 0)
        context.writeAndFlush(wrapOutboundOut(empty)).assumeIsolated().whenComplete { _ in
            self.context?.close(promise: nil)
        }
    }

    /// The connection is gone: nobody waits for its calls any more.
    private func end() {
        guard !isEnded else { return }
        isEnded = true
        edge.remove(self)
        let abandoned = calls
        calls.removeAll()
        for call in abandoned { abandon(call) }
        _ = edge.backlog.change(by: -waitingBytes)
        waitingBytes = 0
        answers = nil
        held = nil
    }
}
