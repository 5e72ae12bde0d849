import Contract
import Lines
import NIOCore
import RPC
import Values
import Wire

/// Conversion of lines to calls, and the calls' answers.
extension LineHandler: CallOwner {
    func receive(_ bytes: UnsafeRawBufferPointer, at now: NIODeadline) {
        guard edge.gate.guardAdmits(client.keys, isSignedIn: tokenMemo.isKnown, at: now) else {
            countRefusal()
            return refuse(CallGate.guardExceeded, id: nil, at: now)
        }
        // Copied, since it is scanned in place, and parts of it live as long as the call.
        var line = edge.takeBuffer(capacity: bytes.count)
        line.writeBytes(bytes)
        let scanner = edge.scanner
        let scanned = line.withUnsafeMutableReadableBytes { bytes in
            Result { () throws(WireError) in try scanner.scanRequest(bytes) }
        }
        switch scanned {
        case .success(let envelope):
            guard let id = envelope.id else { return receiveNotification(envelope, in: line, at: now) }
            liveness.called(at: now)
            receiveCall(envelope, id: line.part(id), in: line, at: now)
        case .failure(let fault):
            charge(at: now)
            refuse(RPCError(fault), id: fault.id.map { line.part($0) }, at: now)
        }
    }

    var admission: (gate: CallGate, client: AddressKeys)? { (edge.gate, client.keys) }

    func callEnded(_ call: RoutedCall, _ answer: CallOutcome) {
        forget(call)
        var (code, reason, bytes): (Int?, String?, Int) = (nil, nil, 0)
        write { out in
            let before = out.readableBytes
            switch answer {
            case .result(let result):
                AnswerLine.write(id: call.id, result: result, into: &out)
            case .refusal(let number, _, let object):
                code = number
                AnswerLine.write(id: call.id, error: object, into: &out)
            case .failure(let error):
                (code, reason) = (error.code.number, error.reason)
                let object = ByteBuffer(bytes: error.encoded(traceID: call.trace.traceID, in: call.language))
                AnswerLine.write(id: call.id, error: object, into: &out)
            }
            bytes = out.readableBytes - before
        }
        edge.journal.record(call, code: code) {
            var record = JournalRecord(of: call, transport: .lines, client: client, at: call.endedAt)
            (record.code, record.reason, record.bytesOut) = (code, reason, bytes)
            return record
        }
        // The buffer can be reused once the call, which shares it, is gone.
        edge.giveBack(call.id)
    }

    /// Cancels a call whose client has cancelled it or is gone.
    func abandon(_ call: RoutedCall) {
        forget(call)
        edge.router.cancel(call)
        var record = JournalRecord(of: call, transport: .lines, client: client, at: edge.now)
        record.code = ErrorCode.cancelled.number
        edge.journal.record(record)
    }

    /// The known parts of a call that was refused.
    struct RefusedCall {
        var route: Route?
        var caller: VerifiedToken?
        var trace: TraceContext?
        var language = Language.english
    }

    /// Answers a line that did not become a call.
    func refuse(_ error: RPCError, id: ByteBuffer?, _ call: RefusedCall = RefusedCall(), at now: NIODeadline) {
        let trace = call.trace ?? TraceContext.root(using: &edge.random)
        let object = ByteBuffer(bytes: error.encoded(traceID: trace.traceID, in: call.language))
        write { AnswerLine.write(id: id, error: object, into: &$0) }
        edge.journal.record(
            JournalRecord(
                transport: .lines, route: call.route, code: error.code.number, reason: error.reason, trace: trace,
                took: edge.now - now, remoteAddress: client.text, user: call.caller?.principal.sub,
                bytesOut: object.readableBytes,
                attempts: 0))
    }

    /// Charges a line that is not a call to the client's address.
    func charge(at now: NIODeadline) {
        if !edge.gate.charge(client.keys, at: now).decision.isAllowed { countRefusal() }
    }

