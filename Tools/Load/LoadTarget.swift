import Contract
import MuseumsContract
import Wire

/// A method under load, with the calls that are made of it ready as bytes.
struct LoadTarget: Sendable {
    let method: String
    /// Whether each call needs an idempotency key of its own.
    let isKeyed: Bool
    /// Lines without their beginning up to the id: `,"method":"museums.get","params":{…}}` and a line feed.
    let lines: [[UInt8]]
    /// Heads and bodies of HTTP requests, in two parts around the line of the access token.
    let requests: [(before: [UInt8], after: [UInt8])]

    /// Prepares calls.
    /// - Parameters:
    ///   - parameters: one variant or more; they take turns.
    ///   - host: what HTTP requests name as `Host`.
    init(method: String, parameters: [CallParameters], host: String) throws {
        guard let shape = try MethodShape(method) else { throw OperatorError("there is no method \(method)") }
        self.method = method
        isKeyed = shape.declaration.idempotency == .keyed
        lines = parameters.map { parameters in
            Array(",\"method\":\"\(method)\",\"params\":".utf8) + parameters.json + Array("}\n".utf8)
        }
        let binding = shape.declaration.http
        requests = try parameters.compactMap { parameters in
            try binding.map { binding in
                let form = try HTTPForm(binding, parameters)
                let before = "\(form.verb) \(form.target) HTTP/1.1\r\nHost: \(host)\r\n"
                guard let body = form.body else { return (Array(before.utf8), Array("\r\n".utf8)) }
                let after = "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
                return (Array(before.utf8), Array(after.utf8) + body)
            }
        }
    }
}

/// What to ask where nobody says: museums that exist, words that people look for.
struct LoadParameters {
    /// The ids of some museums of the instance.
    let museums: [String]
    /// Parameters by method as the operator gave them, JSON objects that take turns.
    let given: [String: [String]]

    static let queries = [
        "музей", "замок", "история", "искусство", "castle", "art museum", "national", "Минск", "музейны",
        "краеведческий",
        "war", "modern art", "дом", "palace", "Мир", "science",
    ]
    static let prefixes = ["муз", "ист", "nat", "art", "за", "mus", "кра", "пал"]
    static let boxes = ["27.4,53.8,27.7,54", "23,51,33,56.5", "-10,35,30,60", "30,55,31,56"]

    /// The variants of a method's parameters.
    func variants(of shape: MethodShape) throws -> [CallParameters] {
        let method = shape.declaration.name
        if let objects = given[method] { return try objects.map { try CallParameters(object: $0, for: shape) } }
        let words: [[String]] =
            switch method {
            case Museums.Get.declaration.name: museums.map { ["id=\($0)"] }
            case Museums.Search.declaration.name: Self.queries.map { ["query=\($0)"] }
            case Museums.Suggest.declaration.name: Self.prefixes.map { ["prefix=\($0)"] }
            case Museums.Map.declaration.name: Self.boxes.map { ["bbox=\($0)", "zoom=10"] }
            default: [[]]
            }
        guard !words.isEmpty else { throw OperatorError("the instance has no museums to ask for") }
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
    /// Reads one JSON object; its members are given as they are.
    init(object json: String, for shape: MethodShape) throws {
        let members: [String: RawJSON]
        do {
            members = try JSONCoding.decode([String: RawJSON].self, from: Array(json.utf8))
        } catch {
            throw OperatorError("the parameters of \(shape.declaration.name) are no JSON object: \(json)")
        }
        self.init(members: members.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value.bytes)) })
    }
}
