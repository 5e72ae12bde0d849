/// A value of CBOR (RFC 8949) in the subset that authenticators use (CTAP 2): definite lengths, no tags, no floating
/// point.
indirect enum CBOR: Sendable, Hashable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case bool(Bool)
    case null

    /// The value of a map under a number.
    subscript(key: Int64) -> CBOR? { member(.integer(key)) }
    /// The value of a map under a text.
    subscript(key: String) -> CBOR? { member(.text(key)) }

    private func member(_ key: CBOR) -> CBOR? {
        if case .map(let members) = self { members[key] } else { nil }
    }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
}

/// An error in the bytes of an authenticator.
struct CBORFault: Error {}

/// Reads values of CBOR, with a limit on their depth and number, whatever lengths the bytes claim.
struct CBORReader {
    /// The bytes that were not read yet.
    private(set) var rest: ArraySlice<UInt8>
    private var itemsLeft = 256
    private static let maximumDepth = 6

    init(_ bytes: some Collection<UInt8>) { rest = Array(bytes)[...] }

    /// Reads the next value.
    mutating func value() throws(CBORFault) -> CBOR { try value(depth: 0) }

    private mutating func value(depth: Int) throws(CBORFault) -> CBOR {
        itemsLeft -= 1
        guard itemsLeft >= 0, depth <= Self.maximumDepth, let head = rest.popFirst() else { throw CBORFault() }
        let argument = try self.argument(of: head)
        switch head >> 5 {
        case 0: return .integer(argument)
        case 1: return .integer(-1 - argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw CBORFault() }
            return .text(text)
        case 4:
            var items: [CBOR] = []
            for _ in 0..<argument { items.append(try value(depth: depth + 1)) }
            return .array(items)
        case 5:
            var members: [CBOR: CBOR] = [:]
            for _ in 0..<argument {
                let key = try value(depth: depth + 1)
                let member = try value(depth: depth + 1)
                guard members.updateValue(member, forKey: key) == nil else { throw CBORFault() }
            }
            return .map(members)
        default:
            switch head {
            case 0xF4: return .bool(false)
            case 0xF5: return .bool(true)
            case 0xF6: return .null
            default: throw CBORFault()
            }
        }
    }

    /// Reads the number that follows a head, which is a value or a length.
    private mutating func argument(of head: UInt8) throws(CBORFault) -> Int64 {
        let short = head & 31
        if head >> 5 == 7 || short < 24 { return Int64(short) }
        guard short <= 27 else { throw CBORFault() }
        let number = try take(Int64(1) << Int64(short - 24)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let value = Int64(exactly: number) else { throw CBORFault() }
        return value
    }

    private mutating func take(_ count: Int64) throws(CBORFault) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw CBORFault() }
        let taken = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return taken
    }
}
