package import Contract
import Contracts

/// The parameters of a method, for use on a command line.
package struct MethodShape {
    package let declaration: MethodDeclaration
    /// The method's summary.
    package let summary: String
    private let root: JSONNode
    private let components: [String: JSONNode]

    /// Looks up a public method by name; returns `nil` if it does not exist.
    package init?(_ name: String) throws {
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

    /// The parameters in order; members of objects have names such as `near.latitude`.
    package var parameters: [Parameter] { Self.flatten(resolve(root), prefix: "", isRequired: true, resolve: resolve) }

    /// A parameter that takes a value.
    package struct Parameter {
        package let name: String
        package let kind: String
        package let isRequired: Bool
        package let summary: String
    }

    /// Returns the schema of a parameter, found by the parts of its dotted name; `nil` if it does not exist.
    package func schema(at path: [Substring]) -> JSONNode? {
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
                    summary: firstParagraph(member["description"]?.text ?? schema["description"]?.text ?? ""))
            ]
        }
    }

    /// Returns the schema of the values of an object with arbitrary names; `nil` for other objects.
    private static func anyMember(of node: JSONNode) -> JSONNode? {
        guard let member = node["additionalProperties"], case .object = member else { return nil }
        return member
    }

    /// Returns the text before the first line break; descriptions of enumerations go on with their cases.
    private static func firstParagraph(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

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
