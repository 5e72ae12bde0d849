import Foundation
import Testing

@Suite
struct KeptCasesTests {
    @Test func `Every stored case of the fuzzer satisfies all invariants`() throws {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzz/Cases")
        let cases = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        #expect(cases.count >= 40)
        for file in cases {
            let bytes = Array(try Data(contentsOf: file))
            #expect(WireOracle.violatedInvariant(bytes) == nil, "\(file.lastPathComponent)")
            // Cases from an editor end with a line break; those from a socket do not.
            if bytes.last == UInt8(ascii: "\n") {
                #expect(WireOracle.violatedInvariant(Array(bytes.dropLast())) == nil, "\(file.lastPathComponent)")
            }
        }
    }
}
