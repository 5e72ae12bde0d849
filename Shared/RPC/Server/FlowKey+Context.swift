import Platform
import Resilience

extension FlowKey {
    /// Creates the key of a call's origin: its user, its address (an IPv6 /64 counts as one), or the calling process.
    init(of context: CallContext) {
        if let principal = context.principal {
            self.init("user", principal.sub.utf8)
        } else if let address = context.remoteAddress {
            self.init(address: address)
        } else if case .process(let name) = context.peer {
            self.init("process", name.utf8)
        } else {
            self.init("stranger", [])
        }
    }

    private init(address: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if address.utf8.contains(UInt8(ascii: ":")), inet_pton(AF_INET6, address, &bytes) == 1 {
            let isMapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init("network", isMapped ? bytes[12...] : bytes[..<8])
        } else {
            self.init("address", address.utf8)
        }
    }
}
