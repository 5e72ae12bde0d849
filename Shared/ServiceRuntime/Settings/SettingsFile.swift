import Wire

/// A file of settings: nested JSON objects whose member names, joined, are the settings' names.
///
/// It is parsed with `Wire` and presented like environment variables, so that values have one syntax everywhere and no
/// process needs a second JSON parser.
struct SettingsFile {
    private static let maximumDepth = 8

    /// The values by variable name: `LIMITS_USER_RATE` for `{"limits": {"user": {"rate": …}}}`; lists use commas.
    private(set) var variables: [String: String] = [:]

    /// Parses a file.
    ///
    /// - Throws: ``JSONDecodingFailure``, or a `DecodingError` for a value that no setting can have, such as null.
    init(_ bytes: [UInt8]) throws {
        let root = try bytes.withUnsafeBytes { try JSONCoding.decode(Node.self, from: $0) }
        guard case .object(let members) = root else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "must be an object"))
        }
        collect(members, below: "")
    }

    private mutating func collect(_ members: [String: Node], below prefix: String) {
        for (name, node) in members {
            let name = prefix + name.uppercased().replacing(".", with: "_")
            switch node {
            case .object(let members): collect(members, below: name + "_")
            case .text(let text): variables[name] = text
            }
        }
    }

    private enum Node: Decodable {
        case object([String: Node])
        case text(String)

        init(from decoder: any Decoder) throws {
            guard decoder.codingPath.count < SettingsFile.maximumDepth else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "is too deep"))
            }
            let container = try decoder.singleValueContainer()
            if let text = Self.scalar(container) {
                self = .text(text)
            } else if let items = try? container.decode([Scalar].self) {
                self = .text(items.map(\.text).joined(separator: ","))
            } else {
                self = .object(try container.decode([String: Node].self))
            }
        }

        static func scalar(_ container: any SingleValueDecodingContainer) -> String? {
            if let text = try? container.decode(String.self) { return text }
            if let flag = try? container.decode(Bool.self) { return "\(flag)" }
            if let number = try? container.decode(Int.self) { return "\(number)" }
            return (try? container.decode(Double.self)).map { "\($0)" }
        }
    }

    private struct Scalar: Decodable {
        var text: String

        init(from decoder: any Decoder) throws {
            guard let text = Node.scalar(try decoder.singleValueContainer()) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "must be text, a number or a truth value"))
            }
            self.text = text
        }
    }
}
