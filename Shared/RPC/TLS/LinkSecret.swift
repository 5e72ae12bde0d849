/// The secret by which the processes of one instance recognize each other on loopback.
enum LinkSecret {
    /// Compares two secrets in a time that depends only on their lengths.
    static func matches(_ offered: some Collection<UInt8>, _ expected: [UInt8]) -> Bool {
        guard offered.count == expected.count, !expected.isEmpty else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(offered, expected) { difference |= left ^ right }
        return difference == 0
    }
}
