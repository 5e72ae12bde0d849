/// Receives the tokens of a value, in order.
protocol TokenSink {
    mutating func begin(isObject: Bool, at offset: Int)
    /// Handles a closing bracket; `offset` is the one after it.
    mutating func end(at offset: Int)
    mutating func name(_ token: TextToken)
    mutating func text(_ token: TextToken)
    mutating func number(_ token: NumberToken)
    mutating func literal(_ literal: Literal, from start: Int, to end: Int)
}

/// Ignores all tokens, for validation only.
struct NoSink: TokenSink {
    @inline(__always) mutating func begin(isObject: Bool, at offset: Int) {}
    @inline(__always) mutating func end(at offset: Int) {}
    @inline(__always) mutating func name(_ token: TextToken) {}
    @inline(__always) mutating func text(_ token: TextToken) {}
    @inline(__always) mutating func number(_ token: NumberToken) {}
    @inline(__always) mutating func literal(_ literal: Literal, from start: Int, to end: Int) {}
}

extension TokenReader {
    /// Validates the value at the position and returns its range.
    mutating func skipValue() throws(WireError) -> Range<Int> {
        var sink = NoSink()
        let start = position
        try readValue(into: &sink)
        return Range(uncheckedBounds: (start, position))
    }

    /// Reads the value at the position and passes its tokens to `sink`.
    @inline(__always)
    mutating func readValue(into sink: inout some TokenSink) throws(WireError) {
        let around = depth
        // The lowest bit describes the innermost open bracket; 1 stands for an object.
        var kinds: UInt64 = 0
        nextValue: while true {
            let byte = current
            switch byte {
            case UInt8(ascii: "\""):
                sink.text(try readText())
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = byte == UInt8(ascii: "{")
                try enter()
                sink.begin(isObject: isObject, at: position &- 1)
                kinds = kinds &<< 1 | (isObject ? 1 : 0)
                skipSpace()
                // In ASCII, `{` and `}` are two apart, and so are `[` and `]`.
                if current != byte &+ 2 {
                    if isObject { sink.name(try readName()) }
                    continue nextValue
                }
                leave()
                sink.end(at: position)
                kinds = kinds &>> 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                sink.number(try readNumber())
            default:
                let start = position
                let literal = try readLiteral()
                sink.literal(literal, from: start, to: position)
            }
            while depth > around {
                skipSpace()
                let isObject = kinds & 1 == 1
                if current == UInt8(ascii: ",") {
                    position &+= 1
                    skipSpace()
                    if isObject { sink.name(try readName()) }
                    continue nextValue
                }
                guard current == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw fault(.missingComma)
                }
                leave()
                sink.end(at: position)
                kinds = kinds &>> 1
            }
            return
        }
    }

    /// Moves past an opening bracket.
    @inline(__always)
    mutating func enter() throws(WireError) {
        guard depth < maximumDepth else {
            throw WireError(kind: .depth, offset: position, reason: .tooDeep)
        }
        depth &+= 1
        position &+= 1
    }

    /// Moves past a closing bracket.
    @inline(__always)
    mutating func leave() {
        depth &-= 1
        position &+= 1
    }

    /// Reads a member's name and the colon, and moves to the member's value.
    @inline(__always)
    mutating func readName() throws(WireError) -> TextToken {
        guard current == UInt8(ascii: "\"") else { throw fault(.missingName) }
        let name = try readText()
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw fault(.missingColon) }
        position &+= 1
        skipSpace()
        return name
    }

    /// Reads a number; the position must be at its sign or first digit.
    mutating func readNumber() throws(WireError) -> NumberToken {
        let start = position
        var isInteger = true
        if current == UInt8(ascii: "-") { position &+= 1 }
        if current == UInt8(ascii: "0") { position &+= 1 } else { try skipDigits() }
        if current == UInt8(ascii: ".") {
            isInteger = false
            position &+= 1
            try skipDigits()
        }
        if current | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position &+= 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position &+= 1 }
            try skipDigits()
        }
        return NumberToken(start: start, end: position, isInteger: isInteger)
    }

    /// Moves past one or more digits.
    @inline(__always)
    private mutating func skipDigits() throws(WireError) {
        guard current &- UInt8(ascii: "0") < 10 else { throw fault(.missingDigit) }
        repeat { position &+= 1 } while current &- UInt8(ascii: "0") < 10
    }

    private mutating func readLiteral() throws(WireError) -> Literal {
        switch current {
        case UInt8(ascii: "n"):
            try skip("null")
            return .null
        case UInt8(ascii: "t"):
            try skip("true")
            return .yes
        case UInt8(ascii: "f"):
            try skip("false")
            return .no
        default: throw fault(.missingValue)
        }
    }

    @inline(__always)
    private mutating func skip(_ word: StaticString) throws(WireError) {
        for index in 0..<word.utf8CodeUnitCount {
            guard current == word.utf8Start[index] else { throw fault(.missingValue) }
            position &+= 1
        }
    }
}
