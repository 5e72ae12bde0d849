import Testing

@testable import Gateway

@Suite struct LimitScriptTests {
    @Test func `A command names the gateway, and each bucket with its price, debt and ceiling`() {
        let reports = [
            LimitReport(name: LimitName(kind: 4, prefix: [127, 0, 0, 1]), price: 50_000, debt: 7, ceiling: 4_000_000),
            LimitReport(
                name: LimitName(kind: 6, prefix: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 1]), price: 1, debt: 0, ceiling: 9),
        ]
        let words = LimitScript.command(reports, gateway: "g1", prefix: "vokol:")
        #expect(words.first == "EVAL" && words[1] == LimitScript.text)
        #expect(
            words.dropFirst(2) == [
                "3", "vokol:gateways", "vokol:4:0:7f000001", "vokol:6:0:20010db800000001", "g1", "10000000",
                "50000", "7", "4000000", "1", "0", "9",
            ])
    }

    @Test func `Names do not contain the user's id, and differ by user, limit and width`() {
        let ada = LimitName(user: "ada")
        #expect(ada == LimitName(user: "ada") && ada != LimitName(user: "bob") && !ada.text.contains("ada"))
        let keys = AddressKeys([192, 0, 2, 7])
        let names = [
            keys.calls.name, keys.openCalls.name, keys.calls.network?.name, keys.openCalls.network?.name,
        ].compactMap { $0?.text }
        #expect(names == ["4:0:c0000207", "48:0:c0000207", "44:0:c00002", "49:0:c00002"])
    }

    @Test func `A reply is the number of gateways and the debts`() throws {
        let reply = try LimitScript.reply(.array([.integer(2), .integer(0), .integer(50_000)]), to: 2)
        #expect(reply == LimitReply(gateways: 2, debts: [0, 50_000]))
    }

    @Test(
        arguments: [
            .error("OOM"), .text("OK"), .array([]), .array([.integer(2)]), .array([.integer(2), .bulk(nil)]),
            .array([.integer(2), .integer(-1)]), .array([.integer(2), .integer(1), .integer(1)]),
        ] as [StoreReply])
    func `Any other reply is a fault`(reply: StoreReply) {
        #expect(throws: LimitStoreFault.self) { try LimitScript.reply(reply, to: 1) }
    }
}
