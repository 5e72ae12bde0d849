import Contract
import Wire

/// The representation of a method's parameters in a query or a path, derived from their schema.
struct QueryForm: Sendable {
    /// A plain value.
    enum Scalar: Sendable {
        case string, integer, number, boolean
    }

    /// The type of a parameter's text.
    enum Kind: Sendable, Equatable {
        case scalar(Scalar)
        /// A list, separated by commas or repeated: `bbox=27.4,53.8,27.7,54`, or `bbox=27.4&bbox=53.8` and so on.
        case list(Scalar)

        var isList: Bool { if case .list = self { true } else { false } }
    }

    /// One parameter of a query: a member, or a member of an object (`near[latitude]`).
    struct Leaf: Sendable {
        /// The parameter's name in a query, decoded.
        let text: [UInt8]
        /// The name of the JSON member.
        let member: String
        /// The JSON pointer (RFC 6901) to the value in the parameters.
        let pointer: String
        let kind: Kind
    }

    /// One member of the parameters.
    struct Member: Sendable {
        let name: String
        /// The leaves of the member: one, or several of an object.
        let leaves: Range<Int>
        let isObject: Bool
        /// True for an object of numbers, which may be written as a list of its leaves: `near=53.9,27.56`.
        let isListed: Bool
    }

    let leaves: [Leaf]
    let members: [Member]

    /// The maximum number of leaves of a method.
    static let maximumLeaves = 64

    /// Creates the form without parameters.
    init() { (leaves, members) = ([], []) }

    /// Derives the form of an object's members from its schema.
    ///
    /// - Parameters:
    ///   - object: the schema of the parameters.
    ///   - components: the targets of its references.
    ///   - names: the members to take; all if `nil`.
    /// - Throws: ``RouteFault`` if a member has no form in a query.
    init(
        _ object: JSONNode, components: [String: JSONNode], only names: [String]? = nil, without others: [String] = []
    ) throws(RouteFault) {
        var leaves: [Leaf] = []
        var members: [Member] = []
        for field in ParameterField.fields(of: object) where !others.contains(field.name) {
            if let names, !names.contains(field.name) { continue }
            let start = leaves.count
            let target = Self.resolved(field.schema, components)
            let pointer = JSONPointer.appending(field.name, to: "")
            let isObject = target["type"]?.text == "object"
            if isObject {
                for inner in ParameterField.fields(of: target) {
                    let text = "\(field.name)[\(inner.name)]"
                    leaves.append(
                        Leaf(
                            text: Array(text.utf8), member: inner.name,
                            pointer: JSONPointer.appending(inner.name, to: pointer),
                            kind: try Self.kind(inner.schema, components, of: text)))
                }
            } else {
                leaves.append(
                    Leaf(
                        text: Array(field.name.utf8), member: field.name, pointer: pointer,
                        kind: try Self.kind(target, components, of: field.name)))
            }
            let range = start..<leaves.count
            members.append(
                Member(
                    name: field.name, leaves: range, isObject: isObject,
                    isListed: isObject && leaves[range].allSatisfy { $0.kind == .scalar(.number) }))
        }
        guard leaves.count <= Self.maximumLeaves else {
            throw RouteFault("more than \(Self.maximumLeaves) parameters")
        }
        self.leaves = leaves
        self.members = members
    }

    private static func kind(
        _ schema: JSONNode, _ components: [String: JSONNode], of name: String
    ) throws(RouteFault) -> Kind {
        let schema = resolved(schema, components)
        if let scalar = scalar(schema) { return .scalar(scalar) }
        if schema["type"]?.text == "array", let items = schema["items"],
            let scalar = scalar(resolved(items, components))
        {
            return .list(scalar)
        }
        throw RouteFault("the parameter \(name) cannot be written in a query")
    }

    private static func scalar(_ schema: JSONNode) -> Scalar? {
        switch schema["type"]?.text {
        // Enumerations count as strings, since services are deployed first and may know cases that this gateway does
        // not.
        case "string": .string
        case "integer": .integer
        case "number": .number
        case "boolean": .boolean
        default: nil
        }
    }

    private static func resolved(_ schema: JSONNode, _ components: [String: JSONNode]) -> JSONNode {
        guard let reference = schema["$ref"]?.text, let name = reference.split(separator: "/").last else {
            return schema
        }
        return components[String(name)] ?? schema
    }
}
