import Synchronization

/// The web client of this instance: the files in force, which a reload replaces, and the fields of its answers.
final class WebSite: Sendable {
    let fields: PageFields
    /// Called with each fault of a file that was asked for.
    let onFault: @Sendable (WebFault) -> Void
    private let directory: String
    private let settings: String
    private let run: WorkRunner
    private let current: Mutex<WebFiles?>

    /// Reads the files of a directory; without one, there is no web client.
    ///
    /// - Throws: ``WebFault`` that names the unusable file.
    init(
        directory: String, tiles: TileServer? = nil, run: @escaping WorkRunner,
        onFault: @escaping @Sendable (WebFault) -> Void = { _ in }
    ) throws(WebFault) {
        self.directory = directory
        self.run = run
        self.onFault = onFault
        fields = PageFields(tiles: tiles)
        settings = TileServer.document(of: tiles)
        let files =
            directory.isEmpty ? nil : try WebFiles(directory: directory, settings: settings, run: run)
        current = Mutex(files)
    }

    /// The files in force; `nil` without a web client.
    var files: WebFiles? { current.withLock { $0 } }

    /// Reads the files again, for requests made from now on; blocks.
    ///
    /// - Returns: the version of the new files.
    /// - Throws: the initializer's errors; the old files then stay in force.
    func reload() throws(WebFault) -> String {
        let new = try WebFiles(directory: directory, settings: settings, run: run, replacing: files)
        current.withLock { $0 = new }
        return new.version
    }
}
