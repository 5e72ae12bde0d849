import Contract
import NIOCore
import RPC
import Values
import Wire

/// Turns an HTTP request into the parameters of a call; ``RawForm`` does so for methods that take raw requests.
enum HTTPMapping {
    private static let scanner = EnvelopeScanner(profile: .client)

    /// Returns the parameters as one JSON object without raw line breaks.
    ///
    /// - Parameters:
    ///   - target: the request's target, for which ``RouteTable/match(_:_:)`` returned `route` and `values`.
    ///   - body: the body; an empty one counts as none.
    ///   - contentType: the header `Content-Type`, if any.
    /// - Throws: `invalid-params` with the faults; `invalid-request` for a body that is not allowed or not declared as
    ///   JSON; `parse-error`; `too-large`.
    static func params(
        of route: Route, values: PathValues, target: RequestTarget, body: ByteBuffer?, contentType: String?
    ) throws(RPCError) -> ByteBuffer {
        // Most calls have no query, and a reader takes some 800 instructions to create and destroy.
        let query = target.query.flatMap { $0.isEmpty ? nil : QueryReader.read($0, of: route.query) }
        let body = body.flatMap { $0.readableBytes > 0 ? $0 : nil }
        guard route.takesBody else {
            guard body == nil else { throw RPCError(.bodyNotAllowed) }
            guard values.count > 0 || query != nil else { return emptyObject }
            var writer = JSONWriter(reservingCapacity: 64 + target.path.count + (target.query?.count ?? 0))
            writer.beginObject()
            try writePath(of: route, values, target.path, &writer)
            query?.write(into: &writer)
            writer.endObject()
            if let faults = query?.faults, !faults.isEmpty {
                let others = writer.bytes.withUnsafeBytes { route.faults($0) }
                    .filter { other in !faults.contains { $0.pointer == other.pointer } }
                throw RPCError(.invalidParams, faults: faults + others)
            }
            return ByteBuffer(bytes: writer.bytes)
        }
        if let faults = query?.faults, !faults.isEmpty { throw RPCError(.invalidParams, faults: faults) }
        return try object(of: route, values, target.path, body, contentType)
    }

    /// Returns true if a `Content-Type` is `application/json`, with no parameter but `charset=utf-8`.
    static func isJSON(_ contentType: String) -> Bool {
        let parts = contentType.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { trimmed($0) }
        guard let type = parts.first, equals(type, "application/json") else { return false }
        return parts.dropFirst().allSatisfy { equals($0, "charset=utf-8") || equals($0, "charset=\"utf-8\"") }
    }

    private static let emptyObject = ByteBuffer(staticString: "{}")

    /// Returns the body's object with the path's parameters inserted at its start.
    private static func object(
        of route: Route, _ values: PathValues, _ path: UnsafeRawBufferPointer, _ body: ByteBuffer?,
        _ contentType: String?
    ) throws(RPCError) -> ByteBuffer {
        var content = emptyObject
        if var body {
            guard body.readableBytes <= route.declaration.maximumRequestBytes else { throw RPCError(.tooLarge) }
            guard let contentType, isJSON(contentType) else {
                throw RPCError(.contentType)
            }
            content = try validated(&body)
        }
        guard values.count > 0 else { return content }
        var writer = JSONWriter(reservingCapacity: 64 + path.count + content.readableBytes)
        writer.beginObject()
        try writePath(of: route, values, path, &writer)
        let isEmpty = try content.withUnsafeReadableBytes { bytes in
            Result { () throws(RPCError) -> Bool in
                var members = ObjectMembers(bytes)
                var isEmpty = true
                while let member = members.next() {
                    isEmpty = false
                    for leaf in route.pathParameters where member.isNamed(leaf.member, in: bytes) {
                        throw RPCError(.givenByPath, at: leaf.pointer)
                    }
                }
                return isEmpty
            }
        }.get()
        var joined = writer.bytes
        if isEmpty {
            joined.append(UInt8(ascii: "}"))
        } else {
            joined.append(UInt8(ascii: ","))
            joined.append(contentsOf: content.readableBytesView.dropFirst())
        }
        return ByteBuffer(bytes: joined)
    }

    private static func validated(_ body: inout ByteBuffer) throws(RPCError) -> ByteBuffer {
        let scanned = body.withUnsafeMutableReadableBytes { bytes in
            Result { () throws(WireError) in try scanner.scanValue(bytes, mustBeObject: true) }
        }
        switch scanned {
        case .success(let range):
            return body.getSlice(at: body.readerIndex + range.lowerBound, length: range.count) ?? emptyObject
        case .failure(let fault) where fault.kind == .envelope:
            throw RPCError(.type(.object), at: "")
        case .failure(let fault):
            throw RPCError(
                .parseError,
                faults: [RPCError.FieldFault(.malformed(fault.reason.text, byte: fault.offset), at: "")])
        }
    }

    private static func writePath(
        of route: Route, _ values: PathValues, _ path: UnsafeRawBufferPointer, _ writer: inout JSONWriter
    ) throws(RPCError) {
        for (index, leaf) in route.pathParameters.enumerated() where index < values.count {
            let range = values[index].clamped(to: 0..<path.count)
            let text = UnsafeRawBufferPointer(rebasing: path[range])
            let written: Void? = PercentCoding.withDecoded(text, in: .path) { text in
                writer.key(leaf.member)
                ScalarText.write(text, leaf.kind, into: &writer)
            }
            guard written != nil else { throw RPCError(.badlyEncoded, at: leaf.pointer) }
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var rest = text
        while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
        return rest
    }

    private static func equals(_ text: Substring.UTF8View, _ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in
            text.count == word.count
                && zip(text, word).allSatisfy { ((65...90).contains($0) ? $0 | 0x20 : $0) == $1 }
        }
    }
}
