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
            return refuse(RPCError(.invalidRequest, reason: "id-missing"), id: nil, at: now)
        }
        do {
            let id = try decode(Cancel.self, envelope.params, of: line).id.bytes
            // An unknown id is not an error: the answer may already be on its way.
            guard let call = calls.first(where: { $0.id.readableBytesView.elementsEqual(id) }) else { return }
            abandon(call)
            write { out in
                let error = ByteBuffer(bytes: RPCError(.cancelled).encoded(traceID: call.trace.traceID))
                AnswerLine.write(id: call.id, error: error, into: &out)
            }
        } catch {
            refuse(error, id: nil, at: now)
        }
    }

    func receiveProtocolCall(
        _ envelope: RequestEnvelope, id: ByteBuffer, in line: ByteBuffer, at now: NIODeadline
    ) {
        do throws(RPCError) {
            guard line.part(envelope.method, equals: "rpc.authenticate") else {
                throw edge.gate.charged(RPCError(.methodNotFound), to: client.keys, at: now)
            }
            let token: [UInt8]
            do throws(RPCError) {
                token = Array(try decode(Authenticate.self, envelope.params, of: line).token.utf8)
            } catch {
                throw edge.gate.charged(error, to: client.keys, at: now)
            }
            let caller = try token.withUnsafeBytes { bytes in
                edge.gate.authenticate(bytes, memo: &tokenMemo, arrival(at: now))
            }.get()
            connectionToken = token
            let result = try encode(Authenticated(user: caller.principal.sub, expiresAt: caller.expiresAt))
            write { AnswerLine.write(id: id, result: result, into: &$0) }
        } catch {
            if error.code == .quotaExceeded { countRefusal() }
            refuse(error, id: id, at: now)
        }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ params: Range<Int>?, of line: ByteBuffer
    ) throws(RPCError) -> Value {
        let bytes = params.map { line.part($0) } ?? ByteBuffer(string: "{}")
        do throws(JSONDecodingFailure) {
            return try bytes.withUnsafeReadableBytes { buffer throws(JSONDecodingFailure) in
                try JSONCoding.decode(type, from: buffer)
            }
        } catch {
            let faults = error.problems.map { RPCError.FieldFault(pointer: $0.pointer, detail: $0.detail) }
            throw RPCError(.invalidParams, faults: faults)
        }
    }

    private func encode(_ value: some Encodable) throws(RPCError) -> ByteBuffer {
        do {
            return ByteBuffer(bytes: try JSONCoding.encode(value))
        } catch {
            throw RPCError(.internal, cause: "\(error)")
        }
    }
}
