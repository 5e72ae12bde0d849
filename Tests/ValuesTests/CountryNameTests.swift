import Testing
import Values

@Suite struct CountryNameTests {
    private static let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }

    /// Every country that has a name.
    private static var named: [(code: String, name: UserText)] {
        letters.flatMap { first in letters.map { first + $0 } }.compactMap { code in
            CountryCode(unchecked: code).name.map { (code, $0) }
        }
    }

    @Test(arguments: [
        ("AD", "Andorra", "Андорра", "Андора"), ("BY", "Belarus", "Беларусь", "Беларусь"),
        ("AO", "Angola", "Ангола", "Ангола"), ("DE", "Germany", "Германия", "Германія"),
        ("ZW", "Zimbabwe", "Зимбабве", "Зімбабвэ"),
    ])
    func `A country has a name in each language`(code: String, english: String, russian: String, belarusian: String) {
        #expect(CountryCode(unchecked: code).name == UserText(english, ru: russian, be: belarusian))
    }

    @Test(arguments: ["XX", "AA", "ZZ", "by", "B", "", "BYR"])
    func `A code of no country has no name`(code: String) {
        #expect(CountryCode(unchecked: code).name == nil)
    }

    @Test func `Every line of the table is found by its code, and no two countries share a name`() {
        let named = Self.named
        #expect(named.count == 199)
        for texts in [named.map(\.name.english), named.map(\.name.russian), named.map(\.name.belarusian)] {
            #expect(Set(texts).count == texts.count)
            #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("|") })
        }
    }
}
