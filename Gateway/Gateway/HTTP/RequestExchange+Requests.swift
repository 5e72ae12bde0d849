import Contract
import HTTPParsing
import NIOCore
import RPC
import Values
import Wire

/// Turns complete requests into calls and pages.
extension RequestExchange {
    /// Handles the complete request.
    func receive() {
        guard let request else { return }
        let now = request.began
        guard edge.gate.guardAdmits(client.keys, isSignedIn: connection.tokenMemo.isKnown, at: now) else {
            return answer(with: CallGate.guardExceeded, at: now)
        }
        switch request.destination {
        case .method(let route, let values): receive(route, values, request)
        case .call: receiveCall(request)
        case .openAPI: receivePage(request) { answerOpenAPI() }
        case .events: receiveEvents(request)
        case .problem(let code): receivePage(request) { answer(about: code) }
        // Charged to the guard only: a page takes several files, and a campus shares an address.
        case .web(let target): answerWeb(target)
        // Charged to the guard only, since a browser sends a preflight for each request of a page.
        case .verbNotAllowed(let verbs) where request.isPreflight: answerPreflight(verbs)
        case .verbNotAllowed(let verbs):
            guard chargeAddress(for: request) else { return }
            answer(with: RPCError(.verbNotAllowed), at: now, allow: verbs)
        case .notFound:
            guard chargeAddress(for: request) else { return }
            answer(with: RPCError(.methodNotFound), at: now)
        case .malformed:
            guard chargeAddress(for: request) else { return }
            answer(with: HTTPFault.requestLine.error, at: now)
        }
    }

    private func receive(_ route: Route, _ values: PathValues, _ request: EdgeRequest) {
        let token = route.isRaw ? nil : request.head.authorization
        guard let caller = admit(route, token: token, of: request.bytes, request) else { return }
        do throws(RPCError) {
            let params = try request.params(of: route, values, edge.publicOrigin)
            try send(route, params: params, caller: caller.token, request, LineMeta(request))
        } catch {
            edge.gate.leave(caller.token, client.keys, route)
            answer(with: error, at: request.began, caller: caller.token)
        }
    }

    /// Handles a JSON-RPC call in the body.
    private func receiveCall(_ request: EdgeRequest) {
        guard let type = request.text(request.head.contentType), HTTPMapping.isJSON(type) else {
            guard chargeAddress(for: request) else { return }
            return answer(with: Self.notJSON, at: request.began)
        }
        if let fault = queryFault(request) {
            guard chargeAddress(for: request) else { return }
            return answer(with: fault, at: request.began)
        }
        let scanner = edge.scanner
        var line = request.body
        self.request?.body = ByteBuffer()
        let scanned = line.withUnsafeMutableReadableBytes { bytes in
            Result { () throws(WireError) in try scanner.scanRequest(bytes) }
        }
        self.request?.body = line
        switch scanned {
        case .failure(let fault):
            guard chargeAddress(for: request) else { return }
            self.request?.callID = fault.id.map { line.part($0) }
            answer(with: RPCError(fault), at: request.began)
        case .success(let envelope): receive(envelope, in: line, request)
        }
    }

    private func receive(_ envelope: RequestEnvelope, in line: ByteBuffer, _ request: EdgeRequest) {
        let now = request.began
        guard let id = envelope.id else {
            guard chargeAddress(for: request) else { return }
            return answer(with: RPCError(.idMissing), at: now)
        }
        self.request?.callID = line.part(id)
        if let locale = envelope.meta.locale { request.language = Language(locale: line.bytes(locale)) }
        guard request.head.authorization == nil || envelope.meta.token == nil else {
            guard chargeAddress(for: request) else { return }
            return answer(with: RPCError(.twoTokens), at: now)
        }
        if line.part(envelope.method, equals: OpenRPCAnswer.method) { return discover(envelope, in: line, request) }
        let route = line.withPart(envelope.method) { edge.routes.route(named: $0) }
        let admitted =
            if let token = envelope.meta.token {
                admit(route, token: token, of: line, isBare: true, request)
            } else {
                admit(route, token: request.head.authorization, of: request.bytes, request)
            }
        guard let admitted, let route else { return }
        do throws(RPCError) {
            var meta = try LineMeta(request)
            meta.override(with: envelope.meta, of: line)
            let params = envelope.params.map { line.part($0) }
            guard params?.readableBytes ?? 0 <= route.declaration.maximumRequestBytes else { throw RPCError(.tooLarge) }
            try send(route, params: params, caller: admitted.token, request, meta)
        } catch {
            edge.gate.leave(admitted.token, client.keys, route)
            answer(with: error, at: now, route: route, caller: admitted.token)
        }
    }

