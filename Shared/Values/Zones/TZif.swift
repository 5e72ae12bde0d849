/// Parses time zone files (RFC 9636).
enum TZif {
    /// The fault of a malformed file.
    struct Fault: Error {
        var detail: String
    }

    /// The header fields that determine the lengths of a file's blocks.
    private struct Header {
        var version: UInt8
        var universalMarks: Int
        var standardMarks: Int
        var leapSeconds: Int
        var changes: Int
        var types: Int
        var characters: Int

        /// Returns the length of the block after the header, with times of `timeSize` bytes.
        func blockLength(timeSize: Int) -> Int {
            changes * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardMarks
                + universalMarks
        }
    }

    /// The maximum length of an abbreviation; the longest in use has six letters.
    static let longestAbbreviation = 32

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    static func isOfAbbreviation(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "-")
    }

    /// Parses a complete file of version 1 to 4.
    static func table(of bytes: [UInt8]) throws(Fault) -> ZoneTable {
        var reader = ByteReader(rest: bytes[...])
        let old = try header(&reader)
        guard old.version > 1 else { return try table(&reader, old, timeSize: 4) }
        // Newer versions repeat the data for old readers first; the full data follow.
        _ = try reader.bytes(old.blockLength(timeSize: 4))
        let new = try header(&reader)
        var table = try table(&reader, new, timeSize: 8)
        table.rule = try footer(&reader)
        return table
    }

    private static func header(_ reader: inout ByteReader) throws(Fault) -> Header {
        guard try reader.bytes(4).elementsEqual("TZif".utf8) else { throw Fault(detail: "not a TZif file") }
        let version: UInt8
        switch try reader.byte() {
        case 0: version = 1
        case let digit where (UInt8(ascii: "2")...UInt8(ascii: "4")).contains(digit):
            version = digit - UInt8(ascii: "0")
        default: throw Fault(detail: "an unknown version of TZif")
        }
        _ = try reader.bytes(15)
        return Header(
            version: version, universalMarks: try reader.count(), standardMarks: try reader.count(),
            leapSeconds: try reader.count(), changes: try reader.count(), types: try reader.count(),
            characters: try reader.count())
    }

    private static func table(_ reader: inout ByteReader, _ header: Header, timeSize: Int) throws(Fault) -> ZoneTable {
        guard (1...256).contains(header.types), [0, header.types].contains(header.universalMarks),
            [0, header.types].contains(header.standardMarks)
        else { throw Fault(detail: "contradictory counts") }
        // The files in "right" count leap seconds, unlike POSIX time.
        guard header.leapSeconds == 0 else { throw Fault(detail: "counts leap seconds") }
        guard reader.rest.count >= header.blockLength(timeSize: timeSize) else { throw ByteReader.endsEarly }
        var changes: [Int64] = []
        for _ in 0..<header.changes {
            let time = timeSize == 4 ? Int64(try reader.int32()) : try reader.int64()
            guard ZoneTable.times.contains(time), time > changes.last ?? .min else {
                throw Fault(detail: "changes out of order or out of range")
            }
            changes.append(time)
        }
        let indices = try reader.bytes(header.changes)
        var descriptions: [(offset: Int64, abbreviation: Int)] = []
        for _ in 0..<header.types {
            let offset = Int64(try reader.int32())
            let isDaylight = try reader.byte()
            guard ZoneTable.offsets.contains(offset), isDaylight <= 1 else {
                throw Fault(detail: "a local time out of range")
            }
            descriptions.append((offset, Int(try reader.byte())))
        }
        let characters = try reader.bytes(header.characters)
        _ = try reader.bytes(header.standardMarks + header.universalMarks)

        var types: [ZoneTable.LocalType] = []
        for description in descriptions {
            let abbreviation = try abbreviation(in: characters.dropFirst(description.abbreviation))
            types.append(ZoneTable.LocalType(offset: description.offset, abbreviation: abbreviation))
        }
        guard indices.allSatisfy({ $0 < types.count }) else { throw Fault(detail: "a change to a missing local time") }
        return ZoneTable(first: types[0], changes: changes, types: indices.map { types[Int($0)] })
    }

    private static func abbreviation(in characters: ArraySlice<UInt8>) throws(Fault) -> String {
        let name = characters.prefix { isOfAbbreviation($0) }
        guard (1...longestAbbreviation).contains(name.count), characters.dropFirst(name.count).first == 0 else {
            throw Fault(detail: "a malformed abbreviation")
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads the rule after the last change; `nil` if the file has none.
    private static func footer(_ reader: inout ByteReader) throws(Fault) -> ZoneRule? {
        let newline = UInt8(ascii: "\n")
        guard try reader.byte() == newline, let end = reader.rest.firstIndex(of: newline) else {
            throw Fault(detail: "lacks its last line")
        }
        let text = reader.rest[..<end]
        if text.isEmpty { return nil }
        guard let rule = ZoneRule(text) else { throw Fault(detail: "a malformed rule in its last line") }
        return rule
    }
}

/// Reads numbers in network byte order from a byte sequence.
private struct ByteReader {
    var rest: ArraySlice<UInt8>

    static let endsEarly = TZif.Fault(detail: "ends too early")

    mutating func bytes(_ count: Int) throws(TZif.Fault) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Self.endsEarly }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func byte() throws(TZif.Fault) -> UInt8 {
        guard let byte = rest.popFirst() else { throw Self.endsEarly }
        return byte
    }

    mutating func count() throws(TZif.Fault) -> Int { Int(UInt32(bitPattern: try int32())) }

    mutating func int32() throws(TZif.Fault) -> Int32 {
        try bytes(4).reduce(0) { $0 << 8 | Int32($1) }
    }

    mutating func int64() throws(TZif.Fault) -> Int64 {
        try bytes(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
