public import Contract

/// Changes an example as a newer server may, wherever its schema allows it.
public struct ExampleChanges {
    /// A change that a newer server may make.
    public enum Change: CaseIterable, Sendable {
        case newMember, newValue, longerText, largerNumber
    }

    private let change: Change
    private let use: SchemaRecorder.Use
    private let components: [String: JSONNode]
    /// A length beyond the limit of every text; parameters have pictures among them.
    private var addedLength: Int { use == .result ? 5_000 : 70_000 }

    /// Creates a change of examples.
    ///
    /// - Parameters:
    ///   - use: the use of the examples, which decides on the limits that they have.
    ///   - components: the schemas that those of the examples refer to.
    public init(_ change: Change, of use: SchemaRecorder.Use, components: [String: JSONNode]) {
        (self.change, self.use, self.components) = (change, use, components)
    }

    /// Returns the example with all places changed at once.
    public func everywhere(in node: JSONNode, _ schema: JSONNode) -> JSONNode {
        let inner: JSONNode =
            switch node {
            case .object(let members):
                .object(members.map { name, value in (name, everywhere(in: value, member(name, of: schema))) })
            case .array(let items): .array(items.map { everywhere(in: $0, resolved(schema)["items"] ?? .null) })
            default: node
            }
        return changed(inner, schema) ?? inner
    }

    /// Returns the example with each place changed alone.
    public func oneByOne(in node: JSONNode, _ schema: JSONNode) -> [JSONNode] {
        var results = changed(node, schema).map { [$0] } ?? []
        switch node {
        case .object(let members):
            for (name, value) in members {
                results += oneByOne(in: value, member(name, of: schema)).map { node.setting(name, $0) }
            }
        case .array(let items):
            for (index, item) in items.enumerated() {
                results += oneByOne(in: item, resolved(schema)["items"] ?? .null).map { changed in
                    .array(items.enumerated().map { $0.offset == index ? changed : $0.element })
                }
            }
        default: break
        }
        return results
    }

    private func member(_ name: String, of schema: JSONNode) -> JSONNode {
        resolved(schema)["properties"]?[name] ?? .null
    }

    private func resolved(_ schema: JSONNode) -> JSONNode {
        schema["$ref"]?.text?.split(separator: "/").last.flatMap { components[String($0)] } ?? schema
    }

    /// Returns the changed value; `nil` if the change does not apply to it.
    private func changed(_ node: JSONNode, _ schema: JSONNode) -> JSONNode? {
        let type = resolved(schema)
        // A result has no limits; those of a parameter without a type of its own are checked by the service.
        let isChecked = use == .result || schema["$ref"] != nil
        switch (change, node) {
        case (.newMember, .object):
            return type["properties"] == nil ? nil : node.setting("addedLater", ["value": [1]])
        case (.newValue, .string):
            return (type["enum"] ?? type["x-extensible-enum"]) == nil ? nil : "something-new"
        case (.longerText, .string(let text)):
            let isTime = type["format"].map { ["date", "date-time"].contains($0) } ?? false
            let isFree = use == .result ? type["type"] == "string" && !isTime : type["maxLength"] != nil
            return isChecked && isFree ? .string(text + String(repeating: "\u{1F3DB} ", count: addedLength)) : nil
        case (.largerNumber, .integer), (.largerNumber, .number):
            let isNumber = type["type"] == "integer" || type["type"] == "number"
            let isFree = use == .result ? isNumber : type["maximum"] != nil
            return isChecked && isFree ? .integer(1_000_000_007) : nil
        default: return nil
        }
    }
}
