package import NIOCore

extension LineFramer {
    /// Returns the lines that end in `input`, each in a buffer of its own; blank lines are omitted.
    ///
    /// For clients that read one answer at a time. The gateway and the services read lines in place with
    /// ``next(in:from:)``, without a buffer per line.
    ///
    /// - Returns: `nil` once a line exceeds the limit.
    package mutating func lines(in input: ByteBuffer) -> [ByteBuffer]? {
        input.withUnsafeReadableBytes { bytes in
            var lines: [ByteBuffer] = []
            var position = 0
            while let event = next(in: bytes, from: &position) {
                switch event {
                case .line(let range): lines.append(ByteBuffer(bytes: bytes[range]))
                case .joined:
                    var line = ByteBuffer()
                    takeJoined(into: &line)
                    lines.append(line)
                case .blank: continue
                case .tooLong: return nil
                }
            }
            return lines
        }
    }
}
