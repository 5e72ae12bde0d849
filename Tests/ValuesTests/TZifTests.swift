import Foundation
import Testing

@testable import Values

@Suite struct TZifTests {
    private func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)")))
    }

    /// Calls all functions of a zone and checks their results.
    private func use(_ zone: Zone) {
        for milliseconds in [Int64.min, -62_167_219_200_000, -1, 0, 1_795_243_200_000, 4_000_000_000_000, .max] {
            let instant = Instant(milliseconds: milliseconds)
            #expect(ZoneTable.offsets.contains(Int64(zone.offset(at: instant))))
            #expect(!zone.abbreviation(at: instant).isEmpty)
            let date = zone.date(at: instant)
            _ = zone.startOfDay(date)
            _ = zone.instant(of: date, minuteOfDay: zone.minuteOfDay(at: instant))
        }
    }

    @Test(arguments: ["\0", "2", "3", "4"] as [Character])
    func `All versions of the format are read`(version: Character) throws {
        let file = TZifFile(
            version: version, changes: [(0, 1)], types: [(-3600, 0, 0), (9000, 1, 4)], characters: "AAA\0+0230\0")
        let zone = try Zone(identifier: "Test/Version", bytes: file.bytes)
        #expect(try zone.wall("1969-12-31T23:59:59Z") == "1969-12-31 22:59")
        #expect(try zone.wall("1970-01-01T00:00:00Z") == "1970-01-01 02:30")
        #expect(zone.abbreviation(at: Instant(milliseconds: 0)) == "+0230")
    }

    @Test func `The 32-bit half of a file yields the same offsets`() throws {
        var old = try bytes(of: "Europe/Warsaw")
        let whole = try Zone("Europe/Warsaw")
        old[4] = 0
        let zone = try Zone(identifier: "Europe/Warsaw", bytes: old)
        // A file written for new readers only has no data in its old half.
        guard zone.table.changes.count > 0 else { return }
        for seconds in stride(from: Int64(0), to: 2_000_000_000, by: 5_000_011) {
            let instant = Instant(milliseconds: seconds * 1000)
            #expect(zone.offset(at: instant) == whole.offset(at: instant))
        }
    }

    @Test(arguments: ["Europe/Warsaw", "Asia/Gaza", "UTC"])
    func `A truncated file is refused at every length`(name: String) throws {
        let bytes = try bytes(of: name)
        for length in 0..<bytes.count {
            let fault = #expect(throws: ZoneFault.self) { try Zone(identifier: name, bytes: Array(bytes[..<length])) }
            #expect(fault?.reason == .malformed)
        }
        #expect(throws: Never.self) { try Zone(identifier: name, bytes: bytes) }
    }

    @Test func `A damaged file is refused or yields a zone, and never ends the process`() throws {
        var generator = SplitMix64(seed: 4)
        var refused = 0
        var read = 0
        let originals =
            try ["Europe/Warsaw", "Europe/Minsk", "America/Godthab", "UTC"].map(bytes)
            + [TZifFile(version: "\0", changes: [(0, 0), (5, 0)]).bytes]
        for round in 0..<6000 {
            var bytes = originals[round % originals.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Mostly where lengths, types and rules are.
                let end = bytes.count
                let place = [0..<min(end, 50), 0..<end, max(0, end - 40)..<end].randomElement(using: &generator)
                let index = Int.random(in: place ?? 0..<end, using: &generator)
                switch Int.random(in: 0...3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
                default: bytes[index] = [0, 0x7f, 0x80, 0xff].randomElement(using: &generator) ?? 0
                }
            }
            do throws(ZoneFault) {
                use(try Zone(identifier: "Test/Mutation", bytes: bytes))
                read += 1
            } catch {
                #expect(error.reason == .malformed)
                refused += 1
            }
        }
        #expect(refused > 1000 && read > 100)
    }

    @Test func `Random bytes are refused`() {
        var generator = SplitMix64(seed: 5)
        for length in 0..<500 {
            let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(throws: ZoneFault.self) { try Zone(identifier: "Test/Noise", bytes: noise) }
            #expect(throws: ZoneFault.self) { try Zone(identifier: "Test/Noise", bytes: Array("TZif2".utf8) + noise) }
        }
    }

    @Test func `Each inconsistency in a file is refused with its reason`() {
        let files: [(TZifFile, String)] = [
            (TZifFile(version: "5"), "an unknown version of TZif"),
            (TZifFile(types: []), "contradictory counts"),
            (TZifFile(types: Array(repeating: (0, 0, 0), count: 257)), "contradictory counts"),
            (TZifFile(leapSeconds: 1), "counts leap seconds"),
            (TZifFile(changes: [(5, 0), (5, 0)]), "changes out of order or out of range"),
            (TZifFile(changes: [(5, 0), (4, 0)]), "changes out of order or out of range"),
            (TZifFile(changes: [(.min, 0)]), "changes out of order or out of range"),
            (TZifFile(changes: [(.max, 0)]), "changes out of order or out of range"),
            (TZifFile(changes: [(5, 1)]), "a change to a missing local time"),
            (TZifFile(types: [(93_601, 0, 0)]), "a local time out of range"),
            (TZifFile(types: [(-93_601, 0, 0)]), "a local time out of range"),
            (TZifFile(types: [(.min, 0, 0)]), "a local time out of range"),
            (TZifFile(types: [(0, 2, 0)]), "a local time out of range"),
            (TZifFile(types: [(0, 0, 4)]), "a malformed abbreviation"),
            (TZifFile(types: [(0, 0, 255)]), "a malformed abbreviation"),
            (TZifFile(characters: "LMT"), "a malformed abbreviation"),
            (TZifFile(characters: "L T\0"), "a malformed abbreviation"),
            (TZifFile(characters: "\0"), "a malformed abbreviation"),
            (TZifFile(characters: String(repeating: "A", count: 33) + "\0"), "a malformed abbreviation"),
        ]
        for (file, detail) in files {
            let fault = #expect(throws: ZoneFault.self) { try Zone(identifier: "Test/Bad", bytes: file.bytes) }
            #expect(fault?.detail == detail)
            #expect(fault?.reason == .malformed)
        }
    }

    @Test func `Local times are found around changes as close together as a file can list them`() throws {
        // Clocks that jump between the extreme offsets every second.
        let changes = (0..<5000).map { (time: Int64($0), type: UInt8($0 % 2)) }
        let file = TZifFile(changes: changes, types: [(-93_600, 0, 0), (93_600, 0, 0)])
        let zone = try Zone(identifier: "Test/Dense", bytes: file.bytes)
        use(zone)
        let date = LocalDate(daysSince1970: 1)
        for minute in 0..<1440 { _ = zone.instant(of: date, minuteOfDay: minute) }
    }
}
