extension JSONWriter {
    /// A state of the writer to return to.
    struct Mark {
        let count: Int
        let needsComma: Bool
    }

    var mark: Mark { Mark(count: bytes.count, needsComma: needsComma) }

    /// Removes everything written since `mark`.
    mutating func restore(_ mark: Mark) {
        bytes.removeLast(max(bytes.count - mark.count, 0))
        needsComma = mark.needsComma
    }

    /// Writes a number; throws if JSON cannot represent it.
    mutating func finite(_ value: Double) throws {
        guard value.isFinite else { throw Self.noNumber(value) }
        double(value)
    }

    /// Writes a number; throws if JSON cannot represent it.
    mutating func finite(_ value: Float) throws {
        guard value.isFinite else { throw Self.noNumber(value) }
        float(value)
    }

    private static func noNumber(_ value: some FloatingPoint) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: "JSON cannot represent the number"))
    }

    /// Writes JSON of unknown origin, replacing raw CR and LF by spaces.
    ///
    /// If it is not exactly one JSON value, it throws, and the caller has to restore the previous state.
    mutating func checked(_ json: RawJSON) throws {
        let before = mark
        raw(json.bytes)
        let start = before.needsComma ? before.count + 1 : before.count
        let scanner = EnvelopeScanner(profile: .link, maximumDepth: TokenReader.depthCeiling)
        do {
            _ = try bytes.withUnsafeMutableBytes { bytes in
                try scanner.scanValue(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), mustBeObject: false)
            }
        } catch {
            throw EncodingError.invalidValue(
                json, .init(codingPath: [], debugDescription: "the bytes are not JSON", underlyingError: error))
        }
    }
}
