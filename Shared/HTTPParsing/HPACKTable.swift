/// A field in a table of HPACK.
struct HPACKEntry: Equatable, Sendable {
    /// The name, followed by the value.
    var bytes: [UInt8]
    var nameCount: Int

    /// The size in the sense of RFC 7541 §4.1.
    var size: Int { bytes.count + 32 }
}

/// The table of the fields that a peer sent before (RFC 7541 §2.3.2), newest first.
struct HPACKTable: Sendable {
    private var entries: [HPACKEntry] = []
    /// The number of evicted entries that are still in ``entries``.
    private var evicted = 0
    private var size = 0
    private(set) var maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    /// Returns an entry; `nil` if there are fewer.
    subscript(index: Int) -> HPACKEntry? {
        index < entries.count - evicted ? entries[entries.count - 1 - index] : nil
    }

    mutating func insert(_ entry: HPACKEntry) {
        evict(to: maximum - entry.size)
        guard entry.size <= maximum else { return }
        entries.append(entry)
        size += entry.size
    }

    mutating func setMaximum(_ bytes: Int) {
        maximum = bytes
        evict(to: bytes)
    }

    private mutating func evict(to limit: Int) {
        while size > limit, evicted < entries.count {
            size -= entries[evicted].size
            entries[evicted].bytes = []
            evicted += 1
        }
        if evicted == entries.count {
            entries.removeAll(keepingCapacity: true)
            evicted = 0
        } else if evicted > 64 {
            entries.removeFirst(evicted)
            evicted = 0
        }
    }

    /// The fields that both sides know from the start (RFC 7541 Appendix A); the first has index 1.
    static let known: [HPACKEntry] = knownFields.map {
        HPACKEntry(bytes: Array(($0 + $1).utf8), nameCount: $0.utf8.count)
    }

    private static let knownFields: [(String, String)] = [
        (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"), (":path", "/index.html"),
        (":scheme", "http"), (":scheme", "https"), (":status", "200"), (":status", "204"), (":status", "206"),
        (":status", "304"), (":status", "400"), (":status", "404"), (":status", "500"), ("accept-charset", ""),
        ("accept-encoding", "gzip, deflate"), ("accept-language", ""), ("accept-ranges", ""), ("accept", ""),
        ("access-control-allow-origin", ""), ("age", ""), ("allow", ""), ("authorization", ""), ("cache-control", ""),
        ("content-disposition", ""), ("content-encoding", ""), ("content-language", ""), ("content-length", ""),
        ("content-location", ""), ("content-range", ""), ("content-type", ""), ("cookie", ""), ("date", ""),
        ("etag", ""), ("expect", ""), ("expires", ""), ("from", ""), ("host", ""), ("if-match", ""),
        ("if-modified-since", ""), ("if-none-match", ""), ("if-range", ""), ("if-unmodified-since", ""),
        ("last-modified", ""), ("link", ""), ("location", ""), ("max-forwards", ""), ("proxy-authenticate", ""),
        ("proxy-authorization", ""), ("range", ""), ("referer", ""), ("refresh", ""), ("retry-after", ""),
        ("server", ""), ("set-cookie", ""), ("strict-transport-security", ""), ("transfer-encoding", ""),
        ("user-agent", ""), ("vary", ""), ("via", ""), ("www-authenticate", ""),
    ]
}
