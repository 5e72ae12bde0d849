import Testing
import Values

@Suite struct WeightedListTests {
    private static func items(_ text: String) -> [String] {
        Array(text.utf8).withUnsafeBytes { bytes in
            WeightedList(bytes).map { "\(String(decoding: $0.value, as: UTF8.self)) \($0.weight)" }
        }
    }

    @Test(
        arguments: [
            ("", []), ("br", ["br 1000"]), ("gzip;q=0.5, br", ["gzip 500", "br 1000"]),
            (" a ;q=1.000\t,\tb; q=0", ["a 1000", "b 0"]), ("text/html;level=1;q=0.25", ["text/html 250"]),
            ("a;q=2,b;q=1.5,c;q=x,d;q=", ["a 1000", "b 1000", "c 1000", "d 1000"]),
            (",,a", [" 1000", " 1000", "a 1000"]),
        ] as [(String, [String])])
    func `Items are read with their weights in thousandths, malformed ones as 1`(text: String, items: [String]) {
        #expect(Self.items(text) == items)
    }

    @Test func `At most 16 items are read`() {
        #expect(Self.items(String(repeating: "a,", count: 40)).count == 16)
    }

    @Test func `An item is compared without regard to case`() {
        let found = Array("GZip;q=0.1".utf8).withUnsafeBytes { WeightedList($0).map { $0.isNamed("gzip") } }
        #expect(found == [true])
    }
}
