import Foundation
import Testing

@testable import Values

extension Zone {
    /// Creates a zone that consists of a rule only.
    init(rule: String, version: Character = "3") throws {
        try self.init(identifier: "Test/Rule", bytes: TZifFile(version: version, rule: rule).bytes)
    }

    /// Returns the local time at an instant as `YYYY-MM-DD hh:mm`.
    func wall(_ text: String) throws -> String {
        let instant = try #require(Instant(text))
        let minute = minuteOfDay(at: instant)
        return "\(date(at: instant)) \(minute / 600)\(minute / 60 % 10):\(minute % 60 / 10)\(minute % 10)"
    }

    /// Returns the instant of a local time, given as `YYYY-MM-DD` and minutes of the day.
    func instant(_ date: String, _ minute: Int) throws -> String {
        instant(of: try #require(LocalDate(date)), minuteOfDay: minute).description
    }

    func start(_ date: String) throws -> String { startOfDay(try #require(LocalDate(date))).description }
}

/// A TZif file built from its parts.
struct TZifFile {
    var version: Character = "2"
    var changes: [(time: Int64, type: UInt8)] = []
    var types: [(offset: Int32, isDaylight: UInt8, abbreviation: UInt8)] = [(0, 0, 0)]
    var characters = "LMT\0"
    var leapSeconds = 0
    var rule = ""

    var bytes: [UInt8] {
        if version == "\0" { return block(timeSize: 4) }
        return block(timeSize: 4) + block(timeSize: 8) + "\n\(rule)\n".utf8
    }

    private func block(timeSize: Int) -> [UInt8] {
        var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, leapSeconds, changes.count, types.count, characters.utf8.count] {
            bytes += Self.bigEndian(Int64(count), 4)
        }
        for change in changes { bytes += Self.bigEndian(change.time, timeSize) }
        bytes += changes.map(\.type)
        for type in types { bytes += Self.bigEndian(Int64(type.offset), 4) + [type.isDaylight, type.abbreviation] }
        bytes += characters.utf8
        for _ in 0..<leapSeconds { bytes += [UInt8](repeating: 0, count: timeSize + 4) }
        return bytes
    }

    private static func bigEndian(_ number: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

/// The C library's local times in a zone, or by a POSIX `TZ` string.
///
/// They come from a process of its own, `date`, because in ours the zone is a state that all threads share.
enum CLibrary {
    struct LocalTime: Equatable {
        var offset: Int
        var abbreviation: String
    }

    static func localTimes(zone: String, at seconds: [Int64]) throws -> [LocalTime] {
        let list = FileManager.default.temporaryDirectory.appending(path: "instants-\(UUID().uuidString)")
        try seconds.map { "@\($0)\n" }.joined().write(to: list, atomically: false, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: list) }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/date")
        process.arguments = ["-f", list.path, "+%::z %Z"]
        process.environment = ["TZ": zone, "LC_ALL": "C"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        return try lines.map { line in
            let words = line.split(separator: " ")
            let parts = try words[0].dropFirst().split(separator: ":").map { try #require(Int($0)) }
            let offset = parts[0] * 3600 + parts[1] * 60 + parts[2]
            return LocalTime(offset: words[0].hasPrefix("-") ? -offset : offset, abbreviation: String(words[1]))
        }
    }
}

/// The names of the zones in the installed time zone database.
enum Installed {
    static let zones: [String] = {
        let table = (try? String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)) ?? ""
        return table.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            line.split(separator: "\t").dropFirst(2).first.map(String.init)
        } + ["UTC", "Etc/GMT-14", "Etc/GMT+12", "EST5EDT"]
    }()
}
