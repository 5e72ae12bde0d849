import Lines
import NIOCore

/// The base class of all protocols' handlers: reads and writes bytes, pauses reading, limits slow readers, and closes.
///
/// Subclasses interpret bytes (``take(_:at:)``), enforce time limits (``timePassed(at:)``) and clean up (``ended()``).
class ClientConnection: ChannelInboundHandler, EdgeConnection {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The reasons to pause reading from the client.
    struct Pauses: OptionSet {
        let rawValue: UInt8
        /// The client does not read its answers.
        static let slowReader = Pauses(rawValue: 1)
        /// Too many of the client's calls were refused.
        static let refusals = Pauses(rawValue: 2)
        /// A request is being answered, and the next must wait.
        static let answering = Pauses(rawValue: 4)
        /// The connection closes after its last answer.
        static let closing = Pauses(rawValue: 8)
    }

    final let edge: EdgeLoop
    /// The client's address; behind an HTTP proxy it may change with each request.
    final var client: ClientAddress
    final private(set) var pauses: Pauses = []
    final private(set) var isEnded = false
    /// The last token that the client sent.
    final var tokenMemo = TokenMemo()
    /// The time at which the connection closes unless a call is admitted before.
    final var unusedUntil: NIODeadline
    /// True if a call was admitted since the last tick.
    private final var wasUsed = false
    /// True if the ledger takes the connection for busy.
    private final var wasBusy = false
    private final var context: ChannelHandlerContext?
    private final var slowReader: SlowReader
    private final var waitingBytes = 0
    /// The bytes received while reading is paused.
    private final var held: ByteBuffer?
    private final var answers: ByteBuffer?
    private final var isReading = true
    private final var isWritable = true

    /// The bytes of answers, in pieces, that are gathered in one turn.
    private static let gatheredBytes = 64 * 1024

    init(edge: EdgeLoop, client: ClientAddress) {
        self.edge = edge
        self.client = client
        slowReader = SlowReader(limits: edge.limits.slowReader)
        unusedUntil = edge.now + edge.limits.unusedTime
    }

    // MARK: For subclasses

    /// Handles the start of the connection, once it can be written to.
    func opened() {}

    /// Processes bytes until reading is paused.
    ///
    /// - Returns: the number of bytes processed; fewer than all only if reading was paused.
    func take(_ bytes: UnsafeRawBufferPointer, at now: NIODeadline) -> Int { bytes.count }

    /// Handles the end of a pause, before reading continues.
    func resumed(at now: NIODeadline) {}

    /// Enforces time limits; called about twice a second.
    func timePassed(at now: NIODeadline) {}

    /// True while calls are in flight or an event stream is open: the connection then never closes for another.
    var isBusy: Bool { false }

    /// True if no request is being received or answered.
    var isBetweenRequests: Bool { !isBusy }

    /// The arrival of the first byte of what is being received; `nil` if nothing is, or if a request is being answered.
    var receivingSince: NIODeadline? { nil }

    /// Announces the shutdown, finishes the calls in flight, and closes.
    func drain() {}

    /// Writes what the client should know before its idle connection closes.
    func leaving() {}

    /// Handles the end of the connection; answers to its calls are no longer needed.
    func ended() {}

    /// Handles room for more bytes: those gathered before were passed on, or the client has read enough of them.
    func roomMade() {}

    // MARK: Bytes out

    /// Adds bytes to those that are written at the end of this turn of the loop.
    final func write(_ body: (inout ByteBuffer) -> Void) {
        guard context != nil, !isEnded else { return }
        var out: ByteBuffer
        if let gathered = answers.take() {
            out = gathered
        } else {
            out = edge.takeBuffer(capacity: 1024)
            edge.flushLater(self)
        }
        body(&out)
        answers = out
    }

    final func flushAnswers() {
        guard let context, let out = answers.take() else { return }
        slowReader.wrote(out.readableBytes)
        context.writeAndFlush(wrapOutboundOut(out), promise: nil)
        edge.giveBack(out)
        if !isWritable { watchReader() }
        if pauses.contains(.closing) { return closeAfterWriting() }
        roomMade()
    }

    /// The bytes that may be gathered before they are passed on; none while the client is slow.
    final var room: Int {
        context == nil || isEnded || !isWritable ? 0 : max(Self.gatheredBytes - (answers?.readableBytes ?? 0), 0)
    }

    /// Stops reading, and closes once everything is written.
    final func closeAfterAnswers() {
        guard !pauses.contains(.closing) else { return }
        pause(.closing)
        held = nil
        if answers == nil { closeAfterWriting() }
    }

    /// Closes without a TLS closing handshake.
    final func closeNow() { context?.channel.abort() }

    /// Records an admitted call.
    final func used() {
        unusedUntil = .distantFuture
        wasUsed = true
    }

