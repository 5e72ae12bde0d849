package import Wire

/// Writes the lines of the protocol itself, `rpc.…`, each with its line break.
package enum ProtocolLine {
    package static let ping: StaticString = "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.ping\",\"params\":{}}\n"
    package static let pong: StaticString = "{\"jsonrpc\":\"2.0\",\"method\":\"rpc.pong\"}\n"

    /// Returns the first line that a server sends.
    ///
    /// - Parameter limits: writes the members of `limits`, which differ between clients and links.
    package static func hello(
        version: Int, server: String, time: String, limits: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        write("rpc.hello") { params in
            params.key("protocol")
            params.integer(version)
            params.key("server")
            params.string(server)
            params.key("time")
            params.string(time)
            params.key("limits")
            params.beginObject()
            limits(&params)
            params.endObject()
        }
    }

    /// Returns the announcement of the server's end: clients finish within `graceMs` and reconnect elsewhere.
    package static func goaway(reason: String, graceMilliseconds: Int64) -> [UInt8] {
        write("rpc.goaway") { params in
            params.key("reason")
            params.string(reason)
            params.key("graceMs")
            params.integer(graceMilliseconds)
        }
    }

    /// Returns a notification, or a call if it has an id.
    ///
    /// - Parameter params: writes the members of `params`.
    package static func write(
        _ method: StaticString, id: UInt64? = nil, params: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        if let id {
            writer.key("id")
            writer.integer(id)
        }
        writer.key("method")
        writer.string(method.description)
        writer.key("params")
        writer.beginObject()
        params(&writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
