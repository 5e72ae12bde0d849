import Testing

/// Rules for the references between the folders of a module, which must not form circles.
@Suite struct FolderRules {
    private static let graphs = Dictionary(grouping: SourceTree.files.filter { !$0.isTest }, by: \.module)
        .mapValues { files in FolderGraph(files.map { FolderGraph.Source(path: $0.path, text: $0.text) }) }

    @Test func `The folders of a module form no circle`() {
        for (module, graph) in Self.graphs {
            for circle in graph.circles {
                Issue.record("\(module): \(circle.joined(separator: ", ")): \(graph.ties(within: circle))")
            }
        }
    }

    @Test func `Folders refer to each other in the directions of the table`() {
        for (module, graph) in Self.graphs {
            let folders = graph.folders
            guard folders.count > 1 else { continue }
            guard let levels = FolderDirections.levels(of: module) else {
                Issue.record("\(module) has several folders; give it a line in FolderDirections")
                continue
            }
            // The common parent of all folders, which need not hold files itself.
            let top = Self.top(of: folders)
            var heights: [String: Int] = [:]
            for (height, level) in levels.enumerated() {
                for name in level { heights[name == "root" ? top : "\(top)/\(name)"] = height }
            }
            #expect(Set(heights.keys) == folders, "the line of \(module) in FolderDirections does not name its folders")
            for (folder, others) in graph.references {
                for (other, example) in others where heights[other, default: 0] >= heights[folder, default: 0] {
                    Issue.record("\(folder) must not refer to \(other): \(example)")
                }
            }
        }
    }

    private static func top(of folders: Set<String>) -> String {
        let paths = folders.map { $0.split(separator: "/") }
        var top = paths[0]
        for path in paths { while !path.starts(with: top) { top.removeLast() } }
        return top.joined(separator: "/")
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

    @Test func `A circle of folders is found, and a chain is accepted`() {
        let low = FolderGraph.Source(path: "M/Low/A.swift", text: "struct A {}\n")
        let high = FolderGraph.Source(path: "M/High/B.swift", text: "struct B { var a: A }\n")
        #expect(FolderGraph([low, high]).circles.isEmpty)
        let looksUp = FolderGraph.Source(path: "M/Low/C.swift", text: "struct C { var b: B }\n")
        #expect(FolderGraph([low, high, looksUp]).circles == [["M/High", "M/Low"]])
        // Neither a comment, nor a string literal, nor a nested type of the same name is a reference.
        let harmless = FolderGraph.Source(
            path: "M/Low/D.swift", text: "// B\nlet d = \"B\"\nstruct D { enum B {}; var b: B }\n")
        #expect(FolderGraph([low, high, harmless]).circles.isEmpty)
    }
}
