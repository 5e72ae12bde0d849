import Foundation

/// A module whose initializers and documentation are generated.
struct ContractModule {
    let name: String
    /// The directory of its sources, relative to the root of the project.
    let path: String

    static let values = ContractModule(name: "Values", path: "Shared/Values")
    static let contract = ContractModule(name: "Contract", path: "Shared/Contract")
    static let all =
        [values, contract]
        + ["Auth", "Museums", "Aggregator", "Schedule", "Booking"].map {
            ContractModule(name: "\($0)Contract", path: "Services/\($0)/Contract")
        }

    func file(in top: URL) -> URL { top.appending(path: "\(path)/Generated.swift") }

    /// Returns the content of the module's `Generated.swift`.
    ///
    /// - Throws: an error of the file system.
    func generate(in top: URL) throws -> String {
        var source = GeneratedSource(outline: try outline(in: top))
        let values = try Self.values.outline(in: top)
        if name == Self.values.name {
            source.documentsItself = false
        } else {
            source.importable["Values"] = values.paths
        }
        if name == Self.contract.name {
            source.documented = values
        } else {
            source.importable["Contract"] = try Self.contract.outline(in: top).paths.union(["DocumentedType"])
        }
        return source.text
    }

    private func outline(in top: URL) throws -> SourceOutline {
        let folder = top.appending(path: path)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var outline = SourceOutline()
        for name in names.sorted() where name.hasSuffix(".swift") && name != "Generated.swift" {
            outline.read(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        return outline
    }
}
