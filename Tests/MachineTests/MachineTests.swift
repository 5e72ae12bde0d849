import Foundation
import Testing

@testable import Machine

@Suite struct MachineTests {
    private func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let path = NSTemporaryDirectory() + "vokol-machine-\(UUID())"
        try Files.makeDirectory(path, mode: 0o700)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }

    @Test func `The exit of a child is reported as code or signal, also after its end`() async throws {
        try await withDirectory { directory in
            func start(_ script: String) async throws -> ChildProcess {
                try await ChildProcess.start(
                    ChildCommand(
                        executable: "/bin/sh", arguments: ["-c", script], environment: ["WORD": "held"],
                        log: "\(directory)/log"))
            }
            let failed = try await start("echo $WORD; exit 3")
            #expect(await failed.exit == .code(3))
            #expect(failed.exitIfEnded == .code(3))
            #expect(LogFile(path: "\(directory)/log").tail() == "held")
            let killed = try await start("exec sleep 100")
            killed.send(.kill)
            #expect(await killed.exit == .signal(9))
        }
    }

    @Test func `A child inherits no descriptors, and those of this process stay inheritable for others`() async throws {
        try await withDirectory { directory in
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            defer { for end in ends { close(end) } }
            let child = try await ChildProcess.start(
                ChildCommand(
                    executable: "/bin/sh",
                    arguments: ["-c", ends.map { "test -e /dev/fd/\($0)" }.joined(separator: " || ")],
                    log: "\(directory)/log"))
            #expect(await child.exit == .code(1))
            #expect(ends.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })
        }
    }

    @Test func `A process is identified by number and start time, because numbers are reused`() async throws {
        let own = try #require(ProcessIdentity(pid: getpid()))
        #expect(own.isAlive)
        #expect(!ProcessIdentity(pid: own.pid, startTicks: own.startTicks + 1).isAlive)
        try await withDirectory { directory in
            let child = try await ChildProcess.start(
                ChildCommand(executable: "/bin/sleep", arguments: ["100"], log: "\(directory)/log"))
            let identity = try #require(ProcessIdentity(pid: child.pid))
            child.send(.kill)
            _ = await child.exit
            #expect(!identity.isAlive)
        }
    }

    @Test func `A file is replaced as a whole, with the requested mode`() async throws {
        try await withDirectory { directory in
            let file = "\(directory)/a"
            try Files.write("one".utf8, to: file, mode: 0o644)
            try Files.write("two".utf8, to: file, mode: 0o600)
            #expect(try Files.read(file) == Array("two".utf8))
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            #expect(Files.names(in: directory) == ["a"])
            #expect(try Files.read("\(directory)/b") == nil)
            #expect(throws: OperatorError.self) { try Files.write("x".utf8, to: "\(directory)/no/where", mode: 0o600) }
        }
    }

    @Test func `A log beyond its limit is moved aside, and its process continues in a new file`() async throws {
        try await withDirectory { directory in
            let log = LogFile(path: "\(directory)/log")
            let writer = try #require(FileHandle(forWritingAtPath: directory + "/log") ?? append(log.path))
            try writer.write(contentsOf: Data(repeating: 0x61, count: LogFile.maximumBytes))
            log.trim()
            #expect(try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int == LogFile.maximumBytes)
            try writer.write(contentsOf: Data("b\n".utf8))
            log.trim()
            #expect(
                try FileManager.default.attributesOfItem(atPath: log.path + ".1")[.size] as? Int
                    == LogFile.maximumBytes + 2)
            try writer.write(contentsOf: Data("c\n".utf8))
            #expect(try String(contentsOfFile: log.path, encoding: .utf8) == "c\n")
        }
    }

    private func append(_ path: String) -> FileHandle? {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    @Test func `A wanted port is taken again if free, and no port is assigned twice`() throws {
        var taken: Set<Int> = []
        let first = try Ports.free(wanting: nil, except: &taken)
        #expect(Ports.range.contains(first))
        #expect(try Ports.free(wanting: first, except: &taken) != first)
        var others: Set<Int> = []
        #expect(try Ports.free(wanting: first, except: &others) == first)
    }

    @Test func `Indented JSON keeps every text and number`() {
        let json = #"{"a":[1,2.50,-1e3],"b":{"c":"{\"x\": [1,  2]}","d":[]},"e":null,"f":{"g":[1]}}"#
        let expected = """
            {
              "a": [1, 2.50, -1e3],
              "b": {"c": "{\\"x\\": [1,  2]}", "d": []},
              "e": null,
              "f": {
                "g": [1]
              }
            }
            """
        #expect(String(decoding: IndentedJSON.indented(Array(json.utf8)), as: UTF8.self) == expected)
        for broken in ["{", "[1", "{\"a\"", "{\"a\":", "\"", "]", "", "{]}", "[}"] {
            _ = IndentedJSON.indented(Array(broken.utf8))
        }
    }
}
