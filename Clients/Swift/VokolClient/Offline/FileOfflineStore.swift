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

    /// Returns the list, which is read once; an empty one if the file is missing or damaged.
    ///
    /// - Throws: an error of the system if the file cannot be read now. Nothing may then be written over it.
    private func list(_ index: inout OfflineIndex?) throws -> OfflineIndex {
        if let index { return index }
        let read = try bytes(of: indexFile, maximum: Self.maximumIndex)
            .flatMap { try? CallAnswer.decode(OfflineIndex.self, from: $0) }
        index = read ?? OfflineIndex()
        return read ?? OfflineIndex()
    }

    /// Returns the bytes of a file; `nil` if it is missing.
    private func bytes(of file: String, maximum: Int) throws -> [UInt8]? {
        do {
            return try FileBytes.read(file, maximum: maximum, flags: O_NOFOLLOW)
        } catch  where error.code == ENOENT {
            return nil
        }
    }

    private func write(_ index: OfflineIndex) throws {
        try FileBytes.write(try JSONCoding.encode(index), to: indexFile, mode: 0o600)
    }

    public func value(for key: String) throws -> OfflineValue? {
        try index.withLock { index in
            guard let entry = try list(&index).entry(for: key),
                let json = try bytes(of: file(entry.number), maximum: OfflineIndex.maximumValue)
            else { return nil }
            return OfflineValue(json: json, savedAt: entry.savedAt, isPinned: entry.isPinned)
        }
    }

    @discardableResult public func save(_ value: OfflineValue, for key: String) throws -> Bool {
        try index.withLock { index in
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw SystemError("cannot create \(directory)", code: errno)
            }
            var next = try list(&index)
            guard let (number, dropped) = next.insert(value, for: key) else { return false }
            try FileBytes.write(value.json, to: file(number), mode: 0o600)
            try write(next)
            index = next
            for number in dropped { unlink(file(number)) }
            return true
        }
    }

    public func remove(_ key: String) throws {
        try index.withLock { index in
            var next = try list(&index)
            guard let number = next.remove(key) else { return }
            try write(next)
            index = next
            unlink(file(number))
        }
    }

    /// Removes all values, and all files that a crash or a damaged list has left.
    public func removeAll() throws {
        try index.withLock { index in
            guard let stream = opendir(directory) else {
                if errno == ENOENT { return }
                throw SystemError("cannot read \(directory)", code: errno)
            }
            defer { closedir(stream) }
            index = OfflineIndex()
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                }
                guard name.hasSuffix(".json") else { continue }
                guard unlink("\(directory)/\(name)") == 0 || errno == ENOENT else {
                    throw SystemError("cannot remove \(directory)/\(name)", code: errno)
                }
            }
        }
    }
}
