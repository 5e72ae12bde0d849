import Testing
import Values

@testable import Notify

@Suite struct CodeSMSTests {
    private let phone = PhoneNumber(unchecked: "+375291234567")

    @Test(arguments: Language.allCases, ["localhost", "wake.example.org", "bookings.wakepark.minsk.example.org"])
    func `A code takes one message in every language and ends with the line for its domain`(
        _ language: Language, _ domain: String
    ) throws {
        let message = try CodeSMS(domain: domain).message(code: "493027", to: phone, in: language)
        #expect(SMSLength.fitsOne(message.text), "\(SMSLength.count(of: message.text))")
        #expect(message.text.split(separator: "\n").last == "@\(domain) #493027")
        #expect(message.text.split(separator: "\n").first?.contains("493027") == true)
        #expect(message.channel == .sms && message.recipient == phone.text)
        #expect(!"\(message)".contains("493027"))
    }

    @Test func `A warning not to share the code is added in each language if it fits`() throws {
        let texts = try CodeSMS(domain: "wake.example.org")
        let all = Language.allCases.map { texts.message(code: "493027", to: phone, in: $0).text }
        #expect(Set(all).count == 3)
        for (text, word) in zip(all, ["Never", "Никому", "Нікому"]) { #expect(text.contains(word)) }
    }

    @Test func `A notice of a changed number or password takes one message in every language`() {
        let all = Language.allCases.flatMap {
            [NoticeSMS.phoneChanged(to: phone, in: $0), NoticeSMS.passwordReset(to: phone, in: $0)]
        }
        #expect(all.allSatisfy { SMSLength.fitsOne($0.text) && $0.channel == .sms && $0.recipient == phone.text })
        #expect(Set(all.map(\.text)).count == 6)
    }

    @Test(arguments: [
        "", "Wake.example.org", "wake example.org", ".example.org", "a#b.org", String(repeating: "a", count: 52),
    ])
    func `A malformed or too long domain is refused`(_ domain: String) {
        #expect(throws: SenderFault.self) { try CodeSMS(domain: domain) }
    }

    @Test func `The longest accepted domain fits`() throws {
        let texts = try CodeSMS(domain: String(repeating: "a", count: 50))
        for language in Language.allCases {
            #expect(SMSLength.fitsOne(texts.message(code: "000000", to: phone, in: language).text))
        }
    }

    @Test func `A message holds 160 characters of the GSM alphabet or 70 others`() {
        #expect(SMSLength.fitsOne(String(repeating: "a", count: 160)))
        #expect(!SMSLength.fitsOne(String(repeating: "a", count: 161)))
        #expect(SMSLength.fitsOne(String(repeating: "€", count: 80)))
        #expect(!SMSLength.fitsOne(String(repeating: "€", count: 81)))
        #expect(SMSLength.fitsOne(String(repeating: "ў", count: 70)))
        #expect(!SMSLength.fitsOne(String(repeating: "ў", count: 71)))
        #expect(!SMSLength.fitsOne(String(repeating: "🏄", count: 36)))
        #expect(SMSLength.fitsOne(String(repeating: "🏄", count: 35)))
    }
}
