/// The key of a limit: a 64-bit hash seeded per process, so that outsiders cannot provoke collisions.
struct LimitKey: Hashable, Sendable {
    /// The hash, which is never zero.
    let value: UInt64

    private init(_ hash: Int) { value = hash == 0 ? 1 : UInt64(bitPattern: Int64(hash)) }

    /// Returns the key of a signed-in user.
    static func user(_ id: String) -> LimitKey {
        var hasher = Hasher()
        hasher.combine(UInt8(ascii: "u"))
        hasher.combine(id)
        return LimitKey(hasher.finalize())
    }

    /// Returns the key of the bucket that clients without a bucket of their own share under a policy.
    static func overflow(of policy: String) -> LimitKey {
        var hasher = Hasher()
        hasher.combine(UInt8(ascii: "o"))
        hasher.combine(policy)
        return LimitKey(hasher.finalize())
    }

    fileprivate static func network(_ bytes: some Collection<UInt8>, kind: UInt8) -> LimitKey {
        var hasher = Hasher()
        hasher.combine(kind)
        for byte in bytes { hasher.combine(byte) }
        return LimitKey(hasher.finalize())
    }
}

/// The keys of a client's address: for each limit a narrow one, and one of the network around the address.
struct AddressKeys: Sendable {
    /// The key of the address itself: IPv4 /32 or IPv6 /64.
    let narrow: LimitKey
    /// The key of the network around the address: IPv4 /24 or IPv6 /48.
    let wide: LimitKey
    /// The key of the guard limit, for the same addresses as `narrow`.
    let guarding: LimitKey
    /// The key of the guard limit, for the same addresses as `wide`.
    let wideGuarding: LimitKey
    /// The keys of the limit on calls to open services, for the same addresses as `narrow` and `wide`.
    let opening: LimitKey
    let wideOpening: LimitKey

    /// Creates the keys of an address.
    ///
    /// - Parameter bytes: the 4 or 16 bytes of an IP address in network byte order, or none for any other address;
    ///   these share their keys.
    init(_ bytes: [UInt8]) {
        if bytes.count == 16 {
            narrow = .network(bytes[0..<8], kind: 6)
            wide = .network(bytes[0..<6], kind: 66)
            guarding = .network(bytes[0..<8], kind: 67)
            wideGuarding = .network(bytes[0..<6], kind: 70)
            opening = .network(bytes[0..<8], kind: 68)
            wideOpening = .network(bytes[0..<6], kind: 69)
        } else {
            narrow = .network(bytes, kind: 4)
            wide = .network(bytes.prefix(3), kind: 44)
            guarding = .network(bytes, kind: 47)
            wideGuarding = .network(bytes.prefix(3), kind: 50)
            opening = .network(bytes, kind: 48)
            wideOpening = .network(bytes.prefix(3), kind: 49)
        }
    }
}
