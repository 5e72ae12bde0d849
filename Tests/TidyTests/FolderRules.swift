import Testing

/// The folders of a module depend on each other in one direction, judged by the code's own references to types.
@Suite struct FolderRules {
    @Test func `No folders of a module refer to each other in a circle`() {
        for (module, files) in Dictionary(grouping: SourceTree.files.filter { !$0.isTest }, by: \.module) {
            let graph = FolderGraph(files.map { FolderGraph.Source(path: $0.path, text: $0.text) })
            for circle in graph.circles {
                Issue.record("\(module): \(circle.joined(separator: ", ")): \(graph.ties(within: circle))")
            }
        }
    }

    @Test func `Domain folders import neither stores nor calls`() {
        let banned: Set<String> = [
            "Postgres", "Database", "RPC", "ServiceRuntime", "Upstream", "Wire", "CSQLite", "NIOCore",
        ]
        for file in SourceTree.files where file.path.contains("/Domain/") || file.path.contains("/Rules/") {
            let found = banned.intersection(file.imports)
            #expect(found.isEmpty, "\(file.path) must not import \(found.sorted())")
        }
    }

    @Test func `A circle of folders is found, a chain is none`() {
        let low = FolderGraph.Source(path: "M/Low/A.swift", text: "struct A {}\n")
        let high = FolderGraph.Source(path: "M/High/B.swift", text: "struct B { var a: A }\n")
        #expect(FolderGraph([low, high]).circles.isEmpty)
        let looksUp = FolderGraph.Source(path: "M/Low/C.swift", text: "struct C { var b: B }\n")
        #expect(FolderGraph([low, high, looksUp]).circles == [["M/High", "M/Low"]])
        // Neither a comment, nor a text, nor a member of the same name is a reference.
        let harmless = FolderGraph.Source(
            path: "M/Low/D.swift", text: "// B\nlet d = \"B\"\nstruct D { enum B {}; var b: B }\n")
        #expect(FolderGraph([low, high, harmless]).circles.isEmpty)
    }
}
