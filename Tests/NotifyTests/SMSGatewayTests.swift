import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Notify

extension OutgoingMessage {
    static func sms(
        to recipient: String = "+375291234567", text: String = "Код 493027.\n@wake.example.org #493027"
    ) -> OutgoingMessage {
        OutgoingMessage(channel: .sms, recipient: recipient, subject: "", text: text)
    }
}

@Suite struct SMSGatewayTests {
    private static let encodedText =
        "%D0%9A%D0%BE%D0%B4%20493027.%0A%40wake.example.org%20%23493027"

    private func configuration(
        _ url: String, _ adapt: (inout SMSGateway.Configuration) -> Void = { _ in }
    ) -> SMSGateway.Configuration {
        var configuration = SMSGateway.Configuration(
            url: url, fields: [("to", "{to}"), ("text", "{text}"), ("reference", "{id}")])
        adapt(&configuration)
        return configuration
    }

    private func gateway(_ configuration: SMSGateway.Configuration) throws -> SMSGateway {
        try SMSGateway(configuration, group: NIOSingletonGroup.any)
    }

    private func failure(
        _ gateway: SMSGateway, limit: Duration = .seconds(20)
    ) async -> DeliveryFailure? {
        do throws(DeliveryFailure) {
            try await gateway.send(.of(.sms(), limit: limit))
            return nil
        } catch {
            return error
        }
    }

