import Foundation
import Testing

@Suite struct KeptHTTPCasesTests {
    @Test(arguments: [("HTTPCases", 6), ("HTTP2Cases", 28), ("CookieCases", 10)])
    func `Every stored case of the fuzzers satisfies all invariants`(folder: String, count: Int) throws {
        let directory = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fuzz/\(folder)")
        let cases = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        #expect(cases.count >= count)
        for file in cases {
            let bytes = Array(try Data(contentsOf: file))
            let broken =
                switch folder {
                case "HTTP2Cases": HTTP2Oracle.violatedInvariant(bytes)
                case "CookieCases": CookieOracle.violatedInvariant(bytes)
                default: HTTPOracle.violatedInvariant(bytes)
                }
            #expect(broken == nil, "\(file.lastPathComponent)")
        }
    }
}
