/// Decodes the header blocks of one HTTP/2 connection (RFC 7541).
///
/// The work is proportional to the compressed bytes: once a list exceeds its limit, fields are only recorded in the
/// table, as the blocks that follow need it.
package struct HPACKDecoder: Sendable {
    /// The maximum size of the table, which is HTTP/2's initial one.
    package static let tableBytes = 4096

    private var table = HPACKTable(maximum: tableBytes)

    package init() {}

    /// Appends the fields of a block to a list.
    ///
    /// - Throws: a connection error, since the state of the table is unknown then.
    package mutating func decode(
        _ block: UnsafeRawBufferPointer, into list: inout HTTP2FieldList
    ) throws(HTTP2Fault) {
        var position = 0
        var isStart = true
        while position < block.count {
            let first = block[position]
            if first & 0x80 != 0 {
                try takeIndexed(block, &position, &list)
            } else if first & 0xE0 == 0x20 {
                guard isStart else { throw .connection(.compression) }
                let size = try Self.integer(block, &position, prefix: 5)
                guard size <= Self.tableBytes else { throw .connection(.compression) }
                table.setMaximum(size)
                continue
            } else {
                let isKept = first & 0x40 != 0
                try takeLiteral(block, &position, prefix: isKept ? 6 : 4, isKept: isKept, &list)
            }
            isStart = false
        }
    }

    private mutating func takeIndexed(
        _ block: UnsafeRawBufferPointer, _ position: inout Int, _ list: inout HTTP2FieldList
    ) throws(HTTP2Fault) {
        let entry = try entry(try Self.integer(block, &position, prefix: 7))
        list.append(entry)
    }

    private mutating func takeLiteral(
        _ block: UnsafeRawBufferPointer, _ position: inout Int, prefix: Int, isKept: Bool, _ list: inout HTTP2FieldList
    ) throws(HTTP2Fault) {
        let index = try Self.integer(block, &position, prefix: prefix)
        let start = list.bytes.count
        if index > 0 {
            let entry = try entry(index)
            list.bytes.append(contentsOf: entry.bytes[..<entry.nameCount])
        } else {
            try Self.string(block, &position, into: &list.bytes)
        }
        let name = start..<list.bytes.count
        try Self.string(block, &position, into: &list.bytes)
        if isKept { table.insert(HPACKEntry(bytes: Array(list.bytes[start...]), nameCount: name.count)) }
        list.close(name: name)
    }

    private func entry(_ index: Int) throws(HTTP2Fault) -> HPACKEntry {
        let known = HPACKTable.known
        guard index > 0 else { throw .connection(.compression) }
        if index <= known.count { return known[index - 1] }
        guard let entry = table[index - known.count - 1] else { throw .connection(.compression) }
        return entry
    }

    private static func integer(
        _ block: UnsafeRawBufferPointer, _ position: inout Int, prefix: Int
    ) throws(HTTP2Fault) -> Int {
        guard position < block.count else { throw .connection(.compression) }
        let most = 1 << prefix - 1
        var value = Int(block[position]) & most
        position += 1
        guard value == most else { return value }
        // Four more bytes exceed every size that is possible here, and cannot overflow.
        for shift in [0, 7, 14, 21] {
            guard position < block.count else { throw .connection(.compression) }
            let byte = block[position]
            position += 1
            value += Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw .connection(.compression)
    }

    private static func string(
        _ block: UnsafeRawBufferPointer, _ position: inout Int, into out: inout [UInt8]
    ) throws(HTTP2Fault) {
        let isHuffman = position < block.count && block[position] & 0x80 != 0
        let count = try integer(block, &position, prefix: 7)
        guard count <= block.count - position else { throw .connection(.compression) }
        let text = UnsafeRawBufferPointer(rebasing: block[position..<position + count])
        position += count
        guard isHuffman else { return out.append(contentsOf: text) }
        guard HuffmanCode.decode(text, into: &out) else { throw .connection(.compression) }
    }
}
