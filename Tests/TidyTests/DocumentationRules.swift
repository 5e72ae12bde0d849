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
        #expect(count == 19)
    }

    @Test func `The documentation and the schema name the limits of every rule of a fault`() throws {
        let table = try Self.table(from: "| rule | `limits` |", to: "### Formats")
        let schema = try SourceTree.read("Shared/Contract/OpenAPI/ProblemSchema.swift")
        let types = ["number": ["number", "integer"], "text": ["string"], "texts": ["array"]]
        var rules: [String: Set<String>] = [:]
        for file in Self.product where file.text.contains("ValueFault(") {
            for match in file.text.matches(of: /ValueFault\(\s*"([a-z-]+)"([^\n]*)/) {
                let limits = match.2.matches(of: /\("(\w+)", \.(\w+)/)
                rules[String(match.1), default: []].formUnion(limits.map { String($0.1) })
                for limit in limits {
                    let member = #"(?s)"\#(limit.1)": \[\s*"type": "(\w+)""#
                    let found = try Regex(member, as: (Substring, Substring).self).firstMatch(in: schema)
                    let type = try #require(found, "\(limit.1) is not in the schema of a fault's limits").1
                    #expect(types[String(limit.2)]?.contains(String(type)) == true, "\(limit.1) is \(type)")
                }
            }
        }
        #expect(Set(table.keys) == Set(rules.keys))
        for (rule, limits) in rules {
            #expect(limits == table[rule], "\(rule) has the limits \(limits.sorted())")
        }
    }

    @Test func `The documentation's table of formats names every format`() throws {
        let table = try Self.table(from: "| format | for example |", to: "### Errors of the gateway")
        let formats = Self.product.filter { $0.text.contains("ValueFault") }.flatMap { file in
            file.text.matches(of: /[ .]format\(\s*"([a-z0-9-]+)"/).map { String($0.1) }
        }
        #expect(Set(table.keys) == Set(formats))
    }

    @Test func `The documentation names every reason of the gateway and of connections`() throws {
        let page = try SourceTree.read("docs/protocol.md")
        let source = try SourceTree.read("Shared/Contract/Errors/ErrorReason+Protocol.swift")
        let reasons = source.matches(of: /ErrorReason\(\s*\.\w+, "([a-z-]+)"/).map { String($0.1) }
        #expect(reasons.count > 15)
        for reason in reasons { #expect(page.contains("`\(reason)`"), "docs/protocol.md lacks \(reason)") }
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

    private static let product = SourceTree.files.filter { !$0.isTest }

    /// Returns the rows of a table of the protocol's page: the names in the second column by that of the first.
    private static func table(from header: String, to end: String) throws -> [String: Set<String>] {
        let page = try SourceTree.read("docs/protocol.md")
        let start = try #require(page.range(of: header))
        let stop = try #require(page.range(of: end, range: start.upperBound..<page.endIndex))
        var rows: [String: Set<String>] = [:]
        for match in page[start.upperBound..<stop.lowerBound].matches(of: /\n\| `([a-z0-9-]+)` \|([^|\n]*)\|/) {
            rows[String(match.1)] = Set(match.2.matches(of: /`(\w+)`/).map { String($0.1) })
        }
        return rows
    }

    private func documents() -> [String] {
        let walk = FileManager.default.enumerator(atPath: "\(SourceTree.top)/docs")
        return (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }.sorted()
    }
}
