import Resilience
import Testing

@testable import RPC

@Suite struct FlowKeyTests {
    private func flow(
        user: String? = nil, address: String? = nil, peer: LinkIdentity = .process("gateway")
    ) -> FlowKey {
        FlowKey(
            of: CallContext(
                principal: user.map { Principal(sub: $0, sid: "s", roles: []) }, remoteAddress: address,
                deadline: .now, trace: TraceContext(traceHigh: 1, traceLow: 1, spanID: 1, isSampled: false), peer: peer)
        )
    }

    @Test func `The flow of a call is that of its user, wherever it comes from`() {
        #expect(flow(user: "ada", address: "192.0.2.1") == flow(user: "ada", address: "2001:db8::1"))
        #expect(flow(user: "ada", address: "192.0.2.1") != flow(user: "grace", address: "192.0.2.1"))
    }

    @Test func `Without a user it is that of the network, a /24 or a /48`() {
        #expect(flow(address: "192.0.2.1") == flow(address: "192.0.2.255"))
        #expect(flow(address: "192.0.2.1") != flow(address: "192.0.3.1"))
        #expect(flow(address: "::ffff:192.0.2.1") == flow(address: "192.0.2.2"))
        #expect(flow(address: "2001:db8:1:2::1") == flow(address: "2001:db8:1:3::9"))
        #expect(flow(address: "2001:db8:1:2::1") != flow(address: "2001:db8:2:2::1"))
        #expect(flow(address: "unknown") != flow(address: "192.0.2.1"))
    }

    @Test func `The 65,536 /64s of a customer's /48 leave the places of a full queue to others`() {
        var queue = FairQueue<FlowKey, Int>(limit: 100)
        for subnet in 0..<100 {
            _ = queue.append(subnet, of: flow(address: "2001:db8:1:\(String(subnet, radix: 16))::1"))
        }
        #expect(queue.flowCount == 1)
        guard case .displaced = queue.append(100, of: flow(address: "2001:db8:2::1")) else {
            Issue.record("no place was made")
            return
        }
    }

    @Test func `Without an address it is that of the process`() {
        #expect(flow() != flow(peer: .process("booking")))
        #expect(flow() != .background && flow(peer: .anonymous) != .background)
    }
}
