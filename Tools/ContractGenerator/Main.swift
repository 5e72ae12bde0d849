import Foundation

/// Writes the `Generated.swift` of every contract module: `contract-generator [--check]`, run in the project's root.
@main enum ContractGenerator {
    static func main() throws {
        let isCheck = CommandLine.arguments.dropFirst() == ["--check"]
        guard isCheck || CommandLine.arguments.count == 1 else {
            print("usage: contract-generator [--check]\n\n  --check  writes nothing; exits 1 if a file would change")
            exit(2)
        }
        let top = URL(filePath: FileManager.default.currentDirectoryPath)
        var stale: [String] = []
        for module in ContractModule.all {
            let text = try module.generate(in: top)
            let file = module.file(in: top)
            guard (try? String(contentsOf: file, encoding: .utf8)) != text else { continue }
            stale.append(module.path)
            if !isCheck { try text.write(to: file, atomically: true, encoding: .utf8) }
        }
        for path in stale { print("\(path)/Generated.swift \(isCheck ? "is stale: run make contracts" : "written")") }
        if isCheck, !stale.isEmpty { exit(1) }
    }
}
