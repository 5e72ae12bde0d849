import Foundation
import Testing
import Wire

/// Comparisons with Foundation, which on Linux disagrees with RFC 8259 in a few places.
///
/// It accepts more: a comma after the last element or member, a byte order mark, UTF-16 and UTF-32. It accepts less: no
/// numbers that it cannot represent, such as `1e999`, and no nesting beyond 512.
@Suite
struct DifferentialTests {
    let scanner: GuardedScanner

    init() throws {
        scanner = try GuardedScanner()
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `Both parsers accept generated values and read them alike`(seed: UInt64) throws {
        var generated = GeneratedJSON(seed: seed)
        for _ in 0..<700 {
            let text = generated.space() + generated.value() + generated.space()
            let scanned = scanner.value(text)
            let range = try #require(scanned.envelope, "\(text)")
            #expect(scanned.text(range) == spaced(text).trimmingCharacters(in: [" ", "\t"]), "\(text)")
            #expect(throws: Never.self) { try foundation(Data(text.utf8)).get() }
            let ours = try JSONCoding.decode(JSONTree.self, from: Array(text.utf8))
            guard let theirs = try decoded(Array(text.utf8)) else { continue }
            #expect(ours.sorted == theirs.sorted, "\(text)")
        }
    }

    @Test(arguments: [4, 5, 6, 7] as [UInt64])
    func `Both parsers accept and refuse the same mutated values`(seed: UInt64) throws {
        var generated = GeneratedJSON(seed: seed)
        var taken = 0
        for _ in 0..<1_200 {
            let bytes = generated.broken(generated.value())
            try compare(bytes, taken: &taken)
        }
        #expect((120...1_080).contains(taken), "\(taken) were taken: the mutations are too weak or too strong")
    }

    @Test(arguments: [8, 9, 10] as [UInt64])
    func `Broken requests are broken JSON for both, and their ranges are Foundation's members`(seed: UInt64) throws {
        var generated = GeneratedJSON(seed: seed)
        var accepted = 0
        var compared = 0
        for round in 0..<1_000 {
            let text = generated.request()
            let bytes = round % 2 == 0 ? Array(text.utf8) : generated.broken(text)
            if let broken = WireOracle.violatedInvariant(bytes) { Issue.record("\(broken): \(bytes)") }
            let line = scanner.request(bytes)
            guard let envelope = line.envelope else { continue }
            accepted += 1
            guard let theirs = try decoded(bytes) else { continue }
            #expect(theirs["method"] == .text(try #require(line.text(envelope.method))))
            #expect(tree(line, envelope.id) == theirs["id"])
            #expect(theirs["meta"]?["locale"] == line.text(envelope.meta.locale).map(JSONTree.text))
            #expect(theirs["meta"]?["timeoutMs"] == envelope.meta.timeoutMs.map { .number(Double($0)) })
            guard let params = envelope.params else {
                #expect(theirs["params"] == nil)
                continue
            }
            // A mutation may have made two names equal, which only Foundation accepts.
            guard let ours = tree(line, params) else { continue }
            #expect(ours == theirs["params"]?.sorted)
            compared += 1
        }
        #expect(accepted > 350, "\(accepted) were accepted")
        #expect(compared > 250, "\(compared) were compared")
    }

    // MARK: Foundation's view

    private struct Refused: Error {
        let text: String
    }

    private func foundation(_ data: Data) -> Result<Any, Refused> {
        do {
            return .success(try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
        } catch {
            return .failure(Refused(text: "\(error)"))
        }
    }

    /// Decodes JSON with `JSONDecoder`; returns `nil` for valid numbers that it rejects, `0E5` and `1e-3000`.
    private func decoded(_ bytes: [UInt8]) throws -> JSONTree? {
        do {
            return try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
        } catch DecodingError.dataCorrupted where String(decoding: bytes, as: UTF8.self).contains(/0E|[eE]-\d{4}/) {
            return nil
        }
    }

    /// Compares the verdicts, after replacing each comma that only Foundation accepts with a space.
    private func compare(_ bytes: [UInt8], taken: inout Int) throws {
        var bytes = bytes
        while true {
            let theirs = foundation(Data(bytes))
            switch (scanner.value(bytes).result, theirs) {
            case (.success, .success):
                taken += 1
                return
            case (.failure, .failure): return
            case (.success, .failure(let refused)):
                #expect(refused.text.contains("not representable"), "\(refused.text): \(bytes)")
                return
            case (.failure(let error), .success):
                if bytes.prefix(4).contains(where: { $0 == 0 || $0 >= 0x80 }), error.offset < 4 { return }
                let comma = bytes[..<error.offset].lastIndex { !Array(" \t\r\n".utf8).contains($0) }
                guard let comma, error.offset < bytes.count, bytes[comma] == UInt8(ascii: ","),
                    bytes[error.offset] == UInt8(ascii: "]") || bytes[error.offset] == UInt8(ascii: "}")
                else {
                    Issue.record(
                        "\(error.reason) at \(error.offset): \(bytes) \(String(decoding: bytes, as: UTF8.self))")
                    return
                }
                bytes[comma] = UInt8(ascii: " ")
            }
        }
    }

    private func spaced(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    private func tree(_ line: Scanned<RequestEnvelope>, _ range: Range<Int>?) -> JSONTree? {
        range.flatMap { try? JSONCoding.decode(JSONTree.self, from: Array(line.bytes[$0])).sorted }
    }
}

extension JSONTree {
    /// The first member with a name.
    subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The same value, with the members of all objects sorted by the bytes of their names.
    var sorted: JSONTree {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(
                members.map { Member(name: $0.name, value: $0.value.sorted) }
                    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
        default: self
        }
    }
}
