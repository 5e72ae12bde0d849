/// JSON parsed once into a flat list of nodes, each value followed by its contents.
///
/// It owns a copy of the bytes, so that a decoder can safely outlive its call.
final class JSONDocument {
    /// A value, or the name that precedes a member's value.
    struct Node {
        enum Kind: UInt8 {
            case null, yes, no, integer, number, text, object, array, name
        }

        let kind: Kind
        var isEscaped = false
        var isPlain = false
        /// True if a container was requested for a value, or a name was looked up.
        var isVisited = false
        /// True for an object that is ready for look-ups by name; it has no duplicate names.
        var isOpen = false
        /// True for an open object whose names are looked up by hash.
        var isIndexed = false
        /// The offset of the token's first byte; for a text or a name, without the quotes.
        let start: Int32
        var end: Int32
        /// The index of the node after this value and its contents.
        var next: Int32
        /// The index of the enclosing object or array; -1 for the root.
        let parent: Int32
        /// The number of preceding nodes with the same parent.
        let position: Int32
        /// The number of children: an array's elements, or an object's names and values.
        var count: Int32 = 0
    }

    let bytes: [UInt8]
    // No code of the decoded types runs while a node is read or changed, so accesses cannot overlap.
    @exclusivity(unchecked) private(set) var nodes: [Node]
    private let rejectsUnknown: Bool
    private let rejectsNulls: Bool
    let userInfo: [CodingUserInfoKey: Any]
    private var indexes: [Int: [String: Int]] = [:]

    /// Objects with more members than this are indexed by hash, so that no input costs quadratic time.
    private static let scannedMembers = 16

    /// Parses the bytes; throws if they are not one JSON value.
    init(
        _ source: UnsafeRawBufferPointer, maximumDepth: Int, unknownMembers: JSONCoding.UnknownMembers,
        nullMembers: JSONCoding.NullMembers,
        userInfo: [CodingUserInfoKey: Any]
    ) throws(WireError) {
        guard source.count <= Int(Int32.max) else {
            throw WireError(kind: .tooLong, offset: 0, reason: .tooManyBytes)
        }
        guard var tokens = TokenReader(reading: source, maximumDepth: maximumDepth) else {
            throw WireError(kind: .json, offset: 0, reason: .noBytes)
        }
        var builder = NodeBuilder(expecting: source.count / 8)
        tokens.skipSpace()
        try tokens.readValue(into: &builder)
        try tokens.finish()
        bytes = [UInt8](source)
        nodes = builder.nodes
        rejectsUnknown = unknownMembers == .rejected
        rejectsNulls = nullMembers == .rejected
        self.userInfo = userInfo
    }

