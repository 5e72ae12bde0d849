import Contract
import Lines
import NIOCore
import Wire

extension ServerConnection {
    /// The parsed content of a line.
    private enum Reading {
        case broken(WireError, id: CallID?)
        case own(OwnCall)
        case call(IncomingCall)
    }

    /// A call or notification that belongs to the protocol itself.
    private struct OwnCall {
        var id: CallID?
        var method: String
        var params: [UInt8]
    }

    /// Parses and handles ``line``.
    func readLine(_ clocks: inout CallClocks) {
        let reading = line.withUnsafeMutableReadableBytes { parse($0, &clocks) }
        let isFirst = lifecycle.lineReceived()
        switch reading {
        case .broken(let error, let id):
            let code = error.kind == .envelope ? ErrorCode.invalidRequest : .parseError
            reject(id, method: nil, LineRejection(code, error.reason.rawValue, offset: error.offset))
            // A stranger that sends no JSON speaks another protocol, such as HTTP, whose body may hold a line of ours.
            if lifecycle.peer == .anonymous, error.kind != .envelope { close(.protocolViolation) }
        case .own(let call): handle(call, isFirst: isFirst)
        case .call(let call): admit(call, at: clocks.now)
        }
    }

    private func parse(_ bytes: UnsafeMutableRawBufferPointer, _ clocks: inout CallClocks) -> Reading {
        func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)])
        }
        func text(_ range: Range<Int>?) -> String? { range.map { String(decoding: part($0), as: UTF8.self) } }

        let request: RequestEnvelope
        do {
            request = try scanner.scanRequest(bytes)
        } catch {
            return .broken(error, id: error.id.map { CallID(token: part($0)) })
        }
        let id = request.id.map { CallID(token: part($0)) }
        let method = String(decoding: part(request.method), as: UTF8.self)
        if part(request.method).starts(with: "rpc.") {
            return .own(OwnCall(id: id, method: method, params: request.params.map { Array(part($0)) } ?? []))
        }

        let meta = request.meta
        let requestedTimeout = meta.timeoutMs.map { TimeAmount.milliseconds(min($0, Int64.max / 1_000_000)) }
        let timeout = min(requestedTimeout ?? defaultTimeout, maximumTimeout)
        let isKnown = lifecycle.peer != .anonymous
        let principal = isKnown ? meta.principal.flatMap { PrincipalReader.read(part($0)) } : nil
        var trace = meta.traceparent.flatMap { TraceContext(traceparent: part($0)) }?.child(using: &random)
        // A stranger cannot make this process record spans.
        if !isKnown { trace?.isSampled = false }
        let context = CallContext(
            principal: principal, remoteAddress: isKnown ? text(meta.remoteAddress) : nil,
            deadline: clocks.instant(after: timeout), locale: text(meta.locale),
            idempotencyKey: text(meta.idempotencyKey), trace: trace ?? .root(using: &random), peer: lifecycle.peer)
        var params = ByteBuffer()
        if let range = request.params { params.writeBytes(part(range)) } else { params.writeStaticString("{}") }
        return .call(
            IncomingCall(
                id: id, method: method, params: params, timeout: timeout, context: context,
                claimsIdentity: meta.principal != nil || meta.remoteAddress != nil,
                isPrincipalBroken: meta.principal != nil && principal == nil))
    }

    // MARK: The protocol's own calls

    private func handle(_ call: OwnCall, isFirst: Bool) {
        switch call.method {
        case "rpc.ping":
            if let id = call.id { answerEmpty(id) } else { outbox.writeStaticString(ProtocolLine.pong) }
        case "rpc.pong": break
        case "rpc.cancel": cancel(call)
        case "rpc.link": introduce(call, isFirst: isFirst)
        default:
            reject(
                call.id, method: call.method, LineRejection(.methodNotFound, "the protocol has no such method"))
        }
    }

    private func cancel(_ call: OwnCall) {
        guard let wanted = try? JSONCoding.decode(CancelParams.self, from: call.params) else {
            return reject(call.id, method: call.method, LineRejection(.invalidParams, "params must be {\"id\":…}"))
        }
        let id = wanted.id.bytes.withUnsafeBytes { CallID(token: $0) }
        // An unknown id is not an error, because an answer and a cancellation may cross on the wire.
        if let running = calls.cancel(id) {
            running.task.cancel()
            end(id, running.call, RPCError(.cancelled), at: context?.eventLoop.now ?? .now())
        }
        if let own = call.id { answerEmpty(own) }
    }

    private func introduce(_ call: OwnCall, isFirst: Bool) {
        guard isFirst else {
            return reject(
                call.id, method: call.method, LineRejection(.invalidRequest, "rpc.link must be the first line"))
        }
        guard let introduction = try? JSONCoding.decode(Introduction.self, from: call.params),
            introduction.isWellFormed, let secret = parts.configuration.secret,
            LinkSecret.matches(introduction.secret.utf8, secret)
        else {
            reject(call.id, method: call.method, LineRejection(.forbidden, "the introduction is not valid"))
            return close(.introduction)
        }
        lifecycle.introduced(introduction.process)
        if let channel = context?.channel { peerIntroduced(on: channel) }
        if let id = call.id { answerEmpty(id) }
    }

    private func answerEmpty(_ id: CallID) {
        AnswerLine.write(id: id, result: ByteBuffer(staticString: "{}"), into: &outbox)
    }
}
