import Foundation

/// The sources of the project, read as text.
struct SourceTree {
    struct File {
        /// The path from the top of the project, such as `Shared/Wire/JSONWriter.swift`.
        var path: String
        var text: String
        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        /// The lines, with those inside multi-line string literals left empty.
        var linesOutsideTexts: [Substring] {
            var isInside = false
            return lines.map { line in
                let isBorder = line.components(separatedBy: "\"\"\"").count == 2
                defer { if isBorder { isInside.toggle() } }
                return isInside || isBorder ? "" : line
            }
        }
        var isTest: Bool { path.hasPrefix("Tests/") }

        /// The modules that the file imports.
        var imports: [String] {
            lines.compactMap { line in
                var words = line.split(separator: " ").map(String.init)
                while let first = words.first,
                    first.hasPrefix("@") || ["public", "package", "internal", "private"].contains(first)
                {
                    words.removeFirst()
                }
                guard words.first == "import", let last = words.last else { return nil }
                return last.split(separator: ".").first.map(String.init)
            }
        }

        /// The module that the file belongs to.
        var module: String {
            let parts = path.split(separator: "/").map(String.init)
            switch parts.first {
            case "Shared", "Tests": return parts.count > 2 ? parts[1] : "(top)"
            case "Clients": return parts.count > 3 ? parts[2] : "(top)"
            case "Gateway": return parts[1] == "Run" ? "Gateway/Run" : "Gateway"
            case "Services":
                return ["Run": "\(parts[1])/Run", "Contract": "\(parts[1])Contract"][parts[2]] ?? parts[2]
            case "Tools": return parts[1] == "Simulator" ? "Simulator/\(parts[2])" : "Tools/\(parts[1])"
            default: return "(top)"
            }
        }
    }

    static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Every Swift file that belongs to the project.
    static let files: [File] = {
        var files: [File] = []
        for folder in ["Shared", "Gateway", "Services", "Clients/Swift", "Tools", "Tests"] {
            guard let walk = FileManager.default.enumerator(atPath: "\(top)/\(folder)") else { continue }
            for case let path as String in walk where path.hasSuffix(".swift") {
                let full = "\(top)/\(folder)/\(path)"
                guard let text = try? String(contentsOfFile: full, encoding: .utf8) else { continue }
                files.append(File(path: "\(folder)/\(path)", text: text))
            }
        }
        return files.sorted { $0.path < $1.path }
    }()

    static func read(_ path: String) throws -> String {
        try String(contentsOfFile: "\(top)/\(path)", encoding: .utf8)
    }
}
