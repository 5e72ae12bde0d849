import Testing

@testable import Gateway

@Suite struct StoreAddressTests {
    @Test func `An address names host, port, account, database and protection`() throws {
        let plain = try #require(StoreAddress("redis://limits"))
        #expect(plain.host == "limits" && plain.port == 6379 && plain.database == 0 && !plain.isSecure)
        #expect(plain.user == nil && plain.password == nil)
        let whole = try #require(StoreAddress("rediss://gate:p%40ss%3Aword@[2001:db8::1]:6380/3"))
        #expect(whole.host == "2001:db8::1" && whole.port == 6380 && whole.database == 3 && whole.isSecure)
        #expect(whole.user == "gate" && whole.password == "p@ss:word")
        let unnamed = try #require(StoreAddress("redis://:secret@127.0.0.1:7000/"))
        #expect(unnamed.user == nil && unnamed.password == "secret" && unnamed.port == 7000)
    }

    @Test(arguments: [
        "", "limits:6379", "http://limits", "redis://", "redis://:6379", "redis://limits:0", "redis://limits:65536",
        "redis://limits:x", "redis://user@limits", "redis://user:@limits", "redis://u:%zz@limits",
        "redis://u:%f@limits", "redis://u:%ff@limits", "redis://limits/x", "redis://limits/-1", "redis://lim its",
        "redis://limits?x=1",
    ])
    func `A malformed address is refused`(text: String) { #expect(StoreAddress(text) == nil) }
}
