import Testing

@testable import MuseumsService

@Suite struct KeyboardLayoutTests {
    @Test(arguments: [
        ("vbhcrbq pfvjr", [["мирский"], ["замок"]]), ("[elj;tcndtyysq", [["художественный"]]),
        ("Vbhcrb pfvfr", [["мирски"], ["замак"]]), ("{elj:tcndtyysq", [["художественный"]]),
        ("ьгыугь щаа фке", [["museum"], ["off"], ["art"]]), ("", []), ("2020", [["2020"]]),
        // ў and щ are the same key.
        ("vfubk`ocrb", [["магилещски", "магилеуски"]]),
    ])
    func `The same keys are words of another alphabet`(typed: String, words: [[String]]) {
        #expect(KeyboardLayout.words(ofKeysIn: typed) == words)
    }
}
