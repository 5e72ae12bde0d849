import Foundation
import Glibc
import Logging
import Testing
import Values

@testable import ServiceRuntime

@Suite struct LoggingTests {
    /// Logs to a pipe and returns the parsed lines.
    private func lines(_ body: (Logger, LogSink) -> Void) throws -> [[String: Any]] {
        let pipe = Pipe()
        let sink = try LogSink(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, clock: { Instant(milliseconds: 0) })
        body(Logger(label: "test") { _ in JSONLogHandler(service: "auth", level: LogLevel(.info), sink: sink) }, sink)
        sink.close()
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
    }

    @Test func `An event is one line of JSON with time, level, service and message first`() throws {
        let lines = try lines { logger, _ in
            logger.info("call \"done\"\n", metadata: ["method": "auth.me", "durationMs": .stringConvertible(1.5)])
        }
        #expect(lines.count == 1)
        #expect(lines[0]["time"] as? String == "1970-01-01T00:00:00Z")
        #expect(lines[0]["level"] as? String == "info")
        #expect(lines[0]["service"] as? String == "auth")
        #expect(lines[0]["message"] as? String == "call \"done\"\n")
        #expect(lines[0]["durationMs"] as? Double == 1.5)
    }

    @Test func `Metadata named like a secret is redacted at any depth, and cannot replace our own fields`()
        throws
    {
        let lines = try lines { logger, _ in
            logger.info(
                "x",
                metadata: [
                    "accessToken": "abc", "Password": "hunter2", "nested": ["refresh_token": "abc"],
                    "level": "forged",
                ])
        }
        let text = "\(lines)"
        #expect(!text.contains("abc") && !text.contains("hunter2") && !text.contains("forged"))
        #expect(lines[0]["level"] as? String == "info")
    }

    @Test func `Settings are redacted by their declaration, not by their names`() throws {
        let settings = [
            Setting<Int>("tokens.cache", default: 16_384, summary: "") as any SettingDeclaration,
            Setting<Int>("passwords.cost", default: 3, summary: ""),
            Setting<String>("database.url", default: "postgres://u:hunter2@h/d", isSecret: true, summary: ""),
        ]
        let source = SettingSource(layers: [])
        let inForce = SettingsInForce(values: try Settings(settings, source: source).effective(settings))
        let lines = try lines { logger, _ in
            logger.notice("starting", metadata: ["settings": .stringConvertible(inForce), "token": "abc"])
        }
        #expect(
            lines[0]["settings"] as? [String: String] == [
                "tokens.cache": "16384", "passwords.cost": "3", "database.url": "(secret)",
            ])
        #expect(lines[0]["token"] as? String == "(secret)")
    }

    @Test func `An error is logged once, as metadata or by itself`() throws {
        struct Broken: Error, CustomStringConvertible { let description = "it broke" }
        let lines = try lines { logger, _ in
            logger.warning("a", metadata: ["error": "no server"])
            logger.warning("b", error: Broken(), metadata: ["error": "no server"])
        }
        #expect(lines[0]["error"] as? String == "no server")
        #expect(lines[1]["error"] as? String == "it broke")
    }

    @Test func `Events below the level are not written`() throws {
        #expect(try lines { logger, _ in logger.debug("quiet") }.isEmpty)
    }

    /// Runs `body` with a sink whose lines gather for ten minutes, and a function that reads its next write.
    private func withGathering(_ body: (LogSink, () -> String) throws -> Void) throws {
        // Each write to such a socket is read by itself.
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { for end in ends { _ = Glibc.close(end) } }
        // A write that does not come fails the test.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            for end in ends { setsockopt(end, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size)) }
        }
        try body(try LogSink(descriptor: ends[0], gatherTime: .seconds(600))) {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            let count = read(ends[1], &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        }
    }

    @Test func `Lines are gathered and written together, at the latest when the sink closes`() throws {
        try withGathering { sink, next in
            // So many that a sink without patience would begin to write before the last.
            for _ in 0..<5_000 { sink.write("a\n".utf8) }
            sink.close()
            #expect(next() == String(repeating: "a\n", count: 5_000))
        }
    }

    @Test func `A warning and 64 KiB of lines are written at once`() throws {
        try withGathering { sink, next in
            let logger = Logger(label: "test") { _ in
                JSONLogHandler(service: "auth", level: LogLevel(.info), sink: sink)
            }
            logger.info("one")
            logger.warning("two")
            #expect(next().hasSuffix("\"message\":\"two\"}\n"))
            let line = String(repeating: "x", count: 1_023) + "\n"
            for _ in 0..<64 { sink.write(line.utf8) }
            #expect(next().utf8.count == 64 << 10)
            sink.close()
        }
    }

    @Test func `Lines that exceed the buffer are dropped and counted`() throws {
        // Nobody reads this pipe at first, so that its buffer and then the sink's fill up.
        let pipe = Pipe()
        let sink = try LogSink(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, clock: { Instant(milliseconds: 0) })
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + [UInt8(ascii: "\n")]
        for _ in 0..<12 { sink.write(line) }
        #expect(sink.droppedLines > 0, "before anybody reads on")
        let reader = Thread {
            while !pipe.fileHandleForReading.availableData.isEmpty {}
        }
        reader.start()
        sink.close()
        try pipe.fileHandleForWriting.close()
        #expect(sink.droppedLines > 0)
    }
}
