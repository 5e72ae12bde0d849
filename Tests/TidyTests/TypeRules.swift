import Testing

/// Rules for the size of types, the uniqueness of their names and the number of parameters of functions.
@Suite struct TypeRules {
    private static let product = SourceTree.files.filter { !$0.isTest && !$0.path.hasSuffix("/Generated.swift") }

    @Test func `No type exceeds 600 lines with its extensions`() {
        for (module, files) in Dictionary(grouping: Self.product, by: \.module) {
            let declarations = files.flatMap { TopLevelDeclaration.all(in: $0.text) }
            for (name, parts) in Dictionary(grouping: declarations, by: \.name) {
                let lines = parts.map(\.lineCount).reduce(0, +)
                // An enum without cases is a namespace.
                let isNamespace = parts.allSatisfy { ["enum", "extension"].contains($0.kind) && !$0.hasCases }
                #expect(lines <= 600 || isNamespace, "\(name) of \(module) has \(lines) lines")
            }
        }
    }

    @Test func `No two top-level types have the same name`() {
        var homes: [String: Set<String>] = [:]
        for file in SourceTree.files {
            for declaration in TopLevelDeclaration.all(in: file.text) where declaration.kind != "extension" {
                homes[declaration.name, default: []].insert(file.path)
            }
        }
        // Each program has its own `Main`.
        homes["Main"] = nil
        for (name, paths) in homes where paths.count > 1 {
            Issue.record("\(name) is declared in \(paths.sorted().joined(separator: " and "))")
        }
    }

    @Test func `A function with more than five parameters says why`() {
        for file in Self.product {
            for function in FunctionDeclaration.all(in: file.text) where function.parameterCount > 5 {
                #expect(
                    function.hasReason,
                    "\(file.path):\(function.line): \(function.name) has \(function.parameterCount) parameters; make them a type, or begin its body with a comment that says why not"
                )
            }
        }
    }

    @Test func `Lengths, kinds and cases of types are read from a source`() {
        let source = """
            @frozen public enum Kind: Sendable {
                case one
            }

            private struct Small { var a = 1 }
            extension Kind.Part {
                func f() {
                }
            }
            """
        let found = TopLevelDeclaration.all(in: source)
        #expect(found.map(\.name) == ["Kind", "Small", "Kind.Part"])
        #expect(found.map(\.lineCount) == [3, 1, 4])
        #expect(found.map(\.hasCases) == [true, false, false])
    }

    @Test func `Parameters and reasons of functions are read from a source`() {
        let source = """
            func few(_ a: [String: Int], b: (Int, Int) -> Void = { _, _ in }) {}
            func many<A, B>(a: A, b: B, c: Int, d: Int, e: Pair<A, B>, f: Int) {
                // Memberwise.
                _ = init(1, 2, 3, 4, 5, 6)
            }
                init(
                    a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int
                ) throws(Fault) {
                    guard a > b else { return }
                }
                init(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) {
                    self.a = a
                }
            """
        let found = FunctionDeclaration.all(in: source)
        #expect(found.map(\.name) == ["few", "many", "init", "init"])
        #expect(found.map(\.parameterCount) == [2, 6, 7, 6])
        #expect(found.map(\.hasReason) == [false, true, false, true])
        #expect(found.map(\.line) == [1, 2, 6, 11])
    }
}
