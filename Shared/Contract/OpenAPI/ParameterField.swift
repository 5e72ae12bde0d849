/// A member of a method's parameters that is sent in the path or the query.
public struct ParameterField: Sendable {
    public let name: String
    /// The member's schema.
    public let schema: JSONNode
    public let isRequired: Bool

    /// The members of an object's schema.
    public static func fields(of object: JSONNode) -> [ParameterField] {
        guard case .object(let properties)? = object["properties"] else { return [] }
        var required: [JSONNode] = []
        if case .array(let names)? = object["required"] { required = names }
        return properties.map { name, schema in
            ParameterField(name: name, schema: schema, isRequired: required.contains(.string(name)))
        }
    }

    /// Returns the OpenAPI parameter.
    ///
    /// - Parameters:
    ///   - place: `path` or `query`.
    ///   - resolve: returns the schema that a reference points to.
    func parameter(in place: String, resolve: (JSONNode) -> JSONNode) -> JSONNode {
        let type = resolve(schema)
        var text = (schema["description"] ?? type["description"])?.text
        var members: [(String, JSONNode)] = []
        let names = listedNames(of: type, resolve)
        if type["type"] == "object" {
            if names.isEmpty {
                members = [("style", "deepObject"), ("explode", true), ("schema", schema)]
            } else {
                let pairs = names.map { "`\(name)[\($0)]=…`" }.joined(separator: " and ")
                text = [text, "Written as `\(names.joined(separator: ","))`, or as \(pairs)."]
                    .compactMap { $0 }.joined(separator: "\n\n")
                members = [("style", "form"), ("explode", false), ("schema", list(of: names, in: type, resolve))]
            }
        } else if type["type"] == "array" {
            members = [("style", "form"), ("explode", false), ("schema", schema)]
        } else {
            members = [("schema", schema)]
        }
        var head: [(String, JSONNode)] = [("name", .string(name)), ("in", .string(place))]
        if isRequired || place == "path" { head.append(("required", true)) }
        if let text { head.append(("description", .string(text))) }
        return .object(head + members)
    }

    /// Returns the form of an example in the parameter: of an object of numbers, the list of the numbers.
    func example(_ value: JSONNode, resolve: (JSONNode) -> JSONNode) -> JSONNode {
        let names = listedNames(of: resolve(schema), resolve)
        return names.isEmpty ? value : .array(names.compactMap { value[$0] })
    }

    /// Returns the members of an object of numbers, which a query may list; empty for anything else.
    private func listedNames(of type: JSONNode, _ resolve: (JSONNode) -> JSONNode) -> [String] {
        let fields = Self.fields(of: type)
        return fields.allSatisfy { resolve($0.schema)["type"] == "number" } ? fields.map(\.name) : []
    }

    /// The schema of the list of an object's numbers; generators know no bounds for single elements.
    private func list(of names: [String], in type: JSONNode, _ resolve: (JSONNode) -> JSONNode) -> JSONNode {
        let bounds = names.map { resolve(type["properties"]?[$0] ?? .null) }
        func extreme(_ keyword: String, _ choose: (Double, Double) -> Double) -> (String, JSONNode)? {
            let values = bounds.compactMap { $0[keyword]?.double }
            guard values.count == names.count, let first = values.first else { return nil }
            return (keyword, .number(values.dropFirst().reduce(first, choose)))
        }
        let limits = [extreme("minimum", min), extreme("maximum", max)].compactMap { $0 }
        return [
            "type": "array", "items": .object([("type", "number")] + limits), "minItems": .integer(names.count),
            "maxItems": .integer(names.count),
        ]
    }
}

extension JSONNode {
    /// The number, if the node is one.
    fileprivate var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
