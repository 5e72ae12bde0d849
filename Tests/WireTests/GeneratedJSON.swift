import Values

/// A generator of JSON text in every form, valid and broken.
struct GeneratedJSON {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Generates the text of one value; the names within an object are all different.
    mutating func value(depth: Int = 0) -> String {
        switch below(depth < 5 ? 10 : 6) {
        case 0: return pick(["null", "true", "false"])
        case 1, 2: return number()
        case 3, 4, 5: return string()
        case 6, 7:
            let elements = (0..<below(4)).map { _ in space() + value(depth: depth + 1) + space() }
            return "[\(elements.isEmpty ? space() : elements.joined(separator: ","))]"
        default: return object(depth: depth)
        }
    }

    mutating func object(depth: Int = 0) -> String {
        let members = (0..<below(5)).map { index in
            "\(space())\(string(prefix: "\(index)"))\(space()):\(space())\(value(depth: depth + 1))\(space())"
        }
        return "{\(members.isEmpty ? space() : members.joined(separator: ","))}"
    }

    /// Generates a request with its members in random order.
    mutating func request() -> String {
        var members = [#""jsonrpc":"2.0""#, #""method":"\#(pick(["a.b", "museums.search", "rpc.cancel", "_"]))""#]
        if below(4) > 0 { members.append(#""id":\#(pick(["0", "-12", "9007199254740992", #""x""#, #""\u0041""#]))"#) }
        if below(4) > 0 { members.append(#""params":\#(object(depth: 2))"#) }
        if below(2) > 0 { members.append(#""meta":{"locale":"be","timeoutMs":\#(below(5_000) + 1)}"#) }
        if below(6) == 0 { members.append(#""extra":\#(value(depth: 3))"#) }
        members.shuffle(using: &generator)
        return "{\(members.map { space() + $0 + space() }.joined(separator: ","))}"
    }

    mutating func number() -> String {
        let sign = pick(["", "", "-"])
        let whole = pick(["0", "1", "42", "999", "123456789", "9007199254740993", "18446744073709551615"])
        let fraction = pick(["", "", ".0", ".5", ".000001", ".123456789012345678"])
        let exponent = pick(["", "", "", "e0", "E5", "e+10", "E-20", "e-300"])
        return sign + whole + fraction + exponent
    }

    mutating func string(prefix: String = "") -> String {
        let pieces = [
            "a", "query", "0123456789", " ", "/", "замок", "Ўў", "é", "日本", "😀", "\u{7F}", "\u{2028}", "\u{FFFF}",
            #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0000"#, #"\u00e9"#, #"\u20AC"#,
            #"\ud83d\ude00"#, #"\uDBFF\uDFFF"#,
        ]
        return "\"" + prefix + (0..<below(7)).map { _ in pick(pieces) }.joined() + "\""
    }

    mutating func space() -> String {
        below(3) == 0 ? (0..<below(4)).map { _ in pick([" ", "\t", "\n", "\r"]) }.joined() : ""
    }

    /// Returns the text with a few bytes changed, lost, added or doubled.
    mutating func broken(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0...below(3) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(7) {
            case 0: bytes[place] = UInt8(below(256))
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.remove(at: place)
            case 3:
                bytes.insert(pick(Array(#"{}[]:,"\-+.eE0129tfnu/ "#.utf8) + [0x0A, 0x80, 0xC3, 0xED, 0xF4]), at: place)
            case 4: bytes.removeSubrange(place...)
            case 5: bytes.swapAt(place, below(bytes.count))
            default: bytes.insert(contentsOf: bytes[place..<min(place + below(8), bytes.count)], at: place)
            }
        }
        return bytes
    }
}