    /// Decodes a value; the only function that calls a type's `init(from:)`.
    func decode<T: Decodable>(_ type: T.Type, at node: Int) throws -> T {
        let value: T
        do {
            value = try T(from: ValueDecoder(document: self, node: node))
        } catch let error as DecodingError {
            throw error
        } catch let error as JSONDecodingFailure {
            throw error
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: path(to: node), debugDescription: "is not valid", underlyingError: error))
        }
        // A type without members requests no container, but still knows no members.
        if rejectsUnknown, !nodes[node].isVisited { try open(node) }
        return value
    }

    func markVisited(_ node: Int) {
        nodes[node].isVisited = true
    }

    // MARK: Objects

    /// Prepares an object for look-ups by name; throws if names repeat.
    func open(_ object: Int) throws {
        guard nodes[object].kind == .object else { throw mismatch(object, [String: Any].self, "must be an object") }
        guard !nodes[object].isOpen else { return }
        var names: [Int] = []
        var isPlain = true
        forEachName(of: object) { name in
            names.append(name)
            isPlain = isPlain && nodes[name].isPlain
        }
        if isPlain, names.count <= Self.scannedMembers {
            for (position, name) in names.enumerated() {
                for other in names[..<position] where haveSameBytes(name, other) { throw duplicate(name) }
            }
        } else {
            var index = [String: Int](minimumCapacity: names.count)
            for name in names where index.updateValue(name, forKey: text(name)) != nil { throw duplicate(name) }
            indexes[object] = index
            nodes[object].isIndexed = true
        }
        nodes[object].isOpen = true
    }

    /// Returns the node of a member's value, or `nil` if there is none; the name counts as known from then on.
    func member(_ name: String, of object: Int) -> Int? {
        let found = nodes[object].isIndexed ? indexes[object]?[name] : scan(for: name, in: object)
        guard let found else { return nil }
        nodes[found].isVisited = true
        return found + 1
    }

    /// Returns true for a member that counts as absent because it is `null`.
    ///
    /// - Throws: a `DecodingError` if such members are rejected.
    func isNullMember(_ node: Int) throws -> Bool {
        guard isNull(node) else { return false }
        guard !rejectsNulls else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: path(to: node), debugDescription: "must not be null",
                    underlyingError: JSONDecodingFailure.NullMember()))
        }
        return true
    }

    private func scan(for name: String, in object: Int) -> Int? {
        var wanted = name
        return wanted.withUTF8 { wanted in
            bytes.withUnsafeBufferPointer { bytes in
                var node = object + 1
                let end = Int(nodes[object].next)
                while node < end {
                    if UnsafeBufferPointer(rebasing: bytes[range(node)]).hasSameElements(as: wanted) { return node }
                    node = Int(nodes[node + 1].next)
                }
                return nil
            }
        }
    }

    private func haveSameBytes(_ first: Int, _ second: Int) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            UnsafeBufferPointer(rebasing: bytes[range(first)])
                .hasSameElements(as: UnsafeBufferPointer(rebasing: bytes[range(second)]))
        }
    }

    func forEachName(of object: Int, _ body: (Int) -> Void) {
        var node = object + 1
        let end = Int(nodes[object].next)
        while node < end {
            body(node)
            node = Int(nodes[node + 1].next)
        }
    }

    private func duplicate(_ name: Int) -> DecodingError {
        .dataCorrupted(
            .init(
                codingPath: path(to: name + 1), debugDescription: "is repeated",
                underlyingError: JSONDecodingFailure.RepeatedMember()))
    }

    /// Returns the members of open objects that were never looked up.
    func unknownMembers() -> [JSONDecodingFailure.Problem] {
        guard rejectsUnknown else { return [] }
        var problems: [JSONDecodingFailure.Problem] = []
        for object in nodes.indices where nodes[object].isOpen {
            forEachName(of: object) { name in
                guard !nodes[name].isVisited, problems.count < JSONDecodingFailure.maximumProblems else { return }
                let pointer = JSONDecodingFailure.pointer(path(to: name + 1))
                problems.append(.init(pointer: pointer, detail: "is not a known member", cause: .unknownMember))
            }
        }
        return problems
    }

    // MARK: Places

    func range(_ node: Int) -> Range<Int> {
        Int(nodes[node].start)..<Int(nodes[node].end)
    }

    /// Returns the coding path of a value.
    func path(to node: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var node = node
        while nodes[node].parent >= 0 {
            let parent = Int(nodes[node].parent)
            if nodes[parent].kind == .object {
                path.append(MemberName(text(node - 1)))
            } else {
                path.append(ElementIndex(Int(nodes[node].position)))
            }
            node = parent
        }
        return path.reversed()
    }

    /// Returns the bytes of a value verbatim; all members in it count as known.
    func capture(_ node: Int) -> [UInt8] {
        for inner in node..<Int(nodes[node].next) { nodes[inner].isVisited = true }
        let range = range(node)
        guard nodes[node].kind == .text else { return Array(bytes[range]) }
        return Array(bytes[(range.lowerBound - 1)..<(range.upperBound + 1)])
    }
}

extension UnsafeBufferPointer<UInt8> {
    @inline(__always)
    fileprivate func hasSameElements(as other: Self) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}

/// Builds the nodes of a document.
private struct NodeBuilder: TokenSink {
    var nodes: [JSONDocument.Node] = []
    private var parent: Int32 = -1

    init(expecting count: Int) {
        nodes.reserveCapacity(count + 1)
    }

    mutating func begin(isObject: Bool, at offset: Int) {
        let index = Int32(truncatingIfNeeded: nodes.count)
        append(isObject ? .object : .array, offset, offset &+ 1)
        parent = index
    }

    mutating func end(at offset: Int) {
        let index = Int(parent)
        nodes[index].end = Int32(truncatingIfNeeded: offset)
        nodes[index].next = Int32(truncatingIfNeeded: nodes.count)
        parent = nodes[index].parent
    }

    mutating func name(_ token: TextToken) {
        append(.name, token.start, token.end, isEscaped: token.isEscaped, isPlain: token.isPlain)
    }

    mutating func text(_ token: TextToken) {
        append(.text, token.start, token.end, isEscaped: token.isEscaped, isPlain: token.isPlain)
    }

    mutating func number(_ token: NumberToken) {
        append(token.isInteger ? .integer : .number, token.start, token.end)
    }

    mutating func literal(_ literal: Literal, from start: Int, to end: Int) {
        switch literal {
        case .null: append(.null, start, end)
        case .yes: append(.yes, start, end)
        case .no: append(.no, start, end)
        }
    }

    /// Appends a node; offsets fit, because there are fewer nodes than bytes and fewer bytes than `Int32.max`.
    private mutating func append(
        _ kind: JSONDocument.Node.Kind, _ start: Int, _ end: Int, isEscaped: Bool = false, isPlain: Bool = false
    ) {
        var position: Int32 = 0
        if parent >= 0 {
            position = nodes[Int(parent)].count
            nodes[Int(parent)].count = position &+ 1
        }
        nodes.append(
            .init(
                kind: kind, isEscaped: isEscaped, isPlain: isPlain, start: Int32(truncatingIfNeeded: start),
                end: Int32(truncatingIfNeeded: end), next: Int32(truncatingIfNeeded: nodes.count &+ 1), parent: parent,
                position: position))
    }
}
