import Testing

@testable import Notify

@Suite struct SendmailSenderTests {
    private let from = MailAddress(name: "Vokol", address: "no-reply@vokol.example")

    /// Runs `body` with the path of an executable shell script.
    private func withScript(_ lines: String, _ body: (String) async throws -> Void) async throws {
        let path = "/tmp/vokol-sendmail-\(UInt64.random(in: 0 ... .max))"
        let script = "#!/bin/sh\n\(lines)\n".replacing("$SELF", with: path)
        // Written by another process: a file that is open for writing here, if only in the moment of another test's fork,
        // cannot be run.
        let file = try #require(popen("cat > '\(path)' && chmod 755 '\(path)'", "we"))
        fputs(script, file)
        pclose(file)
        defer {
            unlink(path)
            unlink(path + ".out")
        }
        try await body(path)
    }

    @Test func `The program gets the recipient as an argument and the mail on its input`() async throws {
        try await withScript("{ printf '%s\\n' \"$@\"; cat; } > $SELF.out") { path in
            let text = String(repeating: "long ", count: 100_000)
            try await SendmailSender(program: path, from: from).send(.of(.mail(text: text)))
            let output = try fileText(path + ".out")
            #expect(output.hasPrefix("-i\n-f\nno-reply@vokol.example\n--\nada@example.org\nFrom: Vokol <"))
            #expect(output.utf8.count > 500_000)
        }
    }

    @Test(arguments: [(75, DeliveryFailure.Kind.transient), (67, .permanent), (1, .transient)])
    func `The exit code says whether to try again`(_ code: Int, _ kind: DeliveryFailure.Kind) async throws {
        try await withScript("cat > /dev/null; exit \(code)") { path in
            let failure = await #expect(throws: DeliveryFailure.self) {
                try await SendmailSender(program: path, from: from).send(.of(.mail()))
            }
            #expect(failure?.kind == kind)
        }
    }

    @Test func `A program that does not read its input is a failure, not a signal`() async throws {
        try await withScript("exec 0<&-; exit 0") { path in
            let failure = await #expect(throws: DeliveryFailure.self) {
                let text = String(repeating: "long ", count: 500_000)
                try await SendmailSender(program: path, from: from).send(.of(.mail(text: text)))
            }
            #expect(failure?.kind == .transient)
        }
    }

    @Test func `A program that hangs is ended`() async throws {
        try await withScript("echo $$ > $SELF.out; exec sleep 600") { path in
            await #expect(throws: DeliveryFailure(.transient, "sendmail did not end in time")) {
                try await SendmailSender(program: path, from: from).send(.of(.mail(), limit: .milliseconds(300)))
            }
            let child = try #require(pid_t(try fileText(path + ".out").prefix { $0.isNumber }))
            #expect(kill(child, 0) != 0)
        }
    }

    @Test func `The program sees nothing of our environment`() async throws {
        setenv("VOKOL_SECRET_OF_TEST", "secret", 1)
        try await withScript("cat > /dev/null; env > $SELF.out") { path in
            try await SendmailSender(program: path, from: from).send(.of(.mail()))
            let environment = try fileText(path + ".out")
            #expect(environment.contains("PATH="))
            #expect(!environment.contains("VOKOL"))
        }
    }

    @Test func `A program that is not there is refused at the start`() {
        #expect(throws: SenderFault.self) { try SendmailSender(program: "/nowhere/sendmail", from: from) }
        #expect(throws: SenderFault.self) { try SendmailSender(program: "sh", from: from) }
    }
}
