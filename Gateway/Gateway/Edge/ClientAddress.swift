import NIOCore

/// Where a connection comes from.
struct ClientAddress: Sendable {
    /// The address without the port, as services and the log see it.
    let text: String
    /// Under which keys its calls are counted.
    let keys: AddressKeys

    init(_ address: SocketAddress?) {
        text = address?.ipAddress ?? "unknown"
        keys = AddressKeys(address)
    }
}
