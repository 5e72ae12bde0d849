import Testing
import Values

@Suite struct StableHashTests {
    @Test func `Hashes match FNV-1a`() {
        #expect(StableHash("".utf8).value == 0xCBF2_9CE4_8422_2325)
        #expect(StableHash("a".utf8).value == 0xAF63_DC4C_8601_EC8C)
        #expect(StableHash("foobar".utf8).value == 0x8594_4171_F739_67E8)
    }

    @Test func `Parts do not hash like their concatenation`() {
        func hash(_ parts: String...) -> UInt64 {
            parts.reduce(into: StableHash()) { $0.addPart($1.utf8) }.value
        }
        #expect(hash("ab", "c") == hash("ab", "c"))
        #expect(hash("ab", "c") != hash("a", "bc"))
        #expect(hash("ab", "") != hash("ab"))
    }
}

@Suite struct SplitMix64Tests {
    @Test func `Numbers match the published generator`() {
        var generator = SplitMix64(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }
}
