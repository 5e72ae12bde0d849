import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a limit is kept for: a 64-bit hash with a seed of this process, so that nobody outside can make two collide.
struct LimitKey: Hashable, Sendable {
    /// Never zero.
    let value: UInt64

    private init(_ hash: Int) { value = UInt64(bitPattern: Int64(hash)) | 1 }

    /// The key of a signed-in user.
    static func user(_ id: String) -> LimitKey {
        var hasher = Hasher()
        hasher.combine(UInt8(ascii: "u"))
        hasher.combine(id)
        return LimitKey(hasher.finalize())
    }

    fileprivate static func network(_ bytes: some Collection<UInt8>, kind: UInt8) -> LimitKey {
        var hasher = Hasher()
        hasher.combine(kind)
        for byte in bytes { hasher.combine(byte) }
        return LimitKey(hasher.finalize())
    }
}

/// The keys of a client's address: the narrow one that is limited, and the wider one that stands in where there is no
/// room for it.
struct AddressKeys: Sendable {
    /// IPv4 /32 or IPv6 /64.
    let narrow: LimitKey
    /// IPv4 /24 or IPv6 /48.
    let wide: LimitKey
    /// The wide guard for signed-in calls, for the same addresses as `narrow`.
    let guarding: LimitKey

    /// - Parameter address: anything but an Internet address shares one key.
    init(_ address: SocketAddress?) {
        let bytes: [UInt8]
        switch address {
        case .v4(let v4):
            bytes = withUnsafeBytes(of: v4.address.sin_addr.s_addr) { Array($0) }
        case .v6(let v6):
            let all = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
            // An IPv4 client on a dual-stack socket arrives as ::ffff:a.b.c.d.
            let isMapped = all[0..<10].allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
            bytes = isMapped ? Array(all[12..<16]) : all
        default:
            bytes = []
        }
        if bytes.count == 16 {
            narrow = .network(bytes[0..<8], kind: 6)
            wide = .network(bytes[0..<6], kind: 66)
            guarding = .network(bytes[0..<8], kind: 67)
        } else {
            narrow = .network(bytes, kind: 4)
            wide = .network(bytes.prefix(3), kind: 44)
            guarding = .network(bytes, kind: 47)
        }
    }
}
