package import Contract
import Machine
import Values
import Wire

/// A call as an HTTP request, built by its method's HTTP binding.
package struct HTTPForm: Equatable {
    package var verb: String
    /// The path and the query.
    package var target: String
    /// The header fields that describe the body.
    package var fields: [Field] = []
    /// The body: JSON, or any bytes if the method takes a raw request; `nil` for HTTP methods without a body.
    package var body: [UInt8]?

    package struct Field: Equatable {
        /// The name in lower case.
        package var name: String
        package var value: String
    }

    package init(_ binding: HTTPBinding, _ parameters: CallParameters) throws {
        verb = binding.verb.rawValue
        guard binding.body != .raw else {
            target = binding.path
            (fields, body) = try Self.raw(parameters)
            return
        }
        var rest = parameters.members
        var path = ""
        for segment in binding.path.split(separator: "/") {
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else {
                path += "/" + segment
                continue
            }
            let name = String(segment.dropFirst().dropLast())
            guard let index = rest.firstIndex(where: { $0.name == name }), case .value(let value) = rest[index].node
            else { throw OperatorError("\(name) is required: it is part of \(binding.path)") }
            rest.remove(at: index)
            path += "/" + PercentEncoding.encoded(try Self.plain(value))
        }
        guard binding.verb == .get || binding.verb == .delete else {
            target = path
            fields = [Field(name: "content-type", value: "application/json")]
            body = CallParameters(members: rest).json
            return
        }
        let pairs = try rest.flatMap { try Self.pairs($0.name, $0.node) }
        target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        body = nil
    }

    /// Returns the header fields and the body of a raw request.
    private static func raw(_ parameters: CallParameters) throws -> ([Field], [UInt8]) {
        let request: RawRequest
        do {
            request = try JSONCoding.decode(RawRequest.self, from: parameters.json)
        } catch {
            throw OperatorError(
                "write headers.NAME=value for each header field and bodyBase64=… for the body (\(error))")
        }
        let fields = request.headers.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) }
        for field in fields {
            guard !RawRequest.isLeftOut(field.name), field.name != "content-length" else {
                throw OperatorError("the header field \(field.name) cannot be set over HTTP")
            }
        }
        return (fields, request.body)
    }

    /// Returns the query parameters of a value: `limit=20`, `bbox=1,2,3,4`, `near[latitude]=53.9`.
    private static func pairs(_ name: String, _ node: CallParameters.Node) throws -> [String] {
        switch node {
        case .value(let value): return ["\(name)=\(PercentEncoding.encoded(try plain(value)))"]
        case .list(let items):
            return ["\(name)=\(try items.map { PercentEncoding.encoded(try plain($0)) }.joined(separator: ","))"]
        case .object(let members): return try members.flatMap { try pairs("\(name)[\($0.name)]", $0.node) }
        }
    }

    /// Returns the text of a JSON scalar without quotes.
    private static func plain(_ json: [UInt8]) throws -> String {
        switch json.first {
        case UInt8(ascii: "\"")?: return try JSONCoding.decode(String.self, from: json)
        case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
            throw OperatorError("a query cannot contain JSON: write name=value instead of name:=JSON")
        default: return String(decoding: json, as: UTF8.self)
        }
    }
}
