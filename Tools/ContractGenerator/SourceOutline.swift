/// The public types that a contract module declares, read from its formatted sources.
///
/// Nesting is inferred from indentation, which `swift format` fixes at four spaces a level, so that no Swift parser is
/// needed.
struct SourceOutline {
    /// A stored property of a public struct.
    struct Property: Equatable {
        var name: String
        /// The type, as written.
        var type: String
        /// The doc comment's lines without their `///`.
        var documentation: [String]
    }

    /// A case of a public enum with texts as raw values.
    struct Case: Equatable {
        /// The raw value.
        var value: String
        /// The doc comment's lines without their `///`.
        var documentation: [String]
    }

    /// A public type.
    struct Declaration: Equatable {
        enum Kind { case structure, enumeration }

        /// The qualified name within the module, such as `Museums.Search.Params`.
        var path: String
        var kind: Kind
        var documentation: [String]
        /// Stored properties in order; computed and static ones are skipped.
        var properties: [Property] = []
        /// The documented cases of an enum, in order.
        var cases: [Case] = []
        /// True if the type is encoded or decoded.
        var isCodable = false
        /// True for a checked value type: a `TextValue`, `NumberValue` or `SchemaValue`.
        var isValue = false
        /// True if the type has a handwritten initializer other than `init(from:)`.
        var hasInitializer = false
    }

    /// The types that get generated code, in source order.
    private(set) var declarations: [Declaration] = []
    /// The qualified names of all nested types, aliases included.
    private(set) var paths: Set<String> = []

    /// Adds the declarations of one source file.
    mutating func read(_ source: String) {
        var scopes: [Scope] = []
        var documentation: [String] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            let indentation = line.count - text.count
            if text.hasPrefix("///") {
                documentation.append(String(text.dropFirst(3).drop { $0 == " " }))
                continue
            }
            if text.isEmpty || text.hasPrefix("@") { continue }
            defer { documentation = [] }
            // A closing brace ends the scope, but the head of a multi-line declaration ends in `{` at the same column.
            if text.hasPrefix("}") {
                while let last = scopes.last, last.indentation >= indentation { scopes.removeLast() }
                continue
            }
            guard let last = scopes.last else {
                open(text, at: indentation, documentation, &scopes)
                continue
            }
            if indentation == last.indentation + 4 {
                if !open(text, at: indentation, documentation, &scopes) { note(text, documentation, in: last) }
            }
        }
    }

    /// A type or an extension whose body is being read.
    private struct Scope {
        var path: String
        var indentation: Int
        /// The index in ``declarations``; `nil` for an extension.
        var index: Int?
    }

    @discardableResult
    private mutating func open(
        _ text: Substring, at indentation: Int, _ documentation: [String], _ scopes: inout [Scope]
    ) -> Bool {
        var words = text.split { $0 == " " }
        let isPublic = words.first == "public"
        words.removeAll { ["public", "indirect"].contains($0) }
        guard words.count >= 2 else { return false }
        let name = String(words[1].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." })
        let outer = scopes.last.map { "\($0.path)." } ?? ""
        switch words[0] {
        case "extension":
            scopes.append(Scope(path: name, indentation: indentation, index: nil))
        case "typealias" where isPublic:
            paths.insert(outer + name)
        case "struct" where isPublic, "enum" where isPublic:
            paths.insert(outer + name)
            let kind = words[0] == "struct" ? Declaration.Kind.structure : .enumeration
            var declaration = Declaration(path: outer + name, kind: kind, documentation: documentation)
            declaration.isCodable = text.contains("Codable")
            declaration.isValue = text.contains(/: (Text|Number)Value\b/)
            declarations.append(declaration)
            // A body that ends on the line on which it began has nothing to read.
            guard !text.hasSuffix("}") else { return true }
            scopes.append(Scope(path: outer + name, indentation: indentation, index: declarations.count - 1))
        default:
            return false
        }
        return true
    }

    private mutating func note(_ text: Substring, _ documentation: [String], in scope: Scope) {
        guard let index = scope.index else { return }
        if declarations[index].kind == .enumeration {
            guard !documentation.isEmpty, text.hasPrefix("case ") else { return }
            for word in text.dropFirst(5).split(separator: ",") {
                let parts = word.split(separator: "=").map { $0.filter { $0 != " " && $0 != "\"" } }
                guard let value = parts.last else { continue }
                declarations[index].cases.append(Case(value: value, documentation: documentation))
            }
            return
        }
        if text.contains(/^(public |private |package )*init[?<(]/), !text.contains("init(from ") {
            declarations[index].hasInitializer = true
        } else if let match = text.wholeMatch(of: /public (?:var|let) (\w+): ([^{=]+)/) {
            declarations[index].properties.append(
                Property(name: String(match.1), type: String(match.2), documentation: documentation))
        }
    }
}
