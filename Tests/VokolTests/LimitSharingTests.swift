import Testing

@testable import vokol

@Suite struct LimitSharingTests {
    private static func sharing(
        _ isWanted: Bool? = nil, gateways: Int = 2, in environment: [String: String] = [:],
        isInstalled: Bool = true
    ) -> LimitSharing {
        LimitSharing(isWanted, gateways: gateways, environment: environment, isInstalled: isInstalled)
    }

    @Test func `Several gateways share their limits through a store, and a single one needs none`() {
        #expect(Self.sharing() == .store)
        #expect(Self.sharing(gateways: 1) == .none)
        #expect(Self.sharing(true, gateways: 1) == .store)
        #expect(Self.sharing(false) == .none)
    }

    @Test(arguments: ["VOKOL_LIMITS_STORE", "VOKOL_LIMITS_STORE_FILE"])
    func `A store that the environment names, or declines, is not replaced`(variable: String) {
        #expect(Self.sharing(in: [variable: "redis://store.example"]) == .none)
        #expect(Self.sharing(in: [variable: ""]) == .none)
        #expect(Self.sharing(true, in: [variable: "redis://store.example"]) == .store)
    }

    @Test func `Without a server, several gateways start with a warning, unless a store is asked for`() {
        #expect(Self.sharing(isInstalled: false) == .unavailable)
        #expect(Self.sharing(gateways: 1, isInstalled: false) == .none)
        #expect(Self.sharing(false, isInstalled: false) == .none)
        // The start then fails, and names the packages.
        #expect(Self.sharing(true, isInstalled: false) == .store)
    }
}
