import NIOCore

/// Finds the client in `X-Forwarded-For`: a list to which every proxy on the way appends its caller.
enum ForwardedFor {
    /// Returns the last address that is not one of our proxies, or the first of the list if all are.
    ///
    /// - Parameter proxies: the trusted proxies.
    /// - Returns: `nil` if an entry that matters is not an address; nothing in the list is trusted then.
    static func client(in field: String, proxies: NetworkList) -> SocketAddress? {
        var nearest: SocketAddress?
        for entry in field.split(separator: ",").reversed() {
            guard let address = address(entry) else { return nil }
            nearest = address
            if !proxies.contains(address.internetBytes) { return address }
        }
        return nearest
    }

    /// Reads `192.0.2.1`, `192.0.2.1:5000`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:5000`.
    private static func address(_ entry: Substring) -> SocketAddress? {
        var text = entry.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            text = text[text.index(after: text.startIndex)..<end]
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            text = text[..<colon]
        }
        return try? SocketAddress(ipAddress: String(text), port: 0)
    }
}
