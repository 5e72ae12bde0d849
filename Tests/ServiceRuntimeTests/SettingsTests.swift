import Configuration
import Foundation
import Testing

@testable import ServiceRuntime

@Suite struct SettingsTests {
    private static let rate = Setting<Int>("limits.user.rate", default: 20, in: 1...1000, summary: "Calls a second")
    private static let pause = Setting<Duration>(
        "retry.pause", default: .seconds(1), in: .milliseconds(10) ... .seconds(60), summary: "Pause")
    private static let url = Setting<String>("database.url", default: nil, isSecret: true, summary: "Where the data is")
    private static let names = Setting<[String]>("access.open", default: [], summary: "Services")
    private static let maxSize = Setting<Int>("cache.maxSize", default: 5, summary: "Entries")

    private func source(
        _ arguments: [String] = [], _ environment: [String: String] = [:],
        files: [String: String] = [:]
    ) throws -> SettingSource {
        let standard = try SettingSource.standard(
            process: "auth", arguments: arguments, environment: environment)
        return standard.reading { files[$0].map { Array($0.utf8) } }
    }

    @Test func `A default applies if no source gives a value`() throws {
        #expect(try Self.rate.value(in: source()) == 20)
        #expect(try Self.names.value(in: source()) == [])
    }

    @Test func `A flag overrides the process's own variable, which overrides the shared one`() throws {
        let shared = ["VOKOL_LIMITS_USER_RATE": "30"]
        #expect(try Self.rate.value(in: source([], shared)) == 30)
        let own = shared.merging(["VOKOL_AUTH_LIMITS_USER_RATE": "40"]) { $1 }
        #expect(try Self.rate.value(in: source([], own)) == 40)
        #expect(try Self.rate.value(in: source(["--limits-user-rate", "50"], own)) == 50)
        #expect(try Self.rate.value(in: source(["--limits-user-rate=51"], own)) == 51)
        let other = ["VOKOL_MUSEUMS_LIMITS_USER_RATE": "60"]
        #expect(try Self.rate.value(in: source([], other)) == 20)
    }

    @Test func `Camel-case names become flags and variables with separate words`() throws {
        #expect(try Self.maxSize.value(in: source(["--cache-max-size", "7"])) == 7)
        #expect(try Self.maxSize.value(in: source([], ["VOKOL_CACHE_MAX_SIZE": "8"])) == 8)
        #expect(FlagCheck.flag(for: "cache.maxSize") == "--cache-max-size")
        #expect(FlagCheck.variable(for: "cache.maxSize") == "VOKOL_CACHE_MAX_SIZE")
    }

