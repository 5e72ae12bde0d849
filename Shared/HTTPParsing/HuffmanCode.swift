/// The Huffman code of HPACK (RFC 7541 Appendix B).
///
/// The code is canonical: codes of one length follow each other in the order of their symbols. So the lengths define
/// it.
enum HuffmanCode {
    /// The length of each symbol's code in bits: 256 bytes, then the end of the text, which must not occur.
    private static let lengths: [UInt8] = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28,
        28, 28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15,
        6, 12, 10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22,
        20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23,
        23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22,
        22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26,
        27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27,
        26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26, 30,
    ]
    private static let longest = 30

    private struct Tables: Sendable {
        /// The symbols in the order of their codes.
        var symbols: [UInt16] = []
        /// For each length, the end of its codes and the shorter ones, with the code's first bit in the highest bit of
        /// 32.
        var ends = [UInt64](repeating: 0, count: longest + 1)
        /// For each length, the place in ``symbols`` less the code.
        var offsets = [Int](repeating: 0, count: longest + 1)
        /// The symbol and length of a code of at most 8 bits, by the 8 bits that begin with it.
        var short = [UInt16](repeating: 0, count: 256)

        init() {
            var code: UInt64 = 0
            for length in 1...longest {
                code <<= 1
                offsets[length] = symbols.count - Int(code)
                for (symbol, bits) in lengths.enumerated() where Int(bits) == length {
                    symbols.append(UInt16(symbol))
                    if length <= 8 {
                        let first = Int(code) << (8 - length)
                        for index in first..<first + 1 << (8 - length) { short[index] = UInt16(symbol << 8 | length) }
                    }
                    code += 1
                }
                ends[length] = code << UInt64(32 - length)
            }
        }
    }

    private static let tables = Tables()

    /// Appends the decoded text.
    ///
    /// - Returns: false for a symbol that must not occur, and for padding other than up to seven ones.
    static func decode(_ bytes: UnsafeRawBufferPointer, into out: inout [UInt8]) -> Bool {
        let tables = tables
        var (bits, count, position): (UInt64, Int, Int) = (0, 0, 0)
        while true {
            while count <= 56, position < bytes.count {
                bits |= UInt64(bytes[position]) << UInt64(56 - count)
                count += 8
                position += 1
            }
            let entry = tables.short[Int(bits >> 56)]
            var (symbol, length) = (entry >> 8, Int(entry & 0xFF))
            if length == 0 {
                let window = bits >> 32
                length = 9
                while length < longest, window >= tables.ends[length] { length += 1 }
                let index = Int(window >> UInt64(32 - length)) + tables.offsets[length]
                symbol = tables.symbols[min(index, tables.symbols.count - 1)]
            }
            guard length <= count else {
                // The end: the rest is padding, which the code of the end of the text begins with.
                return count < 8 && (count == 0 || bits == ~0 << UInt64(64 - count))
            }
            guard symbol < 256 else { return false }
            out.append(UInt8(truncatingIfNeeded: symbol))
            bits <<= UInt64(length)
            count -= length
        }
    }
}