    private func receiveCall(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) {
        if line.part(envelope.method, startsWith: "rpc.") {
            return receiveProtocolCall(envelope, id: id, in: line, at: now)
        }
        guard calls.count < edge.limits.inFlightPerConnection else {
            countRefusal()
            return refuse(
                CallGate.tooManyInFlight, id: id, RefusedCall(language: language(of: envelope, in: line)), at: now)
        }
        guard !calls.contains(where: { $0.id == id }) else {
            charge(at: now)
            return refuse(
                RPCError(.idInUse), id: nil, RefusedCall(language: language(of: envelope, in: line)), at: now)
        }
        guard !isPastLinger(at: now) else {
            return refuse(
                RPCError(.draining), id: id, RefusedCall(language: language(of: envelope, in: line)), at: now)
        }
        let route = line.withPart(envelope.method) { edge.routes.route(named: $0) }
        let trace = trace(of: envelope.meta, in: line)
        switch admit(route, envelope.meta, in: line, at: now) {
        case .refused(let error, _):
            if error.code == .quotaExceeded || error.code == .overloaded { countRefusal() }
            refuse(
                error, id: id, RefusedCall(route: route, trace: trace, language: language(of: envelope, in: line)),
                at: now)
        case .admitted(let caller, _):
            used()
            guard let route else { return }
            if let fault = fault(of: envelope, route) {
                edge.gate.leave(caller, client.keys, route)
                return refuse(
                    fault, id: id,
                    RefusedCall(
                        route: route, caller: caller, trace: trace, language: language(of: envelope, in: line)), at: now
                )
            }
            send(envelope, to: route, id: id, in: line, caller: caller, trace: trace, at: now)
        }
    }

    func admit(
        _ route: Route?, _ meta: RequestMeta, in line: ByteBuffer, at now: NIODeadline
    ) -> CallGate.Verdict {
        func decide(_ token: UnsafeRawBufferPointer?, isStanding: Bool = false) -> CallGate.Verdict {
            edge.gate.admit(route, token: token, memo: &tokenMemo, isStanding: isStanding, arrival(of: client, at: now))
        }
        if let token = meta.token { return line.withPart(token) { decide($0) } }
        return connectionToken?.withUnsafeBytes { decide($0, isStanding: true) } ?? decide(nil)
    }

    /// Returns the language that `meta.locale` asks for.
    func language(of envelope: RequestEnvelope, in line: ByteBuffer) -> Language {
        Language(locale: envelope.meta.locale.map { line.bytes($0) })
    }

    private func fault(of envelope: RequestEnvelope, _ route: Route) -> RPCError? {
        if envelope.params?.count ?? 0 > route.declaration.maximumRequestBytes { return RPCError(.tooLarge) }
        guard route.declaration.idempotency == .keyed, envelope.meta.idempotencyKey == nil else { return nil }
        return RPCError(.idempotencyKeyMissing)
    }

    private func send(
        _ envelope: RequestEnvelope, to route: Route, id: ByteBuffer, in line: ByteBuffer, caller: VerifiedToken?,
        trace: TraceContext, at now: NIODeadline
    ) {
        // Passed one by one, since a struct of them would retain and release each on every call.
        let meta = envelope.meta
        let longest = Int64(route.declaration.timeoutMilliseconds)
        let timeout = min(meta.timeoutMs ?? longest, longest)
        let call = RoutedCall(
            route: route, params: envelope.params.map { line.part($0) },
            remoteAddress: client.linkAddress, trace: trace, locale: meta.locale.map { line.bytes($0) },
            idempotencyKey: meta.idempotencyKey.map { line.bytes($0) }, id: id, caller: caller, owner: self,
            router: edge.router, startedAt: now, deadline: now + .milliseconds(timeout))
        calls.append(call)
        edge.router.send(call)
    }

    private func forget(_ call: RoutedCall) {
        edge.gate.leave(call.caller, client.keys, call.route)
        if call.extraCost > 0 {
            _ = edge.gate.settle(call.caller, client.keys, call.route, cost: call.extraCost, at: call.endedAt)
        }
        guard let index = calls.firstIndex(where: { $0 === call }) else { return }
        calls.remove(at: index)
    }

    private func trace(of meta: RequestMeta, in line: ByteBuffer) -> TraceContext {
        edge.span(within: meta.traceparent.flatMap { TraceContext(traceparent: line.bytes($0)) })
    }
}
