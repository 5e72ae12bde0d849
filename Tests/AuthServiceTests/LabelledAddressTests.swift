import AuthContract
import Foundation
import Testing
import Values

@testable import AuthService

/// The bundled list, measured on addresses that were labelled without knowledge of it.
///
/// Hard cases and rare domains are frequent among them, so the shares are not those of visitors.
@Suite struct LabelledAddressTests {
    struct LabelledAddress {
        var address: EmailAddress
        var isMilitary: Bool
    }

    private static func addresses() throws -> [LabelledAddress] {
        let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: top.appending(path: "Benchmarks/addresses.tsv"), encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t")
            let address: EmailAddress = try #require(EmailAddress(String(cells[0])), "\(line)")
            return LabelledAddress(address: address, isMilitary: cells[1] == "military")
        }
    }

    @Test func `The bundled list stops no civilian, and half of the military addresses`() throws {
        let addresses = try Self.addresses()
        let rules = AccessRules(MilitaryDomains.rules)
        let actions = addresses.map { rules.decide(AccessTraits(email: $0.address)).action }
        let stopped = zip(addresses, actions).filter { $0.1 != .allow }
        let military = addresses.count { $0.isMilitary }
        let found = stopped.count { $0.0.isMilitary }
        let denied = stopped.count { $0.0.isMilitary && $0.1 == .deny }
        print("military addresses: \(military), denied \(denied), denied or reviewed \(found)")
        #expect(addresses.count == 2_000 && military == 500)
        #expect(stopped.filter { !$0.0.isMilitary }.map { $0.0.address.text } == [])
        #expect(found * 100 >= military * 53)
    }
}
