import Contract
import Lines
import NIOCore
import RPC
import Values
import Wire

/// The protocol's own lines: methods that begin with `rpc.`, and notifications.
extension LineHandler {
    private struct Cancel: Decodable {
        var id: RawJSON
    }

    private struct Authenticate: Decodable {
        var token: String
    }

    private struct Authenticated: Encodable {
        var user: String
        var expiresAt: Instant
    }

    func receiveNotification(_ envelope: RequestEnvelope, in line: ByteBuffer, at now: NIODeadline) {
        charge(at: now)
        if line.part(envelope.method, equals: "rpc.pong") { return liveness.ponged() }
        guard line.part(envelope.method, equals: "rpc.cancel") else {
            return refuse(
                RPCError(.idMissing), id: nil, RefusedCall(language: language(of: envelope, in: line)), at: now)
        }
        do {
            let id = try decode(Cancel.self, envelope.params, of: line).id.bytes
            // An unknown id is not an error: the answer may already be on its way.
            guard let call = calls.first(where: { $0.id.readableBytesView.elementsEqual(id) }) else { return }
            abandon(call)
            write { out in
                let error = ByteBuffer(
                    bytes: RPCError(.cancelled).encoded(traceID: call.trace.traceID, in: call.language))
                AnswerLine.write(id: call.id, error: error, into: &out)
            }
        } catch {
            refuse(error, id: nil, RefusedCall(language: language(of: envelope, in: line)), at: now)
        }
    }

    func receiveProtocolCall(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) {
        do throws(RPCError) {
            if line.part(envelope.method, equals: "rpc.authenticate") {
                try authenticate(envelope, id: id, in: line, at: now)
            } else if line.part(envelope.method, equals: OpenRPCAnswer.method) {
                try discover(envelope, id: id, in: line, at: now)
            } else if line.part(envelope.method, equals: "rpc.subscribe") {
                try subscribe(envelope, id: id, in: line, at: now)
            } else if line.part(envelope.method, equals: "rpc.unsubscribe") {
                try unsubscribe(envelope, id: id, in: line, at: now)
            } else {
                throw edge.gate.charged(RPCError(.methodNotFound), to: client.keys, at: now)
            }
        } catch {
            if error.code == .quotaExceeded || error.code == .overloaded { countRefusal() }
            refuse(error, id: id, RefusedCall(language: language(of: envelope, in: line)), at: now)
        }
    }

    private func authenticate(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) throws(RPCError) {
        let token: [UInt8]
        do throws(RPCError) {
            token = Array(try decode(Authenticate.self, envelope.params, of: line).token.utf8)
        } catch {
            throw edge.gate.charged(error, to: client.keys, at: now)
        }
        let caller = try token.withUnsafeBytes { bytes in
            edge.gate.authenticate(bytes, memo: &tokenMemo, arrival(of: client, at: now))
        }.get()
        used()
        connectionToken = token
        let result = try encode(Authenticated(user: caller.principal.sub, expiresAt: caller.expiresAt))
        write { AnswerLine.write(id: id, result: result, into: &$0) }
        renewStream(with: caller)
    }

    /// Answers with the OpenRPC document, and reads on only once it is passed to the channel.
    ///
    /// The document is thousands of times as long as its request. Without the pause, a client that sends many requests
    /// at once would make the gateway gather as many copies before the limit on slow readers applies.
    private func discover(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) throws(RPCError) {
        let decision = edge.gate.charge(client.keys, at: now).decision
        guard decision.isAllowed else { throw CallGate.quotaExceeded(decision) }
        let document = try edge.openRPC.result(for: envelope.params.map { line.part($0) }, on: edge.loop)
        pause(.answering)
        switch document {
        case .ready(let document): answer(id, with: .success(document))
        case .coming(let document):
            let language = language(of: envelope, in: line)
            document.assumeIsolated().whenComplete { [weak self] result in
                guard let self, !isEnded else { return }
                answer(id, with: result, language)
            }
        }
    }

    private func answer(
        _ id: ByteBuffer, with document: Result<DocumentOnDemand.Content, any Error>, _ language: Language = .english
    ) {
        switch document {
        case .success(let document): write { AnswerLine.write(id: id, result: document.body, into: &$0) }
        case .failure(let error):
            refuse(RPCError(ofDocument: error), id: id, RefusedCall(language: language), at: edge.now)
        }
        // Runs after the flush, which writing has scheduled.
        edge.loop.assumeIsolated().execute { [weak self] in
            guard let self else { return }
            resume(.answering, at: edge.now)
        }
    }

    func decode<Value: Decodable>(
        _ type: Value.Type, _ params: Range<Int>?, of line: ByteBuffer
    ) throws(RPCError) -> Value {
        let bytes = params.map { line.part($0) } ?? ByteBuffer(string: "{}")
        do throws(JSONDecodingFailure) {
            return try bytes.withUnsafeReadableBytes { buffer throws(JSONDecodingFailure) in
                try JSONCoding.decode(type, from: buffer)
            }
        } catch {
            throw RPCError(error)
        }
    }

    func encode(_ value: some Encodable) throws(RPCError) -> ByteBuffer {
        do {
            return ByteBuffer(bytes: try JSONCoding.encode(value))
        } catch {
            throw RPCError(.internal, cause: "\(error)")
        }
    }
}
