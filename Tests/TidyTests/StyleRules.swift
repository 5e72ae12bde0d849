import Testing

@Suite struct StyleRules {
    @Test func `A test's name is a sentence in the form of a raw identifier`() {
        for file in SourceTree.files where file.isTest {
            for (number, name) in Self.testNames(in: file.lines) {
                #expect(name != nil, "\(file.path):\(number)")
            }
        }
    }

    @Test func `A test's name begins with a subject, not with a question word`() {
        let questionWords: Set<Substring> = [
            "How", "Until", "What", "Whatever", "When", "Where", "Whether", "Who", "Whoever", "Why",
        ]
        for file in SourceTree.files where file.isTest {
            for (number, name) in Self.testNames(in: file.lines) {
                guard let name, let word = name.split(separator: " ").first else { continue }
                #expect(!questionWords.contains(word), "\(file.path):\(number) begins with \(word)")
            }
        }
    }

    /// Returns the line number and the name of each test; `nil` for a name that is not a raw identifier.
    private static func testNames(in lines: [Substring]) -> [(number: Int, name: Substring?)] {
        var names: [(number: Int, name: Substring?)] = []
        for (index, line) in lines.enumerated() where line.drop(while: { $0 == " " }).hasPrefix("@Test") {
            let rest = lines[index...].drop { !$0.contains("func ") && !$0.hasSuffix("func") }
            // The name follows on a line of its own if both would be too long for one.
            let isApart = rest.first?.hasSuffix("func") == true
            let declaration = (isApart ? rest.dropFirst().first : rest.first) ?? ""
            let parts = declaration.split(separator: "`", omittingEmptySubsequences: false)
            let isRaw = parts.count >= 3 && (isApart || parts[0].hasSuffix("func ")) && !line.contains("@Test(\"")
            names.append((index + 1, isRaw ? parts[1] : nil))
        }
        return names
    }

    @Test func `The names of tests are found on the line of func and on the next one`() {
        let source: [Substring] = [
            "    @Test func `One is odd`() {}", "@Test(arguments: [1, 2])", "func `Two is even`(number: Int) {",
            "    @Test", "    func", "        `Three is odd`()", "@Test func four() {}",
            "@Test(\"five\") func `Five is odd`() {}",
        ]
        let names = Self.testNames(in: source)
        #expect(names.map(\.number) == [1, 2, 4, 7, 8])
        #expect(names.map(\.name) == ["One is odd", "Two is even", "Three is odd", nil, nil])
    }

