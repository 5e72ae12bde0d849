extension TokenReader {
    /// Reads a string; the position must be at its opening quote.
    @inline(__always)
    mutating func readText() throws(WireError) -> TextToken {
        position &+= 1
        let start = position
        skipPlainText()
        if current == UInt8(ascii: "\"") {
            let token = TextToken(start: start, end: position, isEscaped: false, isPlain: true)
            position &+= 1
            return token
        }
        return try readRest(of: start)
    }

    /// Continues at the first byte that is neither plain text nor the closing quote.
    @inline(never)
    private mutating func readRest(of start: Int) throws(WireError) -> TextToken {
        var isEscaped = false
        while position < end {
            switch current {
            case UInt8(ascii: "\""):
                let token = TextToken(start: start, end: position, isEscaped: isEscaped, isPlain: false)
                position &+= 1
                return token
            case UInt8(ascii: "\\"):
                isEscaped = true
                try skipEscape()
            case 0x80...:
                try skipMultibyte()
            default:
                throw fault(.controlCharacter)
            }
            skipPlainText()
        }
        throw fault(.unendingString)
    }

    /// Moves to the first quote, backslash, control character or byte beyond ASCII, or to the end.
    @inline(__always)
    private mutating func skipPlainText() {
        var offset = position
        if let word = word(at: offset) {
            let stops = ByteWord.stops(in: word) | (word & ByteWord.highBits)
            guard stops == 0 else {
                position = offset &+ stops.trailingZeroBitCount &>> 3
                return
            }
            offset = endOfPlainRun(from: offset &+ 8)
        }
        while let word = word(at: offset) {
            let stops = ByteWord.stops(in: word) | (word & ByteWord.highBits)
            guard stops == 0 else {
                position = offset &+ stops.trailingZeroBitCount &>> 3
                return
            }
            offset &+= 8
        }
        while offset < end {
            let byte = byte(at: offset)
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            offset &+= 1
        }
        position = offset
    }

    /// Skips plain text four words at a time.
    ///
    /// - Parameter start: an offset within 0…end.
    @inline(never)
    private func endOfPlainRun(from start: Int) -> Int {
        var offset = start
        while let words = fourWords(at: offset), !ByteWord.holdStop(words.0, words.1, words.2, words.3) {
            offset &+= 32
        }
        return offset
    }

    /// Moves past the non-ASCII characters at the position, which must be well-formed.
    private mutating func skipMultibyte() throws(WireError) {
        while let word = word(at: position), ByteWord.isFourPairs(word) { position &+= 8 }
        while current >= 0x80 {
            let length = UTF8Sequence.length(in: bytes, at: position)
            guard length > 0 else {
                throw WireError(kind: .utf8, offset: position, reason: .notUTF8)
            }
            position &+= length
        }
    }

    /// Moves past an escape; the position must be at its backslash.
    private mutating func skipEscape() throws(WireError) {
        position &+= 1
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 1
        case UInt8(ascii: "u"):
            position &+= 1
            let unit = try readHexadecimal()
            guard unit & 0xF800 == 0xD800 else { return }
            guard unit < 0xDC00, current == UInt8(ascii: "\\"), byte(at: position &+ 1) == UInt8(ascii: "u") else {
                throw fault(.halfSurrogate)
            }
            position &+= 2
            guard try readHexadecimal() & 0xFC00 == 0xDC00 else {
                throw fault(.halfSurrogate)
            }
        default:
            throw fault(.unknownEscape)
        }
    }

    private mutating func readHexadecimal() throws(WireError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = ByteWord.hexadecimal(current) else {
                throw fault(.shortEscape)
            }
            unit = unit &<< 4 | UInt16(digit)
            position &+= 1
        }
        return unit
    }
}
