/// The secret by which the processes of one instance know each other on loopback.
enum LinkSecret {
    /// Whether two secrets are equal, in a time that depends on their lengths alone.
    static func matches(_ offered: some Collection<UInt8>, _ expected: [UInt8]) -> Bool {
        guard offered.count == expected.count, !expected.isEmpty else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(offered, expected) { difference |= left ^ right }
        return difference == 0
    }
}
