import NIOCore
import RPC
import Values
import Wire

/// The bytes of JSON-RPC answers and of the gateway's own lines.
enum AnswerBytes {
    /// Writes an answer with a result.
    ///
    /// - Parameters:
    ///   - id: the client's token as it was sent.
    ///   - result: one JSON value without raw line breaks.
    ///   - end: the closing bracket, and a line break where the answer is a line.
    static func result(id: ByteBuffer, _ result: ByteBuffer, end: StaticString = "}", into out: inout ByteBuffer) {
        write(id, ",\"result\":", result, end, into: &out)
    }

    /// Writes an answer with an error.
    ///
    /// - Parameters:
    ///   - id: the client's token as it was sent; nil if it is not known.
    ///   - object: the JSON-RPC error object.
    ///   - end: the closing bracket, and a line break where the answer is a line.
    static func error(id: ByteBuffer?, object: ByteBuffer, end: StaticString = "}", into out: inout ByteBuffer) {
        write(id ?? null, ",\"error\":", object, end, into: &out)
    }

    private static let null = ByteBuffer(string: "null")

    /// Room is made once for all parts.
    private static func write(
        _ id: ByteBuffer, _ name: StaticString, _ value: ByteBuffer, _ end: StaticString, into out: inout ByteBuffer
    ) {
        let beginning: StaticString = "{\"jsonrpc\":\"2.0\",\"id\":"
        let constant = beginning.utf8CodeUnitCount + name.utf8CodeUnitCount + end.utf8CodeUnitCount
        _ = out.writeLine(capacity: constant + id.readableBytes + value.readableBytes) { line in
            line.append(beginning)
            line.append(id)
            line.append(name)
            line.append(value)
            line.append(end)
        }
    }

    /// The first line of every line connection.
    static func hello(limits: EdgeLimits, time: Instant) -> ByteBuffer {
        notification("rpc.hello") { params in
            params.key("protocol")
            params.integer(1)
            params.key("server")
            params.string("vokol")
            params.key("time")
            params.string(time.description)
            params.key("limits")
            params.beginObject()
            params.key("lineBytes")
            params.integer(limits.requestBytes)
            params.key("inFlight")
            params.integer(limits.inFlightPerConnection)
            params.key("idleMs")
            params.integer(limits.liveness.idle.nanoseconds / 1_000_000)
            params.endObject()
        }
    }

    static let ping = notification("rpc.ping") { _ in }

    /// The process is about to end: finish within `grace`, reconnect elsewhere.
    static func goaway(reason: StaticString, grace: TimeAmount) -> ByteBuffer {
        notification("rpc.goaway") { params in
            params.key("reason")
            params.string(reason.description)
            params.key("graceMs")
            params.integer(grace.nanoseconds / 1_000_000)
        }
    }

    private static func notification(_ method: StaticString, params: (inout JSONWriter) -> Void) -> ByteBuffer {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("method")
        writer.string(method.description)
        writer.key("params")
        writer.beginObject()
        params(&writer)
        writer.endObject()
        writer.endObject()
        return ByteBuffer(bytes: writer.bytes + [UInt8(ascii: "\n")])
    }
}
