import Contract

extension JSONNode {
    /// The elements of an array; empty for anything else.
    var items: [JSONNode] { if case .array(let items) = self { items } else { [] } }

    /// The members of an object; empty for anything else.
    var members: [(String, JSONNode)] { if case .object(let members) = self { members } else { [] } }

    /// Returns true for an array with this element.
    func contains(_ item: JSONNode) -> Bool { items.contains(item) }
}
