#if canImport(Wire)
    import Wire
#endif

/// Any JSON value, as a `Codable` type would see it.
indirect enum JSONTree: Codable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONTree])
    case object([Member])

    struct Member: Equatable {
        var name: String
        var value: JSONTree

        static func == (left: Self, right: Self) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value == right.value
        }
    }

    init(from decoder: any Decoder) throws {
        do {
            var container = try decoder.unkeyedContainer()
            var elements: [JSONTree] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONTree.self)) }
            self = .array(elements)
            return
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
        } catch DecodingError.valueNotFound(_, let context) where context.codingPath.count == decoder.codingPath.count {
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            do {
                self = .number(try container.decode(Double.self))
            } catch DecodingError.typeMismatch {
                let members = try decoder.container(keyedBy: MemberName.self)
                self = .object(
                    try members.allKeys.map {
                        Member(name: $0.stringValue, value: try members.decode(JSONTree.self, forKey: $0))
                    })
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .text(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            var container = encoder.container(keyedBy: MemberName.self)
            for member in members { try container.encode(member.value, forKey: MemberName(member.name)) }
        }
    }

    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        // Compares bytes, because Swift considers different compositions of a character equal.
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}
