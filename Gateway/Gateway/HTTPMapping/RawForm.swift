import Contract
import HTTPParsing
import NIOCore
import RPC
import Values
import Wire

/// Turns an HTTP request into a ``RawRequest``: header fields and body, byte for byte.
enum RawForm {
    /// Returns the parameters as one JSON object without raw line breaks.
    ///
    /// - Parameters:
    ///   - query: the target's query; methods of this form take no parameters there.
    ///   - head: the request's head, already parsed by ``RequestHead``.
    ///   - body: the body, of any type.
    /// - Throws: `invalid-params` for a query; `invalid-request` for a field that is not printable ASCII; `too-large`
    ///   if the parameters are longer than the method allows.
    static func params(
        of route: Route, query: UnsafeRawBufferPointer?, head: ByteBuffer, body: ByteBuffer
    ) throws(RPCError) -> ByteBuffer {
        let faults = QueryReader.read(query, of: route.query).faults
        guard faults.isEmpty else { throw RPCError(.invalidParams, faults: faults) }
        let fields = try fields(of: head)
        let limit = route.declaration.maximumRequestBytes
        guard body.readableBytes <= RawRequest.maximumBodyBytes(base64: limit) else { throw tooLarge }
        var writer = JSONWriter(reservingCapacity: 64 + head.readableBytes + (body.readableBytes * 4 + 2) / 3)
        writer.beginObject()
        writer.key("headers")
        writer.beginObject()
        for field in fields {
            writer.key(field.name)
            writer.string(field.value)
        }
        writer.endObject()
        writer.key("bodyBase64")
        writer.string(Base64URL.encode(body.readableBytesView))
        writer.endObject()
        guard writer.bytes.count <= limit else { throw tooLarge }
        return ByteBuffer(bytes: writer.bytes)
    }

    private struct Field {
        let name: String
        var value: String
    }

    /// Returns the header fields for the service, in order of first appearance.
    private static func fields(of head: ByteBuffer) throws(RPCError) -> [Field] {
        let read = head.withUnsafeReadableBytes { bytes in
            Result { () throws(HTTPFault) in try lines(of: bytes) }
        }
        var fields: [Field] = []
        var namedByConnection: Set<String> = []
        for line in try read.mapError(\.error).get() {
            if line.name == "connection" {
                let options = line.value.lowercased().split(separator: ",")
                namedByConnection.formUnion(options.map { $0.filter { $0 != " " && $0 != "\t" } })
            } else if RawRequest.isLeftOut(line.name) {
                continue
            } else if let index = fields.firstIndex(where: { $0.name == line.name }) {
                fields[index].value += ", " + line.value
            } else {
                fields.append(line)
            }
        }
        fields.removeAll { namedByConnection.contains($0.name) }
        for field in fields where !field.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw RPCError(
                .headerField,
                faults: [
                    .init(
                        .printableASCII, at: JSONPointer.appending(field.name, to: "/headers"),
                        field: UserText(all: field.name))
                ])
        }
        return fields
    }

    /// Returns the field lines of a head, names in lower case.
    private static func lines(of head: UnsafeRawBufferPointer) throws(HTTPFault) -> [Field] {
        var lines = HTTPLines(head)
        _ = try lines.next()
        var fields: [Field] = []
        while case let line = try lines.next(), !line.isEmpty {
            guard let (name, value) = HTTPLines.field(line, of: head) else { throw .field }
            // Invalid UTF-8 becomes a character that is not printable ASCII.
            fields.append(
                Field(
                    name: String(decoding: head[name], as: UTF8.self).lowercased(),
                    value: String(decoding: head[value], as: UTF8.self)))
        }
        return fields
    }

    private static let tooLarge = RPCError(
        .tooLarge,
        faults: [
            .init(
                .malformed(
                    UserText(
                        "header fields and the body in base64 exceed the limit",
                        ru: "поля заголовка и тело в base64 превышают допустимый размер",
                        be: "палі загалоўка і цела ў base64 перавышаюць дапушчальны памер")), at: "")
        ])
}

extension ValueFault {
    fileprivate static let printableASCII = ValueFault(
        "printable-ascii",
        UserText(
            "must be printable ASCII", ru: "нужны печатные символы ASCII", be: "патрэбны друкаваныя сімвалы ASCII"))
}
