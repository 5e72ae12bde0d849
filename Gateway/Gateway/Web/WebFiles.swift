import Values

/// The files and routes of one build of the web client, by their exact paths.
final class WebFiles: Sendable {
    /// The meaning of a path.
    enum Match {
        case file(WebFile)
        /// A route that the client shows itself, beginning with one of these pages.
        case route(WebPages)
        case nothing
    }

    let version: String
    private let files: [String: WebFile]
    /// The pages of any route.
    let shells: WebPages
    private let routes: [String: WebPages]
    /// The routes for everything below a path, each with its last slash.
    private let wideRoutes: [(prefix: String, pages: WebPages)]

    /// Reads the list of a directory, and each file once, to check it.
    ///
    /// - Parameters:
    ///   - settings: the content of ``WebPaths/settings``.
    ///   - run: runs blocking work off the event loops.
    ///   - old: the files in force, whose bytes in memory are kept where they are the same.
    /// - Throws: ``WebFault`` that names the unusable file.
    init(
        directory: String, settings: String, run: @escaping WorkRunner, replacing old: WebFiles? = nil
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
        guard let shells = WebPages(manifest.shells, in: files, otherwise: nil) else {
            throw WebFault("there is no English page")
        }
        files[WebPaths.settings] = WebFile(
            type: "application/json", caching: .revalidate, identity: WebContent(settings))
        if files[WebPaths.robots] == nil {
            files[WebPaths.robots] = WebFile(
                type: "text/plain; charset=utf-8", caching: .revalidate, identity: WebContent(Self.robots))
        }
        version = manifest.version
        self.files = files
        self.shells = shells
        var routes: [String: WebPages] = [:]
        var wideRoutes: [(prefix: String, pages: WebPages)] = []
        for route in manifest.routes {
            let pages = WebPages(manifest.pages?[route] ?? [:], in: files, otherwise: shells) ?? shells
            if route.hasSuffix("/*") {
                wideRoutes.append((String(route.dropLast()), pages))
            } else {
                routes[route] = pages
            }
        }
        self.routes = routes
        // The longest comes first: `/park/bookings/*` before `/park/*`.
        self.wideRoutes = wideRoutes.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
    }

    /// Keeps crawlers off the calls, which hold nothing to find.
    private static let robots = "User-agent: *\nDisallow: /v1/\nDisallow: /rpc\n"

    /// Finds the file or the route of a path as sent, without its query.
    func match(_ path: UnsafeRawBufferPointer) -> Match {
        let path = String(decoding: path, as: UTF8.self)
        if let file = files[path] { return .file(file) }
        let found =
            routes[path]
            ?? wideRoutes.first { path.hasPrefix($0.prefix) && path.utf8.count > $0.prefix.utf8.count }?.pages
        guard let found, !WebPaths.isReserved(path) else { return .nothing }
        return .route(found)
    }

    private var contents: [WebContent] { files.values.flatMap(\.contents) }
}
