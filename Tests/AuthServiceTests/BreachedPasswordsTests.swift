import AuthContract
import Crypto
import Foundation
import Platform
import RPC
import Testing
import Values

@testable import AuthService

@Suite struct BreachedPasswordsTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private static func hash(_ password: String) -> String {
        Hex.encode(Array(Insecure.SHA1.hash(data: Array(password.utf8)))).uppercased()
    }

    /// Writes a list as Have I Been Pwned publishes it, and returns the file that is made from it.
    private func made(from passwords: [String], ending: String = ":3\r\n") throws -> BreachedPasswords {
        let list = passwords.map(Self.hash).sorted().map { $0 + ending }.joined()
        try FileBytes.write(Array(list.utf8), to: path("list"), mode: 0o600)
        let count = try BreachedPasswordsFile.write(list: path("list"), to: path("breached"))
        #expect(count == Set(passwords).count)
        return try BreachedPasswords(path: path("breached"))
    }

    private func fault(_ list: String) -> String {
        do {
            try FileBytes.write(Array(list.utf8), to: path("list"), mode: 0o600)
            _ = try BreachedPasswordsFile.write(list: path("list"), to: path("breached"))
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [":3\r\n", "\n"])
    func `Every password of the list is found, and hardly any other`(ending: String) throws {
        let passwords = (0..<5_000).map { "pass phrase \($0)" }
        let file = try made(from: passwords + ["пароль наизусть"], ending: ending)
        #expect(file.count == 5_001)
        #expect(passwords.allSatisfy { file.contains(Password(unchecked: $0)) })
        #expect(file.contains(Password(unchecked: "пароль наизусть")))
        let others = (0..<5_000).count { file.contains(Password(unchecked: "other phrase \($0)")) }
        #expect(others < 15)
    }

    @Test func `Lists that are no hashes, or out of order, are named with the line`() {
        let (first, second) = ("00" + Self.hash("a").dropFirst(2), "FF" + Self.hash("b").dropFirst(2))
        #expect(fault("\(second)\n\(first)\n").contains("line 2 is not in ascending order"))
        #expect(fault("\(first)\n\(second.dropLast())\n").contains("line 2 is not a SHA-1 hash"))
        #expect(fault("password\n").contains("line 1 is not a SHA-1 hash"))
        #expect(fault(String(repeating: "0", count: 1_000)).contains("is too long"))
        #expect(fault("").contains("has no hashes"))
        // A failure leaves no file behind.
        #expect(access(path("breached"), F_OK) != 0)
        #expect(fault("\(first)\n\(first):2\n\(second)") == "none")
    }

    @Test func `A file that is damaged, cut off or of another kind is refused with the reason`() throws {
        _ = try made(from: (0..<100).map { "pass phrase \($0)" })
        let whole = try FileBytes.read(path("breached"), maximum: 1 << 20)
        func refusal(_ bytes: [UInt8]) throws -> String {
            try FileBytes.write(bytes, to: path("breached"), mode: 0o600)
            do {
                _ = try BreachedPasswords(path: path("breached"))
                return "none"
            } catch {
                return "\(error)"
            }
        }
        #expect(try refusal(whole) == "none")
        for place in stride(from: 24, to: whole.count, by: 7) {
            var damaged = whole
            damaged[place] ^= 1
            #expect(try refusal(damaged).contains("checksum"))
        }
        #expect(try refusal(Array(whole.dropLast())).contains("instead of"))
        #expect(try refusal(Array("just some text, long enough for a header".utf8)).contains("is not a file"))
        #expect(try refusal([]).contains("is not a file"))
        var newer = whole
        newer[8] = 2
        #expect(try refusal(newer).contains("version 2"))
    }

    @Test func `A breached password is refused with a reason of its own`() throws {
        let check = PasswordCheck(breached: try made(from: ["trombone kilowatt nine"]))
        let error = #expect(throws: RPCError.self) { try check(Password(unchecked: "trombone kilowatt nine")) }
        #expect(error?.reason == "password-common")
        #expect(error?.faults.map(\.rule) == ["breached"])
        #expect(error?.faults.map(\.pointer) == ["/password"])
        try check(Password(unchecked: "trombone kilowatt ten"))
    }
}

/// A directory that is removed with its files.
private final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/breached-\(UUID().uuidString)"

    init() {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            Issue.record(error)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
