import Platform
import Values
import Wire

/// A store in a directory that only the user can read; use one for a directory.
///
/// It keeps at most 100 values and 8 MiB. A value and the list of values are each replaced atomically; what a crash
/// leaves between the two is a value that nobody finds.
public final class FileOfflineStore: OfflineStore {
    private static let maximumIndex = 1 << 20

    private let directory: String
    /// The list of values; `nil` before the first use.
    private let index = Lock<OfflineIndex?>(nil)

    /// Creates a store in a directory, which is made when it is needed.
    public init(directory: String) { self.directory = directory }

    private var indexFile: String { "\(directory)/index.json" }
    private func file(_ number: Int) -> String { "\(directory)/\(number).json" }

    /// Returns the list; an empty one if the file is missing or cannot be read.
    private func load() -> OfflineIndex {
        guard let bytes = try? FileBytes.read(indexFile, maximum: Self.maximumIndex, flags: O_NOFOLLOW) else {
            return OfflineIndex()
        }
        return (try? CallAnswer.decode(OfflineIndex.self, from: bytes)) ?? OfflineIndex()
    }

    private func write(_ index: OfflineIndex) throws {
        try FileBytes.write(try JSONCoding.encode(index), to: indexFile, mode: 0o600)
    }

    public func value(for key: String) -> OfflineValue? {
        index.withLock { index in
            let present = index ?? load()
            index = present
            guard let entry = present.entry(for: key),
                let json = try? FileBytes.read(
                    file(entry.number), maximum: OfflineIndex.maximumValue, flags: O_NOFOLLOW)
            else { return nil }
            return OfflineValue(json: json, savedAt: entry.savedAt, isPinned: entry.isPinned)
        }
    }

    public func save(_ value: OfflineValue, for key: String) throws {
        try index.withLock { index in
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw SystemError("cannot create \(directory)", code: errno)
            }
            var next = index ?? load()
            let (number, dropped) = next.insert(value, for: key)
            if let number { try FileBytes.write(value.json, to: file(number), mode: 0o600) }
            try write(next)
            index = next
            for number in dropped { unlink(file(number)) }
        }
    }

    public func removeAll() throws {
        try index.withLock { index in
            var next = index ?? load()
            let dropped = next.removeAll()
            index = next
            guard !dropped.isEmpty else { return }
            for number in dropped { unlink(file(number)) }
            try write(next)
        }
    }
}
