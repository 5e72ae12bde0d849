import Foundation
import Logging
import ServiceRuntime
import Values

@testable import Upstream

let start = instant("2026-03-02T09:00:00Z")

func value(_ text: String, at seconds: Int64 = 0, tag: String? = nil) -> StoredValue {
    StoredValue(
        value: Array(text.utf8), fetchedAt: start.advanced(bySeconds: seconds),
        validators: Validators(entityTag: tag, lastModified: tag.map { $0 + " then" }))
}

/// A directory that is removed on deinitialization.
final class Directory {
    let path = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func file(_ maximumBytes: Int = 1_000_000, recreated: (String) -> Void = { _ in }) throws -> CacheFile {
        try CacheFile.open(directory: path, process: "test", maximumBytes: maximumBytes, recreated: recreated)
    }

    func store(_ metrics: Metrics = Metrics()) -> CacheStore {
        CacheStore(
            directory: path, process: "test", maximumBytes: 1_000_000, metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
