import Contract

/// JSON Schemas as TypeScript.
enum TypeScript {
    /// The longest line.
    static let columns = 120

    /// Returns a doc comment with the first paragraph of a description, ended by a line break; empty without one.
    static func comment(_ description: String?, indentation: String = "") -> String {
        let paragraph = description?.split(separator: "\n\n").first ?? ""
        let text = paragraph.replacing("\n", with: " ").replacing("``", with: "`").replacing("*/", with: "*\\/")
        guard !text.isEmpty else { return "" }
        let line = "\(indentation)/** \(text) */"
        guard line.count > columns else { return "\(line)\n" }
        let lines = wrapped(text.split(separator: " ").map(String.init), indentation: "\(indentation) * ")
        return (["\(indentation)/**"] + lines + ["\(indentation) */"]).joined(separator: "\n") + "\n"
    }

    /// Returns the expression of a schema.
    static func type(of schema: JSONNode) -> String { alternatives(of: schema).joined(separator: " | ") }

    /// Returns the declaration of a schema that has a name: an interface, or an alias of another type.
    ///
    /// - Parameters:
    ///   - description: the description if the schema has none.
    ///   - schemas: the schemas by name, for the descriptions of members.
    static func declaration(
        of name: String, _ schema: JSONNode, description: String? = nil, schemas: [String: JSONNode] = [:]
    ) -> String {
        let comment = comment(schema["description"]?.text ?? description)
        guard schema["type"] == "object", let properties = schema["properties"] else {
            return comment + alias(name, alternatives(of: schema))
        }
        // An empty interface would accept any value.
        guard !properties.members.isEmpty else { return comment + "export type \(name) = Record<string, never>;\n" }
        let lines = ParameterField.fields(of: schema).map { member(of: $0, schemas: schemas) }
        return comment + "export interface \(name) {\n\(lines.joined())}\n"
    }

    /// Returns the declaration of a union of texts.
    static func union(_ name: String, of texts: [String], description: String) -> String {
        comment(description) + alias(name, texts.map(quoted))
    }

    static func quoted(_ text: String) -> String { JSONNode.string(text).serialized() }

    private static func member(of field: ParameterField, schemas: [String: JSONNode]) -> String {
        let description =
            field.schema["description"] ?? reference(in: field.schema).flatMap { schemas[$0] }?["description"]
        let name = field.isRequired ? field.name : "\(field.name)?"
        return comment(description?.text, indentation: "  ") + "  \(name): \(type(of: field.schema));\n"
    }

    private static func alias(_ name: String, _ alternatives: [String]) -> String {
        let line = "export type \(name) = \(alternatives.joined(separator: " | "));"
        guard line.count > columns, alternatives.count > 1 else { return "\(line)\n" }
        let lines = wrapped(alternatives.map { "| \($0)" }, indentation: "  ")
        return "export type \(name) =\n\(lines.joined(separator: "\n"));\n"
    }

    /// Returns the types of which a value has one.
    private static func alternatives(of schema: JSONNode) -> [String] {
        if let name = reference(in: schema) { return [name] }
        if let types = schema["anyOf"] { return types.items.flatMap(alternatives) }
        if let values = schema["enum"] { return values.items.map { $0.serialized() } }
        // `string & {}` accepts any text, and leaves the known ones to completion.
        if let values = schema["x-extensible-enum"] { return values.items.map { $0.serialized() } + ["(string & {})"] }
        switch schema["type"]?.text {
        case "string": return [text(of: schema)]
        case "integer", "number": return ["number"]
        case "boolean": return ["boolean"]
        case "array": return [list(of: schema)]
        case "object": return ["Record<string, \(schema["additionalProperties"].map(type) ?? "unknown")>"]
        default: return ["unknown"]
        }
    }

    private static func text(of schema: JSONNode) -> String {
        switch schema["format"]?.text {
        case "date-time": "Instant"
        case "date": "LocalDate"
        default: "string"
        }
    }

    private static func list(of schema: JSONNode) -> String {
        let elements = schema["items"].map(alternatives) ?? ["unknown"]
        let element = elements.joined(separator: " | ")
        if case .integer(let count)? = schema["minItems"], schema["maxItems"] == .integer(count) {
            return "[\(Array(repeating: element, count: count).joined(separator: ", "))]"
        }
        return elements.count > 1 ? "(\(element))[]" : "\(element)[]"
    }

    private static func reference(in schema: JSONNode) -> String? {
        schema["$ref"]?.text?.split(separator: "/").last.map(String.init)
    }

    /// Returns lines that are filled with words and leave a column for the end of a statement.
    private static func wrapped(_ words: [String], indentation: String) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count < columns {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(indentation + word)
            }
        }
        return lines
    }
}
