import Contract
import GatewayClient
import Machine
import MuseumsContract
import NIOCore
import NIOHTTP1
import Wire

/// A method to call under load, with its prepared calls.
struct LoadTarget: Sendable {
    let method: String
    /// True if each call needs its own idempotency key.
    let isKeyed: Bool
    /// The calls as lines, from after the id: `,"method":"museums.get","params":{…}}` and a line feed.
    let lines: [[UInt8]]
    /// The calls as HTTP requests, without the access token.
    let requests: [(head: HTTPRequestHead, body: ByteBuffer?)]

    /// Prepares the calls of a method.
    ///
    /// - Parameters:
    ///   - parameters: the variants, used in turn; at least one.
    ///   - host: the `Host` header of HTTP requests.
    init(method: String, parameters: [CallParameters], host: String) throws {
        guard let shape = try MethodShape(method) else { throw OperatorError("unknown method \(method)") }
        self.method = method
        isKeyed = shape.declaration.idempotency == .keyed
        lines = parameters.map { parameters in
            Array(",\"method\":\"\(method)\",\"params\":".utf8) + parameters.json + Array("}\n".utf8)
        }
        let binding = shape.declaration.http
        requests = try parameters.compactMap { parameters in
            try binding.map { binding in
                let form = try HTTPForm(binding, parameters)
                var head = HTTPRequestHead(
                    version: .http1_1, method: .init(rawValue: form.verb), uri: form.target, headers: ["host": host])
                guard let body = form.body else { return (head, nil) }
                for field in form.fields { head.headers.add(name: field.name, value: field.value) }
                head.headers.add(name: "content-length", value: "\(body.count)")
                return (head, ByteBuffer(bytes: body))
            }
        }
    }
}

/// The default parameters of calls: ids of existing museums and common search words.
struct LoadParameters {
    /// The ids of museums in the instance.
    let museums: [String]
    /// The operator's parameters by method: JSON objects, used in turn.
    let supplied: [String: [String]]

    static let queries = [
        "музей", "замок", "история", "искусство", "castle", "art museum", "national", "Минск", "музейны",
        "краеведческий",
        "war", "modern art", "дом", "palace", "Мир", "science",
    ]
    static let prefixes = ["муз", "ист", "nat", "art", "за", "mus", "кра", "пал"]
    static let boxes = ["27.4,53.8,27.7,54", "23,51,33,56.5", "-10,35,30,60", "30,55,31,56"]

    /// Returns the variants of a method's parameters.
    func variants(of shape: MethodShape) throws -> [CallParameters] {
        let method = shape.declaration.name
        if let objects = supplied[method] { return try objects.map { try CallParameters(object: $0, for: shape) } }
        let words: [[String]] =
            switch method {
            case Museums.Get.declaration.name: museums.map { ["id=\($0)"] }
            case Museums.Search.declaration.name: Self.queries.map { ["query=\($0)"] }
            case Museums.Suggest.declaration.name: Self.prefixes.map { ["prefix=\($0)"] }
            case Museums.Map.declaration.name: Self.boxes.map { ["bbox=\($0)", "zoom=10"] }
            default: [[]]
            }
        guard !words.isEmpty else { throw OperatorError("the instance has no museums") }
        let missing = shape.parameters.filter { parameter in
            parameter.isRequired && !words[0].contains { $0.hasPrefix("\(parameter.name)=") }
        }
        guard missing.isEmpty else {
            throw OperatorError(
                "\(method) needs parameters: give them with --params '\(method)={\"\(missing[0].name)\":…}'")
        }
        return try words.map { try CallParameters($0, for: shape) }
    }
}

extension CallParameters {
    /// Parses one JSON object, whose members are passed on unchanged.
    init(object json: String, for shape: MethodShape) throws {
        let members: [String: RawJSON]
        do {
            members = try JSONCoding.decode([String: RawJSON].self, from: Array(json.utf8))
        } catch {
            throw OperatorError("the parameters of \(shape.declaration.name) are not a JSON object: \(json)")
        }
        self.init(members: members.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value.bytes)) })
    }
}
