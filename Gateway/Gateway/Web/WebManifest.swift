import Platform
import Values
import Wire

/// The list `web.json` of the web client's files, which its build writes.
struct WebManifest: Decodable, Sendable {
    /// One file, in one to three codings.
    struct File: Decodable, Sendable {
        /// The path of its URL, such as `/assets/main-ABCD.js`.
        let path: String
        /// The value of `Content-Type`.
        let type: String
        /// The SHA-256 of the uncompressed bytes, in hexadecimal digits.
        let sha256: String
        let cache: Caching
        let identity: Content
        let gzip: Content?
        let br: Content?
    }

    enum Caching: String, Decodable, Sendable {
        /// The path contains a hash of the content.
        case immutable
        /// The content of the path changes, so browsers ask each time.
        case revalidate
    }

    /// The bytes of a file in one coding.
    struct Content: Decodable, Sendable {
        /// The path within the directory of `web.json`.
        let file: String
        let size: Int
    }

    /// A hash over all files.
    let version: String
    let files: [File]
    /// The page of each language, which every route of the client shows first.
    let shells: [String: String]
    /// The paths that the client shows itself; one that ends in `/*` stands for everything below.
    let routes: [String]
    /// The pages of a route by language, if it has its own: they name the files that its screen needs, so that browsers
    /// load them at once.
    let pages: [String: [String: String]]?

    /// The name of the list in its directory.
    static let name = "web.json"
    /// The maximum size of a file in one coding, in bytes: it keeps within the limit on bytes that wait for a slow
    /// reader, and suffices for any chunk of a client for telephones.
    static let maximumFileBytes = 2 << 20
    /// The maximum total size of all files in all codings, in bytes; files stay in memory once requested.
    static let maximumTotalBytes = 48 << 20

    /// Reads and checks the list of a directory.
    init(directory: String) throws(WebFault) {
        let path = "\(directory)/\(Self.name)"
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maximum: 4 << 20)
        } catch {
            throw WebFault("cannot read \(error)")
        }
        do throws(JSONDecodingFailure) {
            // A newer build may add members.
            self = try JSONCoding.decode(WebManifest.self, from: bytes, unknownMembers: .ignored)
        } catch {
            let faults = error.problems.map { "\($0.pointer) \($0.detail)" }.joined(separator: ", ")
            throw WebFault("\(path) is not a list of files: \(faults)")
        }
        if let fault { throw WebFault("\(path): \(fault)") }
    }

    /// The first inconsistency; `nil` if there is none.
    private var fault: String? {
        var paths: Set<String> = []
        var total = 0
        for file in files {
            guard paths.insert(file.path).inserted else { return "\(file.path) is listed twice" }
            guard Self.isPath(file.path) else { return "\(file.path) is not a path" }
            if WebPaths.isReserved(file.path) { return "\(file.path) belongs to the gateway" }
            guard Self.isFieldText(file.type) else { return "\(file.path) has no type" }
            guard Hex.decode(file.sha256)?.count == 32 else { return "\(file.path) has no sha256" }
            for content in [file.identity, file.gzip, file.br].compactMap(\.self) {
                guard Self.isInside(content.file) else { return "\(content.file) is outside the directory" }
                guard (0...Self.maximumFileBytes).contains(content.size) else {
                    return "\(content.file) exceeds \(Self.maximumFileBytes) bytes"
                }
                total += content.size
            }
        }
        guard total <= Self.maximumTotalBytes else { return "all files exceed \(Self.maximumTotalBytes) bytes" }
        guard shells[Language.english.rawValue] != nil else { return "there is no English page" }
        for (language, path) in shells where !paths.contains(path) {
            return "the page \(path) of \(language) is not listed"
        }
        for route in routes where !Self.isPath(route) || WebPaths.isReserved(route) {
            return "\(route) is not a route"
        }
        for (route, pages) in pages ?? [:] {
            guard routes.contains(route) else { return "\(route) has pages, and is not a route" }
            for (language, path) in pages where !paths.contains(path) {
                return "the page \(path) of \(route) in \(language) is not listed"
            }
        }
        return nil
    }

    private static func isPath(_ text: String) -> Bool {
        text.hasPrefix("/") && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "?") }
    }

    private static func isFieldText(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static func isInside(_ file: String) -> Bool {
        !file.isEmpty && !file.hasPrefix("/") && !file.utf8.contains(0)
            && !file.split(separator: "/", omittingEmptySubsequences: false).contains("..")
    }
}
