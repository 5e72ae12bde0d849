import NIOCore
import Testing

@testable import Notify

@Suite struct SMTPSessionTests {
    private func session(
        _ security: SMTPSecurity = .tls, credentials: SMTPCredentials? = nil, to recipient: String = "ada@example.org"
    ) throws -> SMTPSession {
        let from = MailAddress(name: nil, address: "no-reply@vokol.example")
        var configuration = SMTPConfiguration(
            host: "mail.example", port: 587, security: security, credentials: credentials, from: from)
        configuration.clientName = "here.example"
        return SMTPSession(
            mail: try MailText(.of(.mail(to: recipient)), from: from),
            to: MailAddress(name: nil, address: recipient), configuration)
    }

    /// Feeds replies and returns the actions of the session, with its mail shortened to `(mail)`.
    private func run(_ session: inout SMTPSession, _ replies: [(Int, [String])]) -> [String] {
        replies.flatMap { code, lines in
            session.received(SMTPReply(code: code, lines: lines)).map { action in
                switch action {
                case .send(let bytes):
                    let text = String(decoding: bytes, as: UTF8.self)
                    return text.hasPrefix("From:") && text.hasSuffix("\r\n.\r\n") ? "(mail)" : text
                case .startTLS: return "(TLS)"
                case .accepted: return "(accepted)"
                case .fail(let failure): return "(\(failure.kind))"
                }
            }
        }
    }

    @Test func `A mail is delivered in the order of the protocol`() throws {
        var session = try session()
        let commands = run(
            &session,
            [
                (220, ["hi"]), (250, ["hi"]), (250, ["ok"]), (250, ["ok"]), (354, ["go"]), (250, ["ok"]),
                (221, ["bye"]),
            ])
        #expect(
            commands == [
                "EHLO here.example\r\n", "MAIL FROM:<no-reply@vokol.example>\r\n", "RCPT TO:<ada@example.org>\r\n",
                "DATA\r\n", "(mail)", "(accepted)", "QUIT\r\n",
            ])
    }

    @Test func `Before TLS nothing is sent but STARTTLS`() throws {
        var session = try session(.startTLS, credentials: SMTPCredentials(user: "u", password: "p"))
        let commands = run(
            &session,
            [(220, [""]), (250, ["hi", "STARTTLS", "AUTH PLAIN"]), (220, ["go"]), (250, ["hi", "AUTH LOGIN PLAIN"])])
        #expect(
            commands == [
                "EHLO here.example\r\n", "STARTTLS\r\n", "(TLS)", "EHLO here.example\r\n", "AUTH PLAIN AHUAcA==\r\n",
            ])
    }

    @Test func `A server without TLS gets no password and no mail`() throws {
        var session = try session(.startTLS, credentials: SMTPCredentials(user: "u", password: "p"))
        #expect(
            run(&session, [(220, [""]), (250, ["hi", "AUTH PLAIN"])]) == ["EHLO here.example\r\n", "(transient)"])
    }

    @Test func `Capabilities offered in plaintext are not trusted after TLS`() throws {
        var session = try session(.startTLS, credentials: SMTPCredentials(user: "u", password: "p"))
        let commands = run(
            &session, [(220, [""]), (250, ["hi", "STARTTLS", "AUTH PLAIN"]), (220, [""]), (250, ["hi"])])
        #expect(commands.last == "(transient)")
    }

    @Test func `AUTH LOGIN is used if PLAIN is not offered`() throws {
        var session = try session(credentials: SMTPCredentials(user: "user", password: "pass"))
        let commands = run(
            &session,
            [(220, [""]), (250, ["hi", "auth login"]), (334, ["VXNlcm5hbWU6"]), (334, ["UGFzc3dvcmQ6"]), (235, [""])])
        #expect(
            commands == [
                "EHLO here.example\r\n", "AUTH LOGIN\r\n", "dXNlcg==\r\n", "cGFzcw==\r\n",
                "MAIL FROM:<no-reply@vokol.example>\r\n",
            ])
    }

    @Test func `A refused password can be corrected by the operator, a refused recipient cannot`() throws {
        var first = try session(credentials: SMTPCredentials(user: "u", password: "p"))
        #expect(run(&first, [(220, [""]), (250, ["hi", "AUTH PLAIN"]), (535, ["no"])]).last == "(transient)")
        var second = try session()
        #expect(run(&second, [(220, [""]), (250, ["hi"]), (250, [""]), (550, ["who?"])]).last == "(permanent)")
        var third = try session()
        #expect(run(&third, [(220, [""]), (250, ["hi"]), (250, [""]), (450, ["later"])]).last == "(transient)")
    }

    @Test func `An address beyond ASCII requires a server that accepts it`() throws {
        var refused = try session(to: "ада@пример.бел")
        #expect(run(&refused, [(220, [""]), (250, ["hi"])]).last == "(permanent)")
        var taken = try session(to: "ада@пример.бел")
        #expect(
            run(&taken, [(220, [""]), (250, ["hi", "SMTPUTF8"])]).last
                == "MAIL FROM:<no-reply@vokol.example> SMTPUTF8\r\n")
    }

    @Test func `Every reply out of turn ends the session once and sends nothing more`() throws {
        for code in [220, 235, 250, 334, 354, 421, 554] {
            for length in 0..<5 {
                var session = try session()
                let good = [(220, [""]), (250, ["hi"]), (250, [""]), (250, [""]), (354, [""])].prefix(length)
                _ = run(&session, Array(good))
                let commands = run(&session, [(code, [""])])
                guard let last = commands.last, last.hasPrefix("("), last != "(mail)", last != "(accepted)" else {
                    continue
                }
                #expect(commands.count == 1)
                #expect(run(&session, [(250, [""]), (354, [""])]).isEmpty)
                #expect(session.closed().isEmpty)
            }
        }
    }

    @Test func `A connection that ends before the mail was accepted is a failure`() throws {
        var session = try session()
        _ = run(&session, [(220, [""]), (250, ["hi"])])
        #expect(session.closed() == [.fail(DeliveryFailure(.transient, "mail server closed the connection"))])
    }
}

@Suite struct SMTPReplyTests {
    private func replies(_ text: String, chunk: Int) throws -> [SMTPReply] {
        var reader = SMTPReplyReader()
        var buffer = ByteBuffer()
        var replies: [SMTPReply] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            buffer.writeBytes(bytes[start..<min(start + chunk, bytes.count)])
            while let reply = try reader.next(from: &buffer) { replies.append(reply) }
        }
        return replies
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `Replies of one and of several lines are parsed from any chunks`(_ chunk: Int) throws {
        let text = "220 hello\r\n250-one\r\n250-two\n250 three\r\n354\r\n"
        #expect(
            try replies(text, chunk: chunk) == [
                SMTPReply(code: 220, lines: ["hello"]), SMTPReply(code: 250, lines: ["one", "two", "three"]),
                SMTPReply(code: 354, lines: [""]),
            ])
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\n", "99 x\r\n", "650 x\r\n", "25x no\r\n", "250-a\r\n251 b\r\n", "250_x\r\n", "\r\n",
    ])
    func `A malformed reply is refused`(_ text: String) {
        #expect(throws: SMTPReplyReader.Malformed.self) { try replies(text, chunk: 100_000) }
    }

    @Test func `An endless reply is refused`() {
        let long = "250 " + String(repeating: "x", count: 3_000)
        for text in [String(repeating: "250-x\r\n", count: 70), long + "\r\n", long] {
            #expect(throws: SMTPReplyReader.Malformed.self) { try replies(text, chunk: 100_000) }
        }
    }
}
