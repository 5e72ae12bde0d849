/// Reads a request's body from a byte stream, by its length or in chunks (RFC 9112 §7.1).
package struct HTTPBodyReader: Sendable {
    package enum Event: Equatable, Sendable {
        /// A piece of the body lies in the input at this range.
        case piece(Range<Int>)
        /// The body is complete.
        case end
    }

    private enum State: Equatable, Sendable {
        case data(left: Int)
        case size(digits: Int, value: Int)
        /// After the chunk's size: words separated by `;` and `=`, skipped up to the CR.
        case chunkExtension(left: Int, isInsideWord: Bool)
        case sizeLineFeed(value: Int)
        case chunk(left: Int)
        case chunkCarriageReturn
        case chunkLineFeed
        /// Trailer fields are skipped, but have to be well-formed.
        case trailerName(bytes: Int, left: Int)
        case trailerValue(left: Int)
        case trailerLineFeed(isLast: Bool, left: Int)
        case ended
    }

    private static let extensionBytes = 256
    private static let trailerBytes = 4 * 1024

    private let limit: Int
    private var state: State
    private var received = 0
    private var chunkSize = 0

    /// Creates a reader.
    ///
    /// - Parameter limit: the maximum length of the body, in bytes.
    /// - Throws: `.bodyTooLarge` if the declared length exceeds it.
    package init(_ framing: RequestHead.Framing, limit: Int) throws(HTTPFault) {
        self.limit = limit
        switch framing {
        case .none: state = .ended
        case .length(let length):
            guard length <= limit else { throw .bodyTooLarge }
            state = .data(left: length)
        case .chunked: state = .size(digits: 0, value: 0)
        }
    }

    /// Returns the next event at or after `position`, and advances `position` past the bytes it covers.
    ///
    /// - Returns: `nil` once the input is used up.
    package mutating func next(in input: UnsafeRawBufferPointer, from position: inout Int) throws(HTTPFault) -> Event? {
        while true {
            switch state {
            case .ended, .data(left: 0):
                state = .ended
                return .end
            case .data(let left):
                guard let piece = Self.take(left, of: input, from: &position) else { return nil }
                state = .data(left: left - piece.count)
                return .piece(piece)
            case .chunk(left: 0): state = .chunkCarriageReturn
            case .chunk(let left):
                guard let piece = Self.take(left, of: input, from: &position) else { return nil }
                state = .chunk(left: left - piece.count)
                return .piece(piece)
            default:
                guard position < input.count else { return nil }
                state = try next(input[position])
                position += 1
            }
        }
    }

    private static func take(_ count: Int, of input: UnsafeRawBufferPointer, from position: inout Int) -> Range<Int>? {
        guard position < input.count else { return nil }
        let piece = position..<min(position + count, input.count)
        position = piece.upperBound
        return piece
    }

    /// Returns the state after a byte that is not part of the body.
    private mutating func next(_ byte: UInt8) throws(HTTPFault) -> State {
        let (carriageReturn, lineFeed) = (UInt8(0x0D), UInt8(0x0A))
        switch state {
        case .size(let digits, let value): return try size(byte, digits, value)
        case .chunkExtension(let left, let isInsideWord):
            if byte == carriageReturn, isInsideWord { return .sizeLineFeed(value: chunkSize) }
            let isSeparator = byte == UInt8(ascii: ";") || byte == UInt8(ascii: "=")
            guard left > 0, isSeparator ? isInsideWord : HTTPBytes.isToken(byte) else { throw .chunk }
            return .chunkExtension(left: left - 1, isInsideWord: !isSeparator)
        case .sizeLineFeed(let value):
            guard byte == lineFeed else { throw .chunk }
            guard value > 0 else { return .trailerName(bytes: 0, left: Self.trailerBytes) }
            guard value <= limit - received else { throw .bodyTooLarge }
            received += value
            return .chunk(left: value)
        case .chunkCarriageReturn:
            guard byte == carriageReturn else { throw .chunk }
            return .chunkLineFeed
        case .chunkLineFeed:
            guard byte == lineFeed else { throw .chunk }
            return .size(digits: 0, value: 0)
        case .trailerName(let bytes, let left):
            if byte == carriageReturn, bytes == 0 { return .trailerLineFeed(isLast: true, left: left) }
            if byte == UInt8(ascii: ":"), bytes > 0 { return .trailerValue(left: left) }
            guard left > 0, HTTPBytes.isToken(byte) else { throw .chunk }
            return .trailerName(bytes: bytes + 1, left: left - 1)
        case .trailerValue(let left):
            if byte == carriageReturn { return .trailerLineFeed(isLast: false, left: left) }
            guard left > 0, HTTPBytes.isFieldValue(byte) else { throw .chunk }
            return .trailerValue(left: left - 1)
        case .trailerLineFeed(let isLast, let left):
            guard byte == lineFeed else { throw .chunk }
            return isLast ? .ended : .trailerName(bytes: 0, left: left)
        case .data, .chunk, .ended: return state
        }
    }

    private mutating func size(_ byte: UInt8, _ digits: Int, _ value: Int) throws(HTTPFault) -> State {
        let digit: Int?
        switch byte {
        case 48...57: digit = Int(byte) - 48
        case 65...70: digit = Int(byte) - 55
        case 97...102: digit = Int(byte) - 87
        default: digit = nil
        }
        if let digit {
            guard digits < 8 else { throw .chunk }
            return .size(digits: digits + 1, value: value * 16 + digit)
        }
        guard digits > 0 else { throw .chunk }
        chunkSize = value
        switch byte {
        case 0x0D: return .sizeLineFeed(value: value)
        case UInt8(ascii: ";"): return .chunkExtension(left: Self.extensionBytes, isInsideWord: false)
        default: throw .chunk
        }
    }
}
