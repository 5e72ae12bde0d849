import Testing

@Suite struct StyleRules {
    @Test func `A test's name is a sentence in the form of a raw identifier`() {
        for file in SourceTree.files where file.isTest {
            let lines = file.lines
            for (number, line) in lines.enumerated() where line.drop(while: { $0 == " " }).hasPrefix("@Test") {
                // The name follows on a line of its own if both would be too long for one.
                let declaration = lines[number...].first { $0.contains("func ") || $0.hasSuffix("func") }
                let isRaw = declaration.map { $0.contains("func `") || $0.hasSuffix("func") } ?? false
                #expect(isRaw && !line.contains("@Test(\""), "\(file.path):\(number + 1)")
            }
        }
    }

    @Test func `No file written by hand has more than 500 lines`() {
        for file in SourceTree.files where !file.path.hasSuffix("/Generated.swift") {
            #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count) lines")
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

    @Test func `No product waits by sleeping in a loop of its own or starts a task that nobody owns`() {
        // The folders that may start unstructured tasks, giving the reason beside each.
        let owners = ["Shared/RPC/", "Tests/"]
        for file in SourceTree.files where !owners.contains(where: file.path.hasPrefix) {
            for (number, line) in file.lines.enumerated() {
                let code = Self.code(of: line)
                let starts = code.contains("Task {") && !code.contains("addTask {") || code.contains("Task.detached")
                #expect(!starts, "\(file.path):\(number + 1) starts a task that nobody owns")
            }
        }
    }

    @Test
    func `An option of TCP is set as one: at the level of sockets its number means another, which only root may set`() {
        for file in SourceTree.files where !file.path.hasPrefix("Tests/TidyTests/") {
            for (number, line) in file.lines.enumerated() {
                #expect(!line.contains("socketOption(.tcp_"), "\(file.path):\(number + 1)")
            }
        }
    }

    @Test func `Names say what a thing is`() {
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

    @Test func `The check for forced optionals sees what it must and passes what it may`() {
        #expect(Self.forcesOptional("let x = y!.z"))
        #expect(Self.forcesOptional("f(y!)"))
        #expect(Self.forcesOptional("a[0]! "))
        #expect(!Self.forcesOptional("a != b"))
        #expect(!Self.forcesOptional("if !flag { }"))
        #expect(Self.code(of: "let x = \"a!\" // y!.z") == "let x =  ")
    }
}
