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

    func parameter(in place: String) -> JSONNode {
        var members: [(String, JSONNode)] = [("name", .string(name)), ("in", .string(place))]
        if isRequired || place == "path" { members.append(("required", true)) }
        if let summary = schema["description"] { members.append(("description", summary)) }
        // Objects are `near[latitude]=53.9`, arrays are `bbox=27.4,53.8,27.7,54`.
        if schema["$ref"] != nil {
            members.append(("style", "deepObject"))
            members.append(("explode", true))
        } else if schema["type"] == "array" {
            members.append(("style", "form"))
            members.append(("explode", false))
        }
        members.append(("schema", schema))
        return .object(members)
    }
}
