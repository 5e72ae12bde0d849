import Foundation
import Testing

@Suite struct DocumentationRules {
    @Test(arguments: ["docs/protocol.md"])
    func `The documentation's table of errors equals the registry`(path: String) throws {
        let page = try SourceTree.read(path)
        let registry = try SourceTree.read("Shared/Contract/Errors/ErrorCode.swift")
        let pattern = /-(\d{5}), "([a-z-]+)", http: (\d{3})/
        var count = 0
        for match in registry.matches(of: pattern) {
            count += 1
            #expect(page.contains("| -\(match.1) | \(match.2) | \(match.3) |"), "\(path) lacks -\(match.1) \(match.2)")
        }
        #expect(count == 18)
    }

    @Test func `Links in the documentation lead to existing files`() throws {
        for page in ["README.md", "CONTRIBUTING.md"] + documents() {
            let text = try SourceTree.read(page)
            let folder = page.contains("/") ? String(page[..<(page.lastIndex(of: "/") ?? page.endIndex)]) + "/" : ""
            for match in text.matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
                let target = String(match.1)
                if target.hasPrefix("http") { continue }
                let path = target.hasPrefix("/") ? String(target.dropFirst()) : folder + target
                #expect(
                    FileManager.default.fileExists(atPath: "\(SourceTree.top)/\(path)"), "\(page) links to \(target)")
            }
        }
    }

    @Test func `The functions and files named by the architecture exist`() throws {
        let page = try SourceTree.read("docs/architecture.md")
        let sources = SourceTree.files.filter { !$0.isTest }
        let types = Set(sources.flatMap { TopLevelDeclaration.all(in: $0.text) }.map(\.name))
        var count = 0
        for match in page.matches(of: /`([A-Z]\w+)\.([a-z]\w+)`/) where match.2 != "swift" {
            count += 1
            #expect(types.contains(String(match.1)), "the architecture names \(match.0), but there is no such type")
            let isDeclared = ["func", "var", "let"].contains { kind in
                sources.contains { $0.text.contains("\(kind) \(match.2)") }
            }
            #expect(isDeclared, "the architecture names \(match.0), but there is no such member")
        }
        #expect(count > 10)
        for match in page.matches(of: /`((?:[A-Z]\w+\/)*[A-Z]\w+\.swift)`/) {
            #expect(
                SourceTree.files.contains { $0.path.hasSuffix("/\(match.1)") }, "the architecture names \(match.1)")
        }
    }

    private func documents() -> [String] {
        let walk = FileManager.default.enumerator(atPath: "\(SourceTree.top)/docs")
        return (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
    }
}
