/// The names and addresses that only this machine can reach.
public enum Loopback {
    /// Returns true for `localhost`, for 127.0.0.0/8, also within IPv6, and for `::1`; resolves no name.
    ///
    /// - Parameter host: a name in lower case, or an address without brackets.
    public static func contains(_ host: some StringProtocol) -> Bool {
        if host == "localhost" { return true }
        let text = String(host)
        // The C library reads a text up to its first NUL.
        guard !text.utf8.contains(0) else { return false }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
        let bytes = withUnsafeBytes(of: &six) { Array($0) }
        let zeros = [UInt8](repeating: 0, count: 10)
        return bytes == zeros + [0, 0, 0, 0, 0, 1] || bytes.starts(with: zeros + [0xFF, 0xFF, 127])
    }
}
