import Foundation
import Testing
import Values

@testable import Upstream

@Suite struct CacheFileTests {
    private let directory = Directory()

    @Test func `The latest version of a value is read, and only by its own cache`() throws {
        let file = try directory.file()
        try file.write(value("1"), cache: "a", key: "k")
        try file.write(value("zwei", at: 5, tag: "t"), cache: "a", key: "k")
        try file.write(value("3"), cache: "b", key: "k")
        #expect(try file.read(cache: "a", key: "k") == value("zwei", at: 5, tag: "t"))
        #expect(try file.read(cache: "b", key: "k") == value("3"))
        #expect(try file.read(cache: "a", key: "x") == nil)
        try file.confirm(cache: "b", key: "k", at: start.advanced(bySeconds: 9))
        #expect(try file.read(cache: "b", key: "k") == value("3", at: 9))
        try file.remove(cache: "a", key: "k")
        #expect(try file.read(cache: "a", key: "k") == nil)
        #expect(file.rows == 1)
        #expect(file.bytes == 3)
    }

    @Test func `The file and its totals survive a restart, and only its owner may read it`() throws {
        do { try directory.file().write(value("kept"), cache: "a", key: "k") }
        let file = try directory.file()
        #expect(try file.read(cache: "a", key: "k") == value("kept"))
        #expect(file.rows == 1)
        #expect(file.bytes == 6)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `Replicas that share a directory have a file each, and reopen it`() throws {
        var first: CacheFile? = try directory.file()
        let second = try directory.file()
        #expect(first?.path.hasSuffix("/test-1.sqlite") == true)
        #expect(second.path.hasSuffix("/test-2.sqlite"))
        try first?.write(value("1"), cache: "a", key: "k")
        try second.write(value("2"), cache: "a", key: "k")
        first = nil
        let again = try directory.file()
        #expect(try again.read(cache: "a", key: "k") == value("1"))
    }

    @Test func `The values fetched first are evicted first`() throws {
        let file = try directory.file(1_000)
        let long = String(repeating: "x", count: 200)
        for index in [3, 1, 2, 4] { try file.write(value(long, at: Int64(index)), cache: "a", key: "\(index)") }
        try file.confirm(cache: "a", key: "1", at: start.advanced(bySeconds: 100))
        try file.write(value(long, at: 5), cache: "a", key: "5")
        #expect(file.bytes <= 1_000)
        #expect(file.rows == 4)
        #expect(try file.read(cache: "a", key: "2") == nil)
        for key in ["1", "3", "4", "5"] { #expect(try file.read(cache: "a", key: key) != nil) }
        // A value larger than the file evicts only the old value of its own key.
        try file.write(value(String(repeating: "x", count: 2_000)), cache: "a", key: "5")
        #expect(file.rows == 3)
    }

    @Test func `A file that is not a database, or is damaged, is recreated`() throws {
        for damage in [Data("this is not a database at all, but long enough to be read".utf8), nil] {
            let directory = Directory()
            var path = ""
            do {
                let file = try directory.file()
                for index in 0..<200 {
                    try file.write(value(String(repeating: "x", count: 2_000)), cache: "a", key: "\(index)")
                }
                path = file.path
            }
            if let damage {
                try damage.write(to: URL(filePath: path))
            } else {
                var bytes = try Data(contentsOf: URL(filePath: path))
                for index in 100..<bytes.count { bytes[index] = 0xA5 }
                try bytes.write(to: URL(filePath: path))
            }
            var recreated: [String] = []
            let file = try directory.file { recreated.append($0) }
            #expect(recreated == [path])
            #expect(file.rows == 0)
            try file.write(value("new"), cache: "a", key: "k")
            #expect(try file.read(cache: "a", key: "k") == value("new"))
        }
    }

    @Test func `Writes survive the death of the process`() throws {
        let file = try directory.file()
        for index in 0..<50 { try file.write(value("\(index)"), cache: "a", key: "\(index)") }
        // The state of the file on disk while the process still runs.
        let copy = Directory()
        try FileManager.default.copyItem(atPath: directory.path, toPath: copy.path)
        let after = try copy.file { _ in Issue.record("it was made anew") }
        #expect(after.rows == 50)
        #expect(try after.read(cache: "a", key: "49") == value("49"))
    }

    @Test func `A file with unexpected columns or values is read or recreated`() throws {
        do {
            let file = try directory.file()
            try file.write(value("1"), cache: "a", key: "k")
        }
        do {
            let connection = try SQLiteConnection(path: directory.path + "/test-1.sqlite")
            try connection.run("UPDATE entries SET fetched = -9223372036854775808, size = -5, tag = x'ff00'")
        }
        do {
            let file = try directory.file()
            let read = try #require(try file.read(cache: "a", key: "k"))
            #expect(read.fetchedAt == Instant(milliseconds: Instant.range.lowerBound))
            try file.write(value("2"), cache: "a", key: "k")
        }
        do {
            let connection = try SQLiteConnection(path: directory.path + "/test-1.sqlite")
            try connection.run("ALTER TABLE entries RENAME COLUMN value TO other")
        }
        var recreated = 0
        let file = try directory.file { _ in recreated += 1 }
        #expect(recreated == 1)
        try file.write(value("3"), cache: "a", key: "k")
        #expect(try file.read(cache: "a", key: "k") == value("3"))
    }

    @Test func `A file of another version is discarded`() throws {
        do {
            let file = try directory.file()
            try file.write(value("old"), cache: "a", key: "k")
        }
        do {
            let connection = try SQLiteConnection(path: directory.path + "/test-1.sqlite")
            try connection.run("PRAGMA user_version = 99")
        }
        let file = try directory.file()
        #expect(file.rows == 0)
        #expect(try file.read(cache: "a", key: "k") == nil)
    }

    @Test func `A full disk fails only the write, and the existing values stay readable`() throws {
        var (rows, bytes) = (0, 0)
        do {
            let file = try CacheFile.open(
                directory: directory.path, process: "test", maximumBytes: 1_000_000, maximumPages: 20
            ) { _ in }
            try file.write(value("kept"), cache: "a", key: "k")
            #expect(throws: SQLiteError(13)) {
                for index in 0..<1_000 {
                    try file.write(value(String(repeating: "x", count: 900)), cache: "b", key: "\(index)")
                }
            }
            #expect(try file.read(cache: "a", key: "k") == value("kept"))
            #expect(file.rows > 1)
            // A value that needs no additional space can still be written.
            try file.write(value("new"), cache: "a", key: "k")
            rows = file.rows
            bytes = file.bytes
        }
        let file = try directory.file()
        #expect(file.rows == rows)
        #expect(file.bytes == bytes)
        #expect(try file.read(cache: "a", key: "k") == value("new"))
    }

    @Test func `A directory that cannot be created or written is reported`() throws {
        #expect(throws: CacheFile.Fault.self) {
            try CacheFile.open(directory: "/proc/nowhere", process: "test", maximumBytes: 1_000) { _ in }
        }
        #expect(throws: CacheFile.Fault.self) {
            try CacheFile.open(
                directory: self.directory.path + "/a/b", process: "test", maximumBytes: 1_000
            ) { _ in }
        }
    }
}
