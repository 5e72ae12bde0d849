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
    /// The share of a network in what its clients hold, such as connections, in shares of an address.
    static let networkShare = 2

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
    /// The buckets of calls, and of calls to open services.
    private let names: Names

    private struct Names: Sendable {
        let calls: (narrow: LimitName, wide: LimitName)
        let open: (narrow: LimitName, wide: LimitName)

        init(_ narrow: some Collection<UInt8>, _ wide: some Collection<UInt8>, kinds: [UInt8]) {
            calls = (LimitName(kind: kinds[0], prefix: narrow), LimitName(kind: kinds[1], prefix: wide))
            open = (LimitName(kind: kinds[2], prefix: narrow), LimitName(kind: kinds[3], prefix: wide))
        }
    }

    /// The bucket of calls without a token.
    var calls: LimitBucket {
        LimitBucket(key: narrow, name: names.calls.narrow, network: (wide, names.calls.wide))
    }

    /// The bucket of calls to open services.
    var openCalls: LimitBucket {
        LimitBucket(key: opening, name: names.open.narrow, network: (wideOpening, names.open.wide))
    }

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
            names = Names(bytes[0..<8], bytes[0..<6], kinds: [6, 66, 68, 69])
        } else {
            narrow = .network(bytes, kind: 4)
            wide = .network(bytes.prefix(3), kind: 44)
            guarding = .network(bytes, kind: 47)
            wideGuarding = .network(bytes.prefix(3), kind: 50)
            opening = .network(bytes, kind: 48)
            wideOpening = .network(bytes.prefix(3), kind: 49)
            names = Names(bytes, bytes.prefix(3), kinds: [4, 44, 48, 49])
        }
    }
}
