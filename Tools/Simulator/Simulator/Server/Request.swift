import Values

/// A request, as received by a third party.
struct Request: Sendable {
    var method: String
    /// The decoded path, without the third party's prefix.
    var path: String
    var query: Query
    /// The header fields in order of arrival.
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    /// The raw path and query, as received.
    var target: String

    /// Returns the value of the first field with this name, ignoring case.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = PercentDecoding.decoded(parts[0], plusIsSpace: false)
        query = Query(parts.count > 1 ? parts[1] : "")
    }
}

/// The parameters of a query or form, in order.
struct Query: Sendable {
    var members: [(name: String, value: String)] = []

    init(_ text: Substring) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            members.append(
                (
                    PercentDecoding.decoded(parts[0], plusIsSpace: true),
                    parts.count > 1 ? PercentDecoding.decoded(parts[1], plusIsSpace: true) : ""
                ))
        }
    }

    /// Returns the value of the first parameter with this name.
    subscript(name: String) -> String? { members.first { $0.name == name }?.value }

    /// Returns the comma-separated values of all parameters with this name; `nil` if there are none.
    func list(_ name: String) -> [String]? {
        let values = members.filter { $0.name == name }.flatMap { $0.value.split(separator: ",").map(String.init) }
        return values.isEmpty ? nil : values
    }
}

enum PercentDecoding {
    static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = Hex.value(rest[rest.startIndex]),
                let low = Hex.value(rest[rest.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