    /// Answers `rpc.discover`, which costs the client's address one call, with or without a token.
    private func discover(_ envelope: RequestEnvelope, in line: ByteBuffer, _ request: EdgeRequest) {
        guard chargeAddress(for: request) else { return }
        do throws(RPCError) {
            let document = try edge.openRPC.result(for: envelope.params.map { line.part($0) }, on: edge.loop)
            whenAvailable(document, for: request) { exchange, result in
                switch result {
                case .success(let document): exchange.answer(withResult: document.body)
                case .failure(let error): exchange.answer(with: RPCError(ofDocument: error), at: request.began)
                }
            }
        } catch {
            answer(with: error, at: request.began)
        }
    }

    /// Asks the gate to admit the request; if it refuses, answers with the refusal and returns `nil`.
    func admit(
        _ route: Route?, token field: Range<Int>?, of bytes: ByteBuffer, isBare: Bool = false, _ request: EdgeRequest
    ) -> AdmittedCaller? {
        func decide(_ token: UnsafeRawBufferPointer?) -> CallGate.Verdict {
            edge.gate.admit(
                route, token: token, memo: &connection.tokenMemo, connection.arrival(of: client, at: request.began))
        }
        let verdict =
            if let field {
                bytes.withPart(field) { decide(isBare ? $0 : HTTPBytes.bearerToken(of: $0)) }
            } else {
                decide(nil)
            }
        switch verdict {
        case .admitted(let token, let quota):
            connection.used()
            self.request?.quota = quota
            return AdmittedCaller(token: token)
        case .refused(let error, let quota):
            self.request?.quota = quota
            answer(with: error, at: request.began, route: route)
            return nil
        }
    }

    /// Charges a request that is not a call to the client's address; rejects it once the quota is used up.
    func chargeAddress(for request: EdgeRequest) -> Bool {
        let quota = edge.gate.charge(client.keys, at: request.began)
        self.request?.quota = quota
        if !quota.decision.isAllowed { answer(with: CallGate.quotaExceeded(quota.decision), at: request.began) }
        return quota.decision.isAllowed
    }

    /// Handles a GET of a page, which takes no parameters.
    private func receivePage(_ request: EdgeRequest, answer: () -> Void) {
        guard chargeAddress(for: request) else { return }
        if let fault = queryFault(request) { return self.answer(with: fault, at: request.began) }
        answer()
    }

    /// Returns the error for a query on a target that takes no parameters.
    private func queryFault(_ request: EdgeRequest) -> RPCError? {
        request.bytes.withPart(request.head.target) { bytes in
            let faults = QueryReader.read(RequestTarget(bytes)?.query, of: QueryForm()).faults
            return faults.isEmpty ? nil : RPCError(.invalidParams, faults: faults)
        }
    }

    private func send(
        _ route: Route, params: ByteBuffer?, caller: VerifiedToken?, _ request: EdgeRequest, _ meta: LineMeta
    ) throws(RPCError) {
        if route.declaration.idempotency == .keyed, meta.idempotencyKey == nil {
            throw RPCError(.idempotencyKeyMissing)
        }
        let longest = Int64(route.declaration.timeoutMilliseconds)
        let timeout = min(meta.timeoutMilliseconds ?? longest, longest)
        let call = RoutedCall(
            route: route, params: params, remoteAddress: client.linkAddress, trace: request.trace, locale: meta.locale,
            idempotencyKey: meta.idempotencyKey, id: self.request?.callID ?? ByteBuffer(), caller: caller, owner: self,
            router: edge.router, startedAt: request.began, deadline: request.began + .milliseconds(timeout))
        self.call = call
        edge.router.send(call)
    }

    private static var notJSON: RPCError { RPCError(.contentType) }
}

/// The caller of an admitted request.
struct AdmittedCaller {
    /// `nil` without a token.
    var token: VerifiedToken?
}

/// The members of a call's `meta` that come from header fields or from the envelope.
private struct LineMeta {
    var locale: [UInt8]?
    var idempotencyKey: [UInt8]?
    var timeoutMilliseconds: Int64?

    /// Reads the header fields.
    ///
    /// - Throws: `invalid-params` for a malformed idempotency key.
    init(_ request: EdgeRequest) throws(RPCError) {
        locale = request.text(request.head.acceptLanguage).flatMap { RequestFields.locale($0) }
        if let field = request.text(request.head.idempotencyKey) {
            guard let key = RequestFields.idempotencyKey(field) else {
                throw RPCError(.idempotencyKeyMalformed)
            }
            idempotencyKey = key
        }
    }

    /// Applies the envelope's `meta`, which takes precedence over header fields.
    mutating func override(with meta: RequestMeta, of line: ByteBuffer) {
        if let range = meta.locale { locale = line.bytes(range) }
        if let range = meta.idempotencyKey { idempotencyKey = line.bytes(range) }
        timeoutMilliseconds = meta.timeoutMs
    }
}
