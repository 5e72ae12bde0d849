import Platform
import Resilience

extension FlowKey {
    /// Creates the key of a call's origin: its user, the network around its address, or the calling process.
    ///
    /// A network is an IPv4 /24 or an IPv6 /48, since a customer of a provider may have all addresses of one and would
    /// otherwise have as many flows.
    init(of context: CallContext) {
        if let principal = context.principal {
            self.init("user", principal.sub.utf8)
        } else if let address = context.remoteAddress {
            self.init(networkOf: address)
        } else if case .process(let name) = context.peer {
            self.init("process", name.utf8)
        } else {
            self.init("stranger", [])
        }
    }

    private init(networkOf address: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, address, &bytes) == 1 {
            self.init("network", bytes[..<3])
        } else if inet_pton(AF_INET6, address, &bytes) == 1 {
            let isMapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init("network", isMapped ? bytes[12..<15] : bytes[..<6])
        } else {
            self.init("address", address.utf8)
        }
    }
}
