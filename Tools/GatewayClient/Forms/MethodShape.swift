import Contract
import Contracts

/// What a method takes, as far as a command line has to know.
struct MethodShape {
    let declaration: MethodDeclaration
    /// The method's summary.
    let summary: String
    private let root: JSONNode
    private let components: [String: JSONNode]

    /// The shape of a method of the contract; `nil` if there is none of that name for clients.
    init?(_ name: String) throws {
        guard let method = Methods.public.first(where: { $0.declaration.name == name }) else { return nil }
        try self.init(method)
    }

    private init<M: Method>(_ method: M.Type) throws {
        declaration = M.declaration
        summary = TypeDocumentation.of(method).summary
        var recorder = SchemaRecorder()
        root = try recorder.schema(of: M.Params.self)
        components = recorder.components
    }

    /// The parameters in order, those of objects as `near.latitude`.
    var parameters: [Parameter] { Self.flatten(resolve(root), prefix: "", isRequired: true, resolve: resolve) }

    /// One parameter that a value can be given for.
    struct Parameter {
        let name: String
        let kind: String
        let isRequired: Bool
        let summary: String
    }

    /// The schema of a parameter, named by the words between its dots; `nil` if there is none.
    func schema(at path: [Substring]) -> JSONNode? {
        var node = resolve(root)
        for word in path {
            guard let inner = node["properties"]?[String(word)] ?? Self.anyMember(of: node) else { return nil }
            node = resolve(inner)
        }
        return node
    }

    private func resolve(_ node: JSONNode) -> JSONNode {
        guard let reference = node["$ref"]?.text, let name = reference.split(separator: "/").last else { return node }
        return components[String(name)] ?? node
    }

    private static func flatten(
        _ node: JSONNode, prefix: String, isRequired: Bool, resolve: (JSONNode) -> JSONNode
    ) -> [Parameter] {
        guard case .object(let properties) = node["properties"] else { return [] }
        var required: Set<String> = []
        if case .array(let names) = node["required"] { required = Set(names.compactMap(\.text)) }
        return properties.flatMap { name, member -> [Parameter] in
            let schema = resolve(member)
            let isNeeded = isRequired && required.contains(name)
            if let member = anyMember(of: schema) {
                return [
                    Parameter(
                        name: prefix + name + ".NAME", kind: kind(of: resolve(member)), isRequired: isNeeded,
                        summary: member["description"]?.text ?? "")
                ]
            }
            if schema["type"]?.text == "object" {
                return flatten(schema, prefix: prefix + name + ".", isRequired: isNeeded, resolve: resolve)
            }
            return [
                Parameter(
                    name: prefix + name, kind: kind(of: schema), isRequired: isNeeded,
                    summary: member["description"]?.text ?? schema["description"]?.text ?? "")
            ]
        }
    }

    /// What every member of an object is whose members' names are the caller's; `nil` for other objects.
    private static func anyMember(of node: JSONNode) -> JSONNode? {
        guard let member = node["additionalProperties"], case .object = member else { return nil }
        return member
    }

    private static func kind(of schema: JSONNode) -> String {
        if case .array(let cases) = schema["enum"] { return cases.compactMap(\.text).joined(separator: "|") }
        return switch schema["type"]?.text {
        case "integer": "whole number"
        case "number": "number"
        case "boolean": "true|false"
        case "array": "list, separated by commas"
        default: "text"
        }
    }
}
