import Foundation
import Testing

@Suite struct KeptHTTPCasesTests {
    @Test(arguments: [("HTTPCases", 5), ("HTTP2Cases", 28)])
    func `Every stored case of the fuzzers satisfies all invariants`(folder: String, count: Int) throws {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzz/\(folder)")
        let cases = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        #expect(cases.count >= count)
        for file in cases {
            let bytes = Array(try Data(contentsOf: file))
            let broken =
                folder == "HTTP2Cases" ? HTTP2Oracle.violatedInvariant(bytes) : HTTPOracle.violatedInvariant(bytes)
            #expect(broken == nil, "\(file.lastPathComponent)")
        }
    }
}
