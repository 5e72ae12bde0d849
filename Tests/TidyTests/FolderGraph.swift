/// The references between the folders of a module.
///
/// A folder refers to another if one of its files uses a type or function that is declared at the top level of a file
/// there. Nested types of the same name, comments and string literals do not count.
struct FolderGraph {
    struct Source {
        var path: String
        var text: String

        var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
    }

    /// The folders that each folder refers to, with an example of each reference.
    private(set) var references: [String: [String: String]] = [:]

    let folders: Set<String>

    init(_ sources: [Source]) {
        folders = Set(sources.map(\.folder))
        let files = sources.map { (source: $0, names: SourceNames(of: $0.text)) }
        var homes: [String: Set<String>] = [:]
        for file in files {
            for name in file.names.declared { homes[name, default: []].insert(file.source.folder) }
        }
        for file in files {
            for name in file.names.used.subtracting(file.names.nested) {
                guard let home = homes[name], home.count == 1, let folder = home.first, folder != file.source.folder
                else { continue }
                references[file.source.folder, default: [:]][folder] = "\(file.source.path) uses \(name)"
            }
        }
    }

    /// The groups of folders that refer to each other in a circle, sorted.
    var circles: [[String]] {
        let reached = Dictionary(uniqueKeysWithValues: references.keys.map { ($0, reachable(from: $0)) })
        let groups = references.keys.map { folder in
            Set(reached[folder, default: []].filter { reached[$0, default: []].contains(folder) })
        }
        return Set(groups.filter { $0.count > 1 }).map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// Returns an example of each reference within a group of folders.
    func ties(within group: [String]) -> String {
        group.flatMap { folder in
            references[folder, default: [:]].filter { group.contains($0.key) }.map { "\($0.value) (\($0.key))" }
        }.sorted().joined(separator: "; ")
    }

    private func reachable(from folder: String) -> Set<String> {
        var reached: Set<String> = []
        var open = [folder]
        while let next = open.popLast() {
            for other in references[next, default: [:]].keys where reached.insert(other).inserted { open.append(other) }
        }
        return reached
    }
}