    @Test func `No file written by hand has more than 500 lines`() {
        for file in SourceTree.files where !file.path.hasSuffix("/Generated.swift") {
            #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test func `A service reports only reasons that a contract declares`() {
        for file in SourceTree.files where file.path.hasPrefix("Services/") {
            let isWritten = file.text.contains(/RPCError\(\s*\.\w+,\s*reason: "/)
            #expect(!isWritten, "\(file.path): declare an ErrorReason in the contract")
        }
    }

    @Test func `No product traps on purpose, forces an optional or drops an error`() {
        let banned = ["try!", "fatalError(", "as! ", "unsafelyUnwrapped", "assumingMemoryBound(to: Any"]
        for file in SourceTree.files where !file.isTest {
            for (number, line) in file.linesOutsideTexts.enumerated() {
                let code = Self.code(of: line)
                for word in banned { #expect(!code.contains(word), "\(file.path):\(number + 1) has \(word)") }
                #expect(!Self.forcesOptional(code), "\(file.path):\(number + 1) forces an optional: \(line)")
            }
        }
    }

    @Test func `No product sleeps in a loop or starts a task without an owner`() {
        let owners = [
            // A connection keeps the task of each call, and cancels it when it ends.
            "Shared/RPC/Server/ServerConnection+Calls.swift",
            // The main thread waits for the program's only task, which ends the process.
            "Shared/ServiceRuntime/Process/MainThread.swift",
            // A refresh outlives a cancelled caller. There is one at a time, which ends with its time limit.
            "Clients/Swift/VokolClient/Session/ClientSession.swift",
            // A test waits for its tasks, or ends with them.
            "Tests/",
        ]
        for file in SourceTree.files where !owners.contains(where: file.path.hasPrefix) {
            for (number, line) in file.lines.enumerated() where line.contains("Task") {
                let starts = Self.startsTask(Self.code(of: line))
                #expect(!starts, "\(file.path):\(number + 1) starts a task that nobody owns")
            }
        }
    }

    private static func startsTask(_ code: String) -> Bool {
        code.contains(/\bTask(?:\.detached| ?[({])/)
    }

    @Test func `The check for tasks finds each way to start one and accepts children of a group`() {
        #expect(Self.startsTask("Task { await work() }"))
        #expect(Self.startsTask("let task = Task(priority: .high) {"))
        #expect(Self.startsTask("Task.detached {"))
        #expect(!Self.startsTask("tasks.addTask { await work() }"))
        #expect(!Self.startsTask("loop.scheduleTask(in: limit) {"))
        #expect(!Self.startsTask("try await Task.sleep(for: pause)"))
        #expect(!Self.startsTask("func start() -> Task<Void, Never> {"))
    }

    @Test
    func `TCP options are not set at the level of sockets, where their numbers mean others`() {
        for file in SourceTree.files where !file.path.hasPrefix("Tests/TidyTests/") {
            for (number, line) in file.lines.enumerated() {
                #expect(!line.contains("socketOption(.tcp_"), "\(file.path):\(number + 1)")
            }
        }
    }

    @Test func `File names avoid vague words`() {
        let vague = ["Manager", "Helper", "Utils", "Util", "Common", "Misc"]
        for file in SourceTree.files {
            let name = file.path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
            // In these names the word has a meaning: settings common to all processes, and common passwords.
            for word in vague
            where name.contains(word) && !["CommonSettings", "CommonPasswords", "CommonPasswords+List"].contains(name) {
                Issue.record("\(file.path) is called \(word)")
            }
        }
    }

    @Test func `Nothing is left to do without a reason`() {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        for file in SourceTree.files {
            for (number, line) in file.lines.enumerated() {
                // A template for mkdtemp ends in six of these letters.
                let text = line.replacing(String(repeating: "X", count: 6), with: "")
                for mark in marks { #expect(!text.contains(mark), "\(file.path):\(number + 1)") }
            }
        }
    }

    /// Returns the line without its comment and without the contents of string literals.
    static func code(of line: Substring) -> String {
        var code = ""
        var isInText = false
        var previous: Character = " "
        for character in line {
            if character == "\"", previous != "\\" {
                isInText.toggle()
            } else if !isInText {
                if character == "/", previous == "/" { return String(code.dropLast()) }
                code.append(character)
            }
            previous = character
        }
        return code
    }

    static func forcesOptional(_ code: String) -> Bool {
        var previous: Character = " "
        var beforePrevious: Character = " "
        for character in code + " " {
            let isEnd = character == "." || character == ")" || character == "," || character == " " || character == "]"
            let wasOperand =
                beforePrevious.isLetter || beforePrevious.isNumber || beforePrevious == ")" || beforePrevious == "]"
            if previous == "!", isEnd, wasOperand { return true }
            beforePrevious = previous
            previous = character
        }
        return false
    }

    @Test func `The check for forced optionals finds them and accepts other exclamation marks`() {
        #expect(Self.forcesOptional("let x = y!.z"))
        #expect(Self.forcesOptional("f(y!)"))
        #expect(Self.forcesOptional("a[0]! "))
        #expect(!Self.forcesOptional("a != b"))
        #expect(!Self.forcesOptional("if !flag { }"))
        #expect(Self.code(of: "let x = \"a!\" // y!.z") == "let x =  ")
    }
}