    @Test func `A message goes over TLS as a form, with user and password in the headers`() async throws {
        let certificate = try MailCertificate(host: "localhost")
        defer { unlink(certificate.authorityFile) }
        try await ProviderServer.with(certificate.context, answer: { _ in .reply(200, "") }) { server, url in
            let gateway = try gateway(
                configuration("\(url)/send?v=1") {
                    $0.authorityFile = certificate.authorityFile
                    $0.authorization = .basic(user: "vokol", password: "secret")
                })
            try await gateway.send(.of(.sms()))
            let request = try #require(server.requests.first)
            #expect(request.method == "POST" && request.uri == "/send?v=1")
            #expect(request.headers["authorization"] == "Basic dm9rb2w6c2VjcmV0")
            #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
            #expect(
                request.body
                    == "to=%2B375291234567&text=\(Self.encodedText)&reference=019ab3c4-5d6e-7f80-9123-456789abcdef")
        }
    }

    @Test func `A message with any characters goes as JSON with a token`() async throws {
        try await ProviderServer.with(answer: { _ in .reply(202, "{}") }) { server, url in
            let gateway = try gateway(
                configuration(url) {
                    $0.body = .json
                    $0.authorization = .bearer(token: "t0ken")
                    $0.fields = [("number", "{number}"), ("text", "{text}")]
                })
            try await gateway.send(.of(.sms(text: "a\"{to}\n")))
            let request = try #require(server.requests.first)
            #expect(request.headers["authorization"] == "Bearer t0ken")
            #expect(request.body == #"{"number":"375291234567","text":"a\"{to}\n"}"#)
        }
    }

    @Test(arguments: [
        (200, DeliveryFailure.Kind?.none), (202, nil), (301, .permanent), (400, .permanent), (401, .permanent),
        (408, .transient), (429, .transient), (500, .unknown), (502, .unknown), (503, .transient),
    ])
    func `The status of an answer decides on a retry`(_ status: Int, _ kind: DeliveryFailure.Kind?) async throws {
        try await ProviderServer.with(answer: { _ in .reply(status, "493027 +375291234567") }) { _, url in
            let failure = await failure(try gateway(configuration(url)))
            #expect(failure?.kind == kind)
            #expect(failure.map { $0.reason.contains("\(status)") && !$0.reason.contains("493027") } ?? true)
        }
    }

    @Test(arguments: [
        (#"{"id":17}"#, DeliveryFailure.Kind?.none), (#"{"id":"17","error":null}"#, nil),
        (#"{"error":"x"}"#, .permanent),
        (#"{"id":null}"#, .unknown), ("", .unknown), ("<html>", .unknown), ("[]", .unknown),
    ])
    func `A provider that always answers 200 is judged by a member of its answer`(
        _ body: String, _ kind: DeliveryFailure.Kind?
    ) async throws {
        try await ProviderServer.with(answer: { _ in .reply(200, body) }) { _, url in
            let gateway = try gateway(configuration(url) { $0.acceptedMember = "id" })
            #expect(await failure(gateway)?.kind == kind)
        }
    }

    @Test func `After a request was sent, a missing answer leaves its outcome unknown`() async throws {
        for answer in [ProviderServer.Answer.silence, .close] {
            try await ProviderServer.with(answer: { _ in answer }) { server, url in
                let failure = await failure(try gateway(configuration(url)), limit: .milliseconds(300))
                #expect(failure?.kind == .unknown)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test func `A provider that is unreachable or untrusted has received nothing`() async throws {
        #expect(await failure(try gateway(configuration("http://127.0.0.1:1/")))?.kind == .transient)
        let (stranger, believed) = (try MailCertificate(host: "localhost"), try MailCertificate(host: "localhost"))
        defer { for one in [stranger, believed] { unlink(one.authorityFile) } }
        try await ProviderServer.with(stranger.context, answer: { _ in .reply(200, "") }) { server, url in
            for authority in [believed.authorityFile, nil] {
                let failure = await failure(try gateway(configuration(url) { $0.authorityFile = authority }))
                #expect(failure?.kind == .transient)
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A provider is asked by id for the outcome of a message`() async throws {
        let status = Mutex(200)
        try await ProviderServer.with(answer: { _ in .reply(status.withLock { $0 }, "") }) { server, url in
            let gateway = try gateway(configuration(url) { $0.inquiry = .byID("\(url)/status/{id}") })
            #expect(try await gateway.earlierOutcome(of: .of(.sms())) == .accepted)
            status.withLock { $0 = 404 }
            #expect(try await gateway.earlierOutcome(of: .of(.sms())) == .notAccepted)
            status.withLock { $0 = 500 }
            await #expect(throws: DeliveryFailure.self) { try await gateway.earlierOutcome(of: .of(.sms())) }
            #expect(server.requests.first?.uri == "/status/019ab3c4-5d6e-7f80-9123-456789abcdef")
            #expect(server.posts.isEmpty)
        }
        #expect(
            try await gateway(configuration("http://127.0.0.1:1/")).earlierOutcome(of: .of(.sms())) == .unrepeatable)
    }

    @Test(arguments: [
        "http://sms.example.org/", "ftp://localhost/", "https://user@sms.example.org/", "https://", "https://a b/",
        "https://sms.example.org/#x", "https://sms.example.org:0/", "sms.example.org",
    ])
    func `An unsafe or malformed address is refused`(_ url: String) {
        #expect(throws: SenderFault.self) { try gateway(configuration(url)) }
        #expect(throws: SenderFault.self) {
            try gateway(configuration("https://sms.example.org") { $0.inquiry = .byID(url) })
        }
    }

    @Test func `A configuration that would send or query nothing is refused`() {
        #expect(throws: SenderFault.self) {
            try gateway(configuration("https://sms.example.org") { $0.fields = [("to", "{to}")] })
        }
        #expect(throws: SenderFault.self) {
            try gateway(
                configuration("https://sms.example.org") {
                    $0.fields = [("text", "{text}")]
                    $0.inquiry = .byID("https://sms.example.org/{id}")
                })
        }
    }
}

@Suite struct SMSProviderTests {
    private let account = SMSProvider.Account(user: "AC1", password: "secret", token: "t0ken", from: "Vokol")

    /// Sends a message with a provider's configuration, and returns the request.
    private func request(
        to provider: SMSProvider, answer: String
    ) async throws -> (request: ProviderServer.Request, url: String) {
        let configuration = try #require(provider.configuration(for: account))
        let heard = Mutex<[ProviderServer.Request]>([])
        try await ProviderServer.with(answer: { _ in .reply(200, answer) }) { server, url in
            var local = configuration
            local.url = url
            try await SMSGateway(local, group: NIOSingletonGroup.any).send(.of(.sms(text: "hi")))
            heard.withLock { $0 = server.requests }
        }
        return (try #require(heard.withLock { $0.first }), configuration.url)
    }

    @Test func `sms by gets a token, the number without its plus, and the name`() async throws {
        let (request, url) = try await request(to: .smsBy, answer: #"{"sms_id":7,"status":"NEW"}"#)
        #expect(url == "https://app.sms.by/api/v1/sendQuickSms")
        #expect(request.body == "token=t0ken&message=hi&phone=375291234567&alphaname_id=Vokol")
    }

    @Test func `RocketSMS gets the password's MD5 in the body and nothing in the URL`() async throws {
        let (request, url) = try await request(to: .rocketSMS, answer: #"{"id":7,"status":"QUEUED"}"#)
        #expect(url == "https://api.rocketsms.by/simple/send")
        #expect(
            request.body
                == "username=AC1&password=5ebe2294ecd0e0f08eab7690d2a6ee69&phone=375291234567&text=hi&priority=true&sender=Vokol"
        )
    }

    @Test func `Twilio gets the account by basic authentication`() async throws {
        let (request, url) = try await request(to: .twilio, answer: #"{"sid":"SM1"}"#)
        #expect(url == "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json")
        #expect(request.headers["authorization"] == "Basic QUMxOnQwa2Vu")
        #expect(request.body == "To=%2B375291234567&Body=hi&From=Vokol")
    }

    @Test func `Twilio is queried by number for the exact text`() async throws {
        let text = "Code 493027"
        let listed = #"{"messages":[{"body":"Code 111111","sid":"a"},{"body":"\#(text)","sid":"b"}],"page":0}"#
        try await ProviderServer.with(answer: { _ in .reply(200, listed) }) { server, url in
            var configuration = try #require(SMSProvider.twilio.configuration(for: account))
            guard case .byText(let address) = configuration.inquiry else {
                Issue.record("Twilio can be asked")
                return
            }
            #expect(
                address == "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json?To={to}&PageSize=50")
            configuration.inquiry = .byText("\(url)/m?To={to}")
            let gateway = try SMSGateway(configuration, group: NIOSingletonGroup.any)
            #expect(try await gateway.earlierOutcome(of: .of(.sms(text: text))) == .accepted)
            #expect(try await gateway.earlierOutcome(of: .of(.sms(text: "Code 222222"))) == .notAccepted)
            #expect(server.requests.first?.uri == "/m?To=%2B375291234567")
        }
    }

    @Test func `Providers without a query are not queried`() {
        for provider in [SMSProvider.smsBy, .rocketSMS] {
            guard case .none? = provider.configuration(for: account)?.inquiry else {
                Issue.record("\(provider)")
                continue
            }
        }
    }
}
