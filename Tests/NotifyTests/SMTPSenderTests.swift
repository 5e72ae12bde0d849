import NIOCore
import Testing

@testable import Notify

@Suite struct SMTPSenderTests {
    private let credentials = SMTPCredentials(user: "vokol", password: "secret")

    private func sender(
        _ port: Int, _ security: SMTPSecurity, authority: String?, credentials: SMTPCredentials? = nil
    ) throws -> SMTPSender {
        var configuration = SMTPConfiguration(
            host: "localhost", port: port, security: security, credentials: credentials,
            from: MailAddress(name: "Vokol", address: "no-reply@vokol.example"))
        configuration.clientName = "here.example"
        configuration.authorityFile = authority
        return try SMTPSender(configuration, group: NIOSingletonGroup.any)
    }

    @Test func `A mail goes over TLS from the first byte, with the password`() async throws {
        let certificate = try MailCertificate(host: "localhost")
        defer { unlink(certificate.authorityFile) }
        try await MailServer.with(.tls, certificate) { port, heard in
            let sender = try sender(port, .tls, authority: certificate.authorityFile, credentials: credentials)
            try await sender.send(.of(.mail(text: "Your code: 493027\n")))
            let lines = heard.all
            #expect(
                lines.prefix(5) == [
                    "+EHLO here.example", "+AUTH PLAIN AHZva29sAHNlY3JldA==", "+MAIL FROM:<no-reply@vokol.example>",
                    "+RCPT TO:<ada@example.org>", "+DATA",
                ])
            #expect(lines.contains("+To: <ada@example.org>"))
            #expect(lines.contains("+WW91ciBjb2RlOiA0OTMwMjcNCg=="))
            #expect(lines.contains("+."))
        }
    }

    @Test func `In plaintext nothing is sent but STARTTLS`() async throws {
        let certificate = try MailCertificate(host: "localhost")
        defer { unlink(certificate.authorityFile) }
        try await MailServer.with(.startTLS, certificate) { port, heard in
            let sender = try sender(port, .startTLS, authority: certificate.authorityFile, credentials: credentials)
            try await sender.send(.of(.mail()))
            #expect(heard.all.filter { !$0.hasPrefix("+") } == ["EHLO here.example", "STARTTLS"])
            #expect(heard.all.contains("+."))
        }
    }

    @Test(arguments: [SMTPSecurity.tls, .startTLS])
    func `A server with an untrusted certificate gets neither password nor mail`(
        _ security: SMTPSecurity
    ) async throws {
        let stranger = try MailCertificate(host: "localhost")
        let misnamed = try MailCertificate(host: "mail.example")
        let believed = try MailCertificate(host: "localhost")
        defer { for one in [stranger, misnamed, believed] { unlink(one.authorityFile) } }
        for (certificate, authority) in [
            (stranger, believed.authorityFile), (misnamed, misnamed.authorityFile), (stranger, nil),
        ] {
            try await MailServer.with(security, certificate) { port, heard in
                let sender = try sender(port, security, authority: authority, credentials: credentials)
                let failure = await #expect(throws: DeliveryFailure.self) { try await sender.send(.of(.mail())) }
                #expect(failure?.kind == .transient)
                #expect(!heard.all.contains { $0.hasPrefix("+") || $0.hasPrefix("AUTH") || $0.hasPrefix("MAIL") })
            }
        }
    }

    @Test func `A line injected before TLS ends the session`() async throws {
        let certificate = try MailCertificate(host: "localhost")
        defer { unlink(certificate.authorityFile) }
        try await MailServer.with(.startTLS, certificate, behaviour: .injecting) { port, heard in
            let sender = try sender(port, .startTLS, authority: certificate.authorityFile)
            await #expect(throws: DeliveryFailure(.transient, "mail server sent bytes before TLS began")) {
                try await sender.send(.of(.mail()))
            }
            #expect(heard.all == ["EHLO here.example", "STARTTLS"])
        }
    }

    @Test func `A silent or missing server is retried later`() async throws {
        let certificate = try MailCertificate(host: "localhost")
        defer { unlink(certificate.authorityFile) }
        var lastPort = 0
        try await MailServer.with(.none, certificate, behaviour: .mute) { port, _ in
            lastPort = port
            let sender = try sender(port, .none, authority: nil)
            await #expect(throws: DeliveryFailure(.transient, "mail server did not answer in time")) {
                try await sender.send(.of(.mail(), limit: .milliseconds(200)))
            }
        }
        let gone = try sender(lastPort, .none, authority: nil)
        await #expect(throws: DeliveryFailure(.transient, "mail server cannot be reached")) {
            try await gone.send(.of(.mail()))
        }
    }

    @Test func `Settings that would expose a password or a mail are refused`() {
        let from = MailAddress(name: nil, address: "no-reply@vokol.example")
        func make(_ host: String, _ credentials: SMTPCredentials?, from: MailAddress, name: String = "here") throws {
            var configuration = SMTPConfiguration(
                host: host, port: 25, security: .none, credentials: credentials, from: from)
            configuration.clientName = name
            _ = try SMTPSender(configuration, group: NIOSingletonGroup.any)
        }
        #expect(throws: Never.self) { try make("127.0.0.1", nil, from: from) }
        #expect(throws: SenderFault.self) { try make("mail.example", nil, from: from) }
        #expect(throws: SenderFault.self) { try make("127.0.0.1", credentials, from: from) }
        #expect(throws: SenderFault.self) { try make("127.0.0.1", nil, from: MailAddress(name: nil, address: "x")) }
        #expect(throws: SenderFault.self) { try make("127.0.0.1", nil, from: from, name: "a\r\nb") }
    }
}
