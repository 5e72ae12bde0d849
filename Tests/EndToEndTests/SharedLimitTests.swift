import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Tests of two gateways that share rate limits through a real server.
    @Suite struct SharedLimits {
        private let rate = 50.0
        private let burst = 10.0

        @Test
        func `One user alternating between two gateways gets one limit, through the death of the store`() async throws {
            let instance = try await RunningInstance(
                arguments: ["--gateways", "2", "--limits-store", "--simulate"],
                environment: ["VOKOL_LIMITS_USER_RATE": "\(rate)", "VOKOL_LIMITS_USER_BURST": "\(Int(burst))"])
            let lines = try await LineClient(instance)
            let token = try await lines.signIn(instance.demonstrationAccount())
            let ports = [instance.port, try #require(try instance.part("gateway-2").port)]
            var wires: [Int: Wire] = [:]
            var statuses: [Int: Int] = [:]
            let began = ContinuousClock.now
            var isKilled = false
            while ContinuousClock.now - began < .seconds(4) {
                for port in ports {
                    // A gateway closes a connection after a hundred rejections.
                    if wires[port] == nil {
                        wires[port] = try await Wire(
                            port: port, authority: instance.authorityFile, protocols: ["http/1.1"])
                    }
                    guard let answer = try? await wires[port]?.get("/v1/me", token: token) else {
                        wires[port] = nil
                        continue
                    }
                    statuses[answer.status, default: 0] += 1
                }
                if !isKilled, ContinuousClock.now - began > .seconds(2) {
                    isKilled = true
                    try instance.send(SIGKILL, to: "limits")
                }
            }
            let time = (ContinuousClock.now - began) / .seconds(1)
            let admitted = Double(statuses[200, default: 0])
            #expect(Set(statuses.keys) == [200, 429], "\(statuses)")
            // A burst, a burst of leases, and less than a burst that the store forgot.
            #expect(admitted <= 3 * burst + rate * (time + 0.25), "\(statuses) in \(time) s")
            #expect(admitted >= burst)
            try await instance.stop()
        }
    }
}
