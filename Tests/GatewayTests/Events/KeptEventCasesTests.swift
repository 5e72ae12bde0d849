import Foundation
import Testing

@Suite struct KeptEventCasesTests {
    @Test func `Every stored case of the fuzzer of events satisfies all invariants`() throws {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzz/EventCases")
        let cases = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        #expect(cases.count >= 8)
        for file in cases {
            #expect(
                EventOracle.violatedInvariant(Array(try Data(contentsOf: file))) == nil, "\(file.lastPathComponent)")
        }
    }
}
