import Values

/// The files and routes of one build of the web client, by their exact paths.
final class WebFiles: Sendable {
    /// The meaning of a path.
    enum Match {
        case file(WebFile)
        /// A route that the client shows itself, beginning with the page of a language.
        case route
        case nothing
    }

    let version: String
    private let files: [String: WebFile]
    private let shells: [Language: WebFile]
    private let english: WebFile
    private let routes: Set<String>
    /// The routes for everything below a path, each with its last slash.
    private let wideRoutes: [String]

    /// Reads the list of a directory, and each file once, to check it.
    ///
    /// - Parameters:
    ///   - settings: the content of ``WebPaths/settings``.
    ///   - run: runs blocking work off the event loops.
    ///   - old: the files in force, whose bytes in memory are kept where they are the same.
    /// - Throws: ``WebFault`` that names the unusable file.
    init(
        directory: String, settings: String, run: @escaping WebContent.Runner, replacing old: WebFiles? = nil
    ) throws(WebFault) {
        let manifest = try WebManifest(directory: directory)
        var kept: [String: WebContent] = [:]
        for content in old?.contents ?? [] where content.keptBytes > 0 { kept[content.digestText] = content }
        func content(_ listed: WebManifest.Content) throws(WebFault) -> WebContent {
            let new = try WebContent(path: "\(directory)/\(listed.file)", size: listed.size, run: run)
            return kept[new.digestText] ?? new
        }
        var files: [String: WebFile] = [:]
        // Hundreds of files share a few types.
        var types: Set<String> = []
        for listed in manifest.files {
            let identity = try content(listed.identity)
            guard identity.digestText == listed.sha256.lowercased() else {
                throw WebFault("\(directory)/\(listed.identity.file) has not the sha256 that is listed")
            }
            var others: [WebFile.Variant] = []
            if let brotli = listed.br { others.append(.init(.brotli, try content(brotli))) }
            if let gzip = listed.gzip { others.append(.init(.gzip, try content(gzip))) }
            files[listed.path] = WebFile(
                type: types.insert(listed.type).memberAfterInsert, caching: listed.cache, identity: identity,
                others: others)
        }
        var shells: [Language: WebFile] = [:]
        for language in Language.allCases {
            shells[language] = manifest.shells[language.rawValue].flatMap { files[$0] }
        }
        guard let english = shells[.english] else { throw WebFault("there is no English page") }
        files[WebPaths.settings] = WebFile(
            type: "application/json", caching: .revalidate, identity: WebContent(settings))
        if files[WebPaths.robots] == nil {
            files[WebPaths.robots] = WebFile(
                type: "text/plain; charset=utf-8", caching: .revalidate, identity: WebContent(Self.robots))
        }
        version = manifest.version
        self.files = files
        self.shells = shells
        self.english = english
        routes = Set(manifest.routes.filter { !$0.hasSuffix("/*") })
        wideRoutes = manifest.routes.filter { $0.hasSuffix("/*") }.map { String($0.dropLast()) }
    }

    /// Keeps crawlers off the calls, which hold nothing to find.
    private static let robots = "User-agent: *\nDisallow: /v1/\nDisallow: /rpc\n"

    /// Finds the file or the route of a path as sent, without its query.
    func match(_ path: UnsafeRawBufferPointer) -> Match {
        let path = String(decoding: path, as: UTF8.self)
        if let file = files[path] { return .file(file) }
        let isRoute =
            routes.contains(path)
            || wideRoutes.contains { path.hasPrefix($0) && path.utf8.count > $0.utf8.count }
        return isRoute && !WebPaths.isReserved(path) ? .route : .nothing
    }

    /// Returns the page that shows any route in a language.
    func shell(in language: Language) -> WebFile {
        language.fallbacks.lazy.compactMap { self.shells[$0] }.first ?? english
    }

    /// Returns the language of a page that ``shell(in:)`` returned.
    func language(of shell: WebFile) -> Language? { shells.first { $0.value === shell }?.key }

    private var contents: [WebContent] { files.values.flatMap(\.contents) }
}
