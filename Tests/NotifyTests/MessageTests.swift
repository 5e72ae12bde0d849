import Crypto
import Testing
import Values

@testable import Notify

@Suite struct MessageTests {
    private let message = OutgoingMessage(
        channel: .email, recipient: "ada@example.org", subject: "Ваш код", text: "Ваш код: 493027\n")
    private let id = Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef")

    @Test func `A sealed message can be opened only with its key and id`() throws {
        let seal = MessageSeal(key: SymmetricKey(size: .bits256))
        let sealed = try seal.seal(message, id: id)
        #expect(seal.open(sealed, id: id) == message)
        #expect(seal.open(sealed, id: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdee")) == nil)
        #expect(MessageSeal(key: SymmetricKey(size: .bits256)).open(sealed, id: id) == nil)
    }

    @Test func `Any changed or missing byte of a sealed message is detected`() throws {
        let seal = MessageSeal(key: SymmetricKey(size: .bits256))
        let sealed = try seal.seal(message, id: id)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(seal.open(changed, id: id) == nil)
            #expect(seal.open(Array(sealed.prefix(index)), id: id) == nil)
        }
    }

    @Test func `A message that an earlier release sealed is opened`() throws {
        let row = """
            01000102030405060708090a0b1881e9736e64aa4977b2e8b7d16f59c8d80b80bb2c51450016ce63ba8ed76d1487003390b7ac5e\
            9991dfe3876ec48106c2e2c848c991ed7a2e65039e83efd0fdf2
            """
        let seal = MessageSeal(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
        let expected = OutgoingMessage(
            channel: .sms, recipient: "+375297654321", subject: "", text: "Your code: 123456")
        #expect(seal.open(try #require(Hex.decode(row)), id: id) == expected)
    }

    @Test func `A sealed message reveals nothing of its text`() throws {
        let sealed = try MessageSeal(key: SymmetricKey(size: .bits256)).seal(message, id: id)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("493027"))
        #expect(!String(decoding: sealed, as: UTF8.self).contains("ada@"))
    }

    @Test func `A message never appears in a log`() {
        var dumped = ""
        dump(message, to: &dumped)
        for text in ["\(message)", String(reflecting: message), dumped] {
            #expect(!text.contains("493027"))
            #expect(!text.contains("ada"))
        }
    }

    @Test(arguments: Language.allCases)
    func `A code appears once in the text and never in the subject`(_ language: Language) throws {
        let to = try #require(EmailAddress("ada@example.org"))
        for text in [
            NotificationText.emailCode(code: "493027", minutes: 10), .addressCode(code: "493027", minutes: 10),
            .resetCode(code: "493027", minutes: 10),
        ] {
            let message = text.message(to: to, in: language)
            #expect(message.text.split(separator: "493027", omittingEmptySubsequences: false).count == 2)
            #expect(message.text.contains("10"))
            #expect(!message.subject.contains("493027"))
            let digits = message.text.split { !$0.isASCII || !$0.isNumber }.filter { $0.count == 6 }
            #expect(digits.count == 1)
        }
    }

    @Test func `Every language has its own wording`() throws {
        let to = try #require(EmailAddress("ada@example.org"))
        let texts: [NotificationText] = [
            .accountExists, .emailCode(code: "000000", minutes: 5), .addressTaken,
            .addressCode(code: "000000", minutes: 5), .emailChanged, .passwordChanged,
            .resetCode(code: "000000", minutes: 5), .resetUnknown,
        ]
        let all = texts.flatMap { text in Language.allCases.map { text.message(to: to, in: $0).text } }
        #expect(Set(all).count == texts.count * Language.allCases.count)
    }

    @Test func `A file holds one complete line of JSON per message, even with many writers`() async throws {
        let path = "/tmp/vokol-outbox-\(UInt64.random(in: 0 ... .max)).jsonl"
        defer { unlink(path) }
        let text = String(repeating: "Я\n\"", count: 5_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let message = OutgoingMessage(
                        channel: .email, recipient: "user\(index)@example.org", subject: "S", text: text)
                    try await FileSender(path: path).send(.of(message))
                }
            }
            try await group.waitForAll()
        }
        let lines = try fileText(path).split(separator: "\n")
        let tail = String(repeating: #"Я\n\""#, count: 5_000) + #""}"#
        #expect(lines.count == 40)
        let expected = (0..<40).map {
            #"{"channel":"email","to":"user\#($0)@example.org","subject":"S","text":""# + tail
        }
        #expect(Set(lines) == Set(expected.map { $0[...] }))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `A line has a subject for a mail and none for an SMS`() throws {
        func line(_ channel: Channel, _ subject: String) -> String {
            OutgoingMessage(channel: channel, recipient: "to", subject: subject, text: "t").line
        }
        #expect(line(.email, "S \"1\"") == #"{"channel":"email","to":"to","subject":"S \"1\"","text":"t"}"#)
        #expect(line(.sms, "") == #"{"channel":"sms","to":"to","text":"t"}"#)
    }

    @Test func `Messages are shown instead of sent only if settings allow it`() throws {
        let group = NIOSingletonGroup.any
        for choice in [SenderChoice.console, .file(path: "/tmp/x")] {
            #expect(throws: SenderFault.self) { try choice.makeSender(isDevelopment: false, group: group) }
            _ = try choice.makeSender(isDevelopment: true, group: group)
        }
    }
}
