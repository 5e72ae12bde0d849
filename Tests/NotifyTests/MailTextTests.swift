import Testing
import Values

@testable import Notify

@Suite struct MailTextTests {
    private let sender = MailAddress(name: "Vokol", address: "no-reply@vokol.example")

    private func mail(_ message: OutgoingMessage, from: MailAddress? = nil) throws -> String {
        String(decoding: try MailText(.of(message), from: from ?? sender).bytes, as: UTF8.self)
    }

    @Test func `A mail has all required headers and its text in base64`() throws {
        let text = try mail(.mail(text: "Your code: 493027\n"))
        let expected = """
            From: Vokol <no-reply@vokol.example>
            To: <ada@example.org>
            Subject: Your code
            Date: Sat, 21 Nov 2026 06:40:00 +0000
            Message-ID: <019ab3c4-5d6e-7f80-9123-456789abcdef@vokol.example>
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64
            Auto-Submitted: auto-generated

            WW91ciBjb2RlOiA0OTMwMjcNCg==

            """
        #expect(text == expected.replacing("\n", with: "\r\n"))
    }

    @Test func `Lines are at most 78 characters long and never begin with a dot`() throws {
        let long = String(repeating: "Запрошенный вами код. ", count: 40)
        let text = try mail(.mail(subject: long, text: long), from: MailAddress(name: "Вокол", address: "a@b.by"))
        for line in text.split(separator: "\r\n") {
            #expect(line.utf8.count <= 78)
            #expect(!line.hasPrefix("."))
        }
    }

    @Test func `A subject beyond ASCII is split between characters`() {
        let subject = "x" + String(repeating: "Я", count: 50)
        let words = MailText.encodedWords(subject).split(separator: "\r\n ")
        let decoded = words.map { word -> String in
            let content = word.dropFirst("=?UTF-8?B?".count).dropLast(2).replacing("=", with: "")
            let bytes = Base64URL.decode(content.replacing("+", with: "-").replacing("/", with: "_")) ?? []
            return String(validating: bytes, as: UTF8.self) ?? "broken"
        }
        #expect(words.count > 1)
        #expect(decoded.joined() == subject)
    }

    @Test func `A subject that looks encoded is encoded`() {
        #expect(MailText.encodedWords("=?UTF-8?B?eA==?=") != "=?UTF-8?B?eA==?=")
    }

    @Test(arguments: [
        "a\r\nBcc: x@y.z", "a\nb", "a\rb", "a\0b", "a\u{85}b", "a\u{7F}b",
    ])
    func `Text that could begin another header is refused`(_ text: String) {
        #expect(throws: DeliveryFailure.self) { try mail(.mail(subject: text)) }
        #expect(throws: DeliveryFailure.self) { try mail(.mail(to: "ada@example.org\(text)")) }
        #expect(throws: DeliveryFailure.self) { try mail(.mail(), from: MailAddress(name: text, address: "a@b.by")) }
    }

    @Test(arguments: [
        "", "ada", "ada@example.org>", "<ada@example.org>", "ada@example.org x", "ada@ex ample.org", "-a",
    ])
    func `A malformed address is refused`(_ recipient: String) {
        #expect(throws: DeliveryFailure.self) { try mail(.mail(to: recipient)) }
    }
}
