import Foundation
import Testing

/// The table of `docs/asvs.md`: a requirement of the standard and the tests that show it.
@Suite struct VerificationRules {
    /// The requirements of levels 1 and 2, by section, each with the numbers in it.
    private static let requirements = [
        "6.1": [1, 2, 3], "6.2": Array(1...12), "6.3": [1, 2, 3, 4], "6.4": [1, 2, 3, 4], "6.5": Array(1...5),
        "6.6": [1, 2, 3], "6.8": [1, 2, 3, 4], "7.1": [1, 2, 3], "7.2": [1, 2, 3, 4], "7.3": [1, 2],
        "7.4": Array(1...5), "7.5": [1, 2], "7.6": [1, 2], "8.1": [1, 2], "8.2": [1, 2, 3], "8.3": [1], "8.4": [1],
        "9.1": [1, 2, 3], "9.2": [1, 2, 3, 4], "10.1": [1, 2], "10.2": [1, 2], "10.3": [1, 2, 3, 4],
        "10.4": Array(1...11), "10.5": Array(1...5), "10.6": [1, 2], "10.7": [1, 2, 3],
    ]

    private struct Row {
        var requirement: String
        var evidence: String

        /// The texts between backticks.
        var names: [String] {
            evidence.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }

        var isExplained: Bool { evidence.hasPrefix("exception: ") || evidence.hasPrefix("does not apply: ") }
    }

    private func rows() throws -> [Row] {
        try SourceTree.read("docs/asvs.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].first?.isNumber == true else { return nil }
            return Row(requirement: cells[0], evidence: cells[2])
        }
    }

    /// The name of the test that a line declares, if any.
    private static func name(in line: Substring) -> String? {
        if let start = line.range(of: "func `"), let end = line.range(of: "`", range: start.upperBound..<line.endIndex)
        {
            return String(line[start.upperBound..<end.lowerBound])
        }
        guard line.hasPrefix("def "), let end = line.firstIndex(of: "(") else { return nil }
        return String(line.dropFirst(4).prefix(upTo: end))
    }

    @Test func `Each requirement has one row`() throws {
        let expected = Self.requirements.flatMap { section, numbers in numbers.map { "\(section).\($0)" } }
        #expect(try rows().map(\.requirement).sorted() == expected.sorted())
    }

    @Test func `Each row names a test that exists, or gives a reason`() throws {
        var tests = SourceTree.files.filter { $0.isTest && !$0.path.hasPrefix("Tests/TidyTests") }.map(\.text)
        let stories = "Tests/Browser/stories"
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(SourceTree.top)/\(stories)")
        where file.hasSuffix(".py") {
            tests.append(try SourceTree.read("\(stories)/\(file)"))
        }
        let declarations = Set(tests.flatMap { $0.split(separator: "\n") }.compactMap(Self.name(in:)))
        for row in try rows() {
            if !row.isExplained { #expect(!row.names.isEmpty, "\(row.requirement) names no test") }
            for name in row.names where !row.isExplained || name.contains(" ") || name.hasPrefix("test_") {
                #expect(declarations.contains(name), "\(row.requirement) names \(name), which is no test")
            }
        }
    }
}