    @Test func `An invalid value is refused with the setting's name and the accepted values`() throws {
        func fault(_ arguments: [String], _ setting: any SettingDeclaration) throws -> String {
            let source = try source(arguments)
            do {
                return "accepted: " + (try setting.check(in: source))
            } catch {
                return error.description
            }
        }
        #expect(
            try fault(["--limits-user-rate", "0"], Self.rate)
                == "setting limits.user.rate: must lie between 1 and 1000, not 0")
        #expect(
            try fault(["--limits-user-rate", "fast"], Self.rate)
                == "setting limits.user.rate: must be a whole number")
        #expect(try fault(["--retry-pause", "5"], Self.pause).hasPrefix("setting retry.pause: must be a time"))
        #expect(
            try fault(["--retry-pause", "5m"], Self.pause)
                == "setting retry.pause: must lie between 10ms and 1m, not 5m")
        #expect(try fault([], Self.url) == "setting database.url: must be given: Where the data is")
    }

    @Test func `Durations are read with a unit and written in the shortest form`() {
        func read(_ text: String) -> Duration? { Duration(configContent: .string(text)) }
        #expect(read("250ms") == .milliseconds(250))
        #expect(read("90s") == .seconds(90))
        #expect(read("12h") == .seconds(43_200))
        #expect(read("30d") == .seconds(2_592_000))
        for bad in ["", "5", "s", "-5s", "5 s", "1.5s", "99999999999s", "5sec"] { #expect(read(bad) == nil, "\(bad)") }
        #expect(Duration.seconds(90).text == "90s")
        #expect(Duration.seconds(120).text == "2m")
        #expect(Duration.zero.text == "0ms")
    }

    @Test func `A secret may come from a file, without its final line feed, and is never shown`() throws {
        let source = try source(["--database-url-file", "/secret"], files: ["/secret": "postgresql://x\n"])
        #expect(try Self.url.value(in: source) == "postgresql://x")
        #expect(try Self.url.check(in: source) == "(secret)")
        let missing = try self.source(["--database-url-file", "/gone"])
        #expect(throws: SettingFault.self) { try Self.url.value(in: missing) }
        let settings = try Settings([Self.url], source: source)
        #expect(settings.effective([Self.url]).map(\.value) == ["(secret)"])
    }

    @Test func `Lists are separated by commas`() throws {
        #expect(
            try Self.names.value(in: source([], ["VOKOL_ACCESS_OPEN": "museums,auth"])) == ["museums", "auth"])
        #expect(try Self.names.value(in: source([], ["VOKOL_ACCESS_OPEN": ""])) == [])
    }

    @Test func `Weather, places, news and the timetable are open unless a list, even an empty one, says otherwise`()
        throws
    {
        let setting = CommonSettings.accessOpen
        #expect(try setting.value(in: source()) == ["aggregator", "schedule"])
        #expect(try setting.value(in: source([], ["VOKOL_ACCESS_OPEN": "museums"])) == ["museums"])
        #expect(throws: SettingFault.self) { try setting.value(in: source([], ["VOKOL_ACCESS_OPEN": "weather"])) }
        #expect(try setting.value(in: source([], ["VOKOL_ACCESS_OPEN": ""])) == [])
        #expect(try setting.value(in: source([], ["VOKOL_AUTH_ACCESS_OPEN": "", "VOKOL_ACCESS_OPEN": "auth"])) == [])
        #expect(try setting.value(in: source(["--access-open", ""])) == [])
        #expect(try setting.value(in: source(["--access-open="])) == [])
        let path = NSTemporaryDirectory() + "settings-\(UUID()).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for text in [#"{"access.open": []}"#, #"{"access": {"open": []}}"#, #"{"access.open": ""}"#] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try setting.value(in: source(["--config", path])) == [], "\(text)")
        }
    }

    @Test func `docker-compose.yml opens the same services by default, and an empty variable closes them`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docker-compose.yml"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.contains("VOKOL_ACCESS_OPEN:") }
        let standard = try #require(CommonSettings.accessOpen.defaultText)
        // The services that have openable methods, and the gateway.
        #expect(lines.count == 4)
        for line in lines { #expect(line.contains("${VOKOL_ACCESS_OPEN-\(standard)}")) }
    }

    @Test func `A file gives the values that flags and environment lack, as JSON types or as text`() throws {
        let path = NSTemporaryDirectory() + "settings-\(UUID()).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = """
            {"limits": {"user": {"rate": 7}}, "access.open": ["museums", "auth"], "retry": {"pause": "50ms"},
             "database": {"url": "postgresql://x"}, "else": {"is": [1, 2.5, true]}}
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let source = try source(["--config", path, "--retry-pause", "20ms"])
        #expect(try Self.rate.value(in: source) == 7)
        #expect(try Self.names.value(in: source) == ["museums", "auth"])
        #expect(try Self.pause.value(in: source) == .milliseconds(20))
        #expect(try Self.url.value(in: source) == "postgresql://x")
        for bad in ["[]", "{", #"{"a": null}"#, #"{"a": [[1]]}"#, #"{"a": 1, "a": 2}"#] {
            try bad.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: SettingFault.self) { try self.source(["--config", path]) }
        }
    }

    @Test func `An unreadable configuration file fails the start`() async {
        #expect(throws: SettingFault.self) { try source(["--config", "/does/not/exist.json"]) }
    }

    @Test func `Unknown flags and stray words are found`() {
        let known: [any SettingDeclaration] = [Self.rate, Self.url]
        func first(_ arguments: [String]) -> String? {
            FlagCheck.firstUnknown(in: arguments, declarations: known)?.name
        }
        #expect(first(["--limits-user-rate", "5", "--database-url-file=/x"]) == nil)
        #expect(first(["--limits-usr-rate", "5"]) == "--limits-usr-rate")
        #expect(first(["stray"]) == "stray")
        #expect(first(["--limits-user-rate", "5", "6"]) == "6")
    }
}
