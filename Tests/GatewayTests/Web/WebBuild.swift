import Crypto
import Foundation

@testable import Gateway

/// A built web client in a directory of its own, which exists as long as the value does.
final class WebBuild {
    let directory: String
    /// The members of each file in `web.json`, by path.
    private var files: [String: [String: Any]] = [:]
    var shells = ["en": "/index.en.html", "ru": "/index.ru.html", "be": "/index.be.html"]
    var routes = ["/", "/museums", "/museums/*", "/account/password"]
    var pages: [String: [String: String]] = [:]

    /// Creates a script, pages in three languages and a worker, and lists them.
    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: "\(directory)/assets", withIntermediateDirectories: true)
        try add(
            "/assets/main-AB.js", "text/javascript; charset=utf-8", "immutable",
            ["identity": "console.log(1)", "gzip": "as gzip", "br": "as br"])
        try add("/worker.js", "text/javascript; charset=utf-8", "revalidate", ["identity": "worker"])
        for (language, path) in shells {
            try add(
                path, "text/html; charset=utf-8", "revalidate",
                ["identity": "<html lang=\(language)>", "br": "\(language) as br"])
        }
        try list()
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Writes a file in its codings, and lists it.
    func add(_ path: String, _ type: String, _ cache: String, _ contents: [String: String]) throws {
        var members: [String: Any] = [
            "path": path, "type": type, "cache": cache, "sha256": Self.digest(contents["identity"] ?? ""),
        ]
        for (coding, text) in contents {
            let file = Self.file(path, coding)
            try write(text, to: file)
            members[coding] = ["file": file, "size": text.utf8.count]
        }
        files[path] = members
    }

    /// Changes a member of a file's entry.
    func change(_ path: String, _ member: String, to value: Any) throws {
        files[path]?[member] = value
        try list()
    }

    /// Writes `web.json`.
    func list(version: String = "1") throws {
        let list: [String: Any] = [
            "version": version, "files": Array(files.values), "shells": shells, "routes": routes,
            "pages": pages,
        ]
        try JSONSerialization.data(withJSONObject: list).write(to: URL(filePath: "\(directory)/web.json"))
    }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(file)"))
    }

    func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: "\(directory)/\(file)") }

    /// Returns the site of this build, which reads files at once.
    func site(tiles: TileServer? = nil) throws -> WebSite {
        try WebSite(directory: directory, tiles: tiles, run: { $0() })
    }

    static func file(_ path: String, _ coding: String) -> String {
        let ending = ["gzip": ".gz", "br": ".br"][coding] ?? ""
        return path.dropFirst() + ending
    }

    static func digest(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}
