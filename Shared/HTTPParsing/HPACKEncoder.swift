/// Encodes the heads of answers on one HTTP/2 connection (RFC 7541), from lines such as `Date: …` CR LF.
///
/// Most lines of an answer are those of the one before. Each of these is sent once, with a place in the client's table,
/// and then takes one byte. Texts are not compressed: that would cost more time than it saves bytes.
package struct HPACKEncoder: Sendable {
    /// A name of the static table or one whose value changes with each answer.
    private struct Name: Sendable {
        var text: StaticString
        /// The index in the static table; 0 if it is not there.
        var index: Int
        /// True if the value is not worth a place in the table.
        var isVariable = false
        /// True for a secret, which no one on the way may put into a table either.
        var isSecret = false
    }

    private static let names = [
        Name(text: "content-length", index: 28, isVariable: true), Name(text: "etag", index: 34, isVariable: true),
        Name(text: "x-request-id", index: 0, isVariable: true), Name(text: "traceparent", index: 0, isVariable: true),
        Name(text: "ratelimit", index: 0, isVariable: true), Name(text: "location", index: 46, isVariable: true),
        Name(text: "retry-after", index: 53, isVariable: true),
        Name(text: "set-cookie", index: 55, isVariable: true, isSecret: true), Name(text: "date", index: 33),
        Name(text: "content-type", index: 31), Name(text: "cache-control", index: 24), Name(text: "vary", index: 59),
        Name(text: "content-language", index: 27), Name(text: "content-encoding", index: 26),
        Name(text: "strict-transport-security", index: 56), Name(text: "allow", index: 22),
        Name(text: "www-authenticate", index: 61),
    ]

    /// The lines in the client's table, oldest first, with a hash each.
    private var lines: [[UInt8]] = []
    private var hashes: [UInt64] = []
    private var size = 0
    private var maximum: Int
    /// The size update that the next block has to begin with.
    private var update: Int?

    package init() { maximum = HPACKDecoder.tableBytes }

    /// Applies the client's `SETTINGS_HEADER_TABLE_SIZE`.
    package mutating func setTableLimit(_ bytes: Int) {
        let limit = min(bytes, HPACKDecoder.tableBytes)
        guard limit != maximum else { return }
        maximum = limit
        // Between two blocks the smallest size has to be announced; a larger one later is not worth it.
        update = min(update ?? limit, limit)
        maximum = update ?? limit
        evict(to: maximum)
    }

    /// Appends the block of an answer.
    ///
    /// - Parameters:
    ///   - status: three digits.
    ///   - head: the lines, each with its CR LF.
    package mutating func encode(status: Int, _ head: UnsafeRawBufferPointer, into out: inout [UInt8]) {
        if let update = update.take() { Self.write(update, prefix: 5, first: 0x20, into: &out) }
        Self.writeStatus(status, into: &out)
        var lines = HTTPLines(head)
        var end = 0
        while end < head.count, let line = try? lines.next() {
            let bytes = UnsafeRawBufferPointer(rebasing: head[line])
            encode(bytes, into: &out)
            end = line.upperBound + 2
        }
    }

    private mutating func encode(_ line: UnsafeRawBufferPointer, into out: inout [UInt8]) {
        let hash = Self.hash(line)
        if let age = age(of: line, hash) {
            return Self.write(HPACKTable.known.count + 1 + age, prefix: 7, first: 0x80, into: &out)
        }
        guard let (name, value) = HTTPLines.field(0..<line.count, of: line) else { return }
        let text = UnsafeRawBufferPointer(rebasing: line[name])
        let known = Self.names.first { HTTPBytes.equalIgnoringCase(text, $0.text) }
        let entryBytes = name.count + value.count + 32
        let isKept = known?.isVariable != true && entryBytes <= maximum / 2
        let index = known?.index ?? 0
        if isKept {
            Self.write(index, prefix: 6, first: 0x40, into: &out)
        } else {
            Self.write(index, prefix: 4, first: known?.isSecret == true ? 0x10 : 0, into: &out)
        }
        if index == 0 {
            Self.write(name.count, prefix: 7, first: 0, into: &out)
            for byte in text { out.append((65...90).contains(byte) ? byte | 0x20 : byte) }
        }
        Self.write(value.count, prefix: 7, first: 0, into: &out)
        out.append(contentsOf: line[value])
        guard isKept else { return }
        evict(to: maximum - entryBytes)
        lines.append(Array(line))
        hashes.append(hash)
        size += entryBytes
    }

    /// Returns the number of lines that were added to the table after this one; `nil` if it is not there.
    private func age(of line: UnsafeRawBufferPointer, _ hash: UInt64) -> Int? {
        var index = hashes.count - 1
        while index >= 0 {
            if hashes[index] == hash, lines[index].elementsEqual(line) { return hashes.count - 1 - index }
            index -= 1
        }
        return nil
    }

    private mutating func evict(to limit: Int) {
        var count = 0
        while size > max(limit, 0), count < lines.count {
            size -= Self.entryBytes(of: lines[count])
            count += 1
        }
        guard count > 0 else { return }
        lines.removeFirst(count)
        hashes.removeFirst(count)
    }

    private static func entryBytes(of line: [UInt8]) -> Int {
        line.withUnsafeBytes { bytes in
            HTTPLines.field(0..<bytes.count, of: bytes).map { $0.name.count + $0.value.count + 32 } ?? 0
        }
    }

    private static func hash(_ line: UnsafeRawBufferPointer) -> UInt64 {
        var (hash, position) = (UInt64(line.count), 0)
        while line.count - position >= 8 {
            let word = line.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            position += 8
        }
        while position < line.count {
            hash = (hash ^ UInt64(line[position])) &* 0x0000_0100_0000_01B3
            position += 1
        }
        return hash
    }

    private static func writeStatus(_ status: Int, into out: inout [UInt8]) {
        switch status {
        case 200: out.append(0x88)
        case 204: out.append(0x89)
        case 304: out.append(0x8B)
        case 400: out.append(0x8C)
        case 404: out.append(0x8D)
        case 500: out.append(0x8E)
        default:
            let digits = min(max(status, 100), 999)
            out += [0x08, 3]
            for divisor in [100, 10, 1] { out.append(UInt8(ascii: "0") + UInt8(digits / divisor % 10)) }
        }
    }

    private static func write(_ value: Int, prefix: Int, first: UInt8, into out: inout [UInt8]) {
        let most = 1 << prefix - 1
        guard value >= most else { return out.append(first | UInt8(truncatingIfNeeded: value)) }
        out.append(first | UInt8(truncatingIfNeeded: most))
        var rest = value - most
        while rest >= 128 {
            out.append(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
            rest >>= 7
        }
        out.append(UInt8(truncatingIfNeeded: rest))
    }
}