    /// Closes because of an exceeded limit.
    final func close(because reason: EdgeMetrics.Ending) {
        edge.metrics.end(reason)
        context?.close(promise: nil)
    }

    /// Returns the arrival of a call, for the gate.
    final func arrival(of client: ClientAddress, at now: NIODeadline) -> CallGate.Arrival {
        CallGate.Arrival(client: client.keys, now: now, time: edge.wallClock())
    }

    private func closeAfterWriting() {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { [weak self] _ in
            self?.context?.close(promise: nil)
        }
    }

    /// True while bytes wait for the client, as last seen.
    final var isBehind: Bool { !isWritable || waitingBytes > 0 }

    /// True unless earlier events wait for the client.
    final var takesEvents: Bool { !isBehind && !pauses.contains(.slowReader) }

    // MARK: Bytes in

    final func pause(_ reason: Pauses) { pauses.insert(reason) }

    final func resume(_ reason: Pauses, at now: NIODeadline) {
        guard pauses.contains(reason) else { return }
        pauses.remove(reason)
        guard pauses.isEmpty, !isEnded else { return }
        resumed(at: now)
        if let held = held.take() { read(held) }
        if pauses.isEmpty { setReading(true) }
    }

    final func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        guard pauses.isEmpty else {
            guard !pauses.contains(.closing) else { return }
            // One read is held; further bytes stay in the kernel's buffers, and finally with the client.
            if held?.writeBuffer(&buffer) == nil { held = buffer }
            return setReading(false)
        }
        read(buffer)
    }

    /// Does not forward the event, since this is the last handler of the pipeline.
    final func channelReadComplete(context: ChannelHandlerContext) {}

    private func read(_ buffer: ByteBuffer) {
        let taken = buffer.withUnsafeReadableBytes { take($0, at: edge.now) }
        guard taken < buffer.readableBytes, !pauses.contains(.closing), !isEnded else { return }
        held = buffer.getSlice(at: buffer.readerIndex + taken, length: buffer.readableBytes - taken)
    }

    private func setReading(_ isOn: Bool) {
        guard isOn != isReading, let options = context?.channel.syncOptions else { return }
        isReading = isOn
        try? options.setOption(.autoRead, value: isOn)
    }

    // MARK: Time

    final func tick(at now: NIODeadline) {
        watchReader()
        guard !isEnded else { return }
        if isUnused(at: now) { return leave(because: .unused) }
        recordUse()
        timePassed(at: now)
    }

    /// Returns true if the time without an admitted call is over, apart from a request that began within it.
    ///
    /// One that began later does not count, or a client could always be inside the next one.
    private func isUnused(at now: NIODeadline) -> Bool {
        guard now >= unusedUntil else { return false }
        return isBetweenRequests || receivingSince.map { $0 >= unusedUntil } ?? false
    }

    private func recordUse() {
        let isBusy = isBusy
        guard wasUsed || isBusy != wasBusy, let context else { return }
        (wasUsed, wasBusy) = (false, isBusy)
        edge.record(Connections.Use(id: ObjectIdentifier(context.channel), isBusy: isBusy))
    }

    /// Closes for another connection, unless this one is in use.
    private func yieldPlace(_ request: YieldRequest, on channel: any Channel) {
        guard !isBusy else {
            wasBusy = true
            return request.connections.declined(channel)
        }
        leave(because: .displaced)
    }

    /// Closes to make room for others: says goodbye, but does not wait for the client's answer.
    private func leave(because reason: EdgeMetrics.Ending) {
        guard let channel = context?.channel else { return }
        leaving()
        flushAnswers()
        close(because: reason)
        channel.abort()
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
        case .resumeReading: resume(.slowReader, at: edge.now)
        case .close: return endSlowReader()
        }
        if !isWithinShare, slowReader.isPaused { endSlowReader() }
    }

    private func endSlowReader() {
        edge.metrics.end(.slowReader)
        context?.channel.abort()
    }

    // MARK: Life

    final func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        // First, since a loop that drains tells the new connection at once, and a greeting comes before that.
        opened()
        edge.add(self)
    }

    final func handlerRemoved(context: ChannelHandlerContext) {
        end()
        self.context = nil
    }

    final func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    final func channelWritabilityChanged(context: ChannelHandlerContext) {
        isWritable = context.channel.isWritable
        watchReader()
        if isWritable, !pauses.contains(.closing) { roomMade() }
        context.fireChannelWritabilityChanged()
    }

    final func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let request = event as? YieldRequest else { return context.fireUserInboundEventTriggered(event) }
        yieldPlace(request, on: context.channel)
    }

    final func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func end() {
        guard !isEnded else { return }
        isEnded = true
        edge.remove(self)
        _ = edge.backlog.change(by: -waitingBytes)
        waitingBytes = 0
        answers = nil
        held = nil
        ended()
    }
}
