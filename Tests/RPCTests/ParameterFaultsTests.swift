import Contract
import Testing
import Values
import Wire

@testable import RPC

/// All faults of a call's parameters, found after the decoding has failed.
@Suite struct ParameterFaultsTests {
    private struct Period: Codable, Sendable {
        var from: LocalDate
        var to: LocalDate

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            from = try members.decode(LocalDate.self, forKey: .from)
            to = try members.decode(LocalDate.self, forKey: .to)
            guard from < to else { throw DecodingError(.after("from"), at: decoder.codingPath) }
        }
    }

    private enum Colour: String, CaseIterable, Codable, Sendable { case red, green }

    private struct Params: Codable, Sendable {
        var email: EmailAddress
        var limit: PageLimit?
        var colour: Colour?
        var period: Period?
        var ids: [Identifier]?
    }

    /// Collects faults instead of decoding.
    private struct Probe: Decodable {
        let collector: FaultCollector

        init(from decoder: any Decoder) { collector = FaultCollector(of: Params.self, in: decoder) }
    }

    private func faults(_ json: String) -> [String] {
        Array(json.utf8).withUnsafeBytes { RPCError.FieldFault.all(of: Params.self, in: $0) }.map { fault in
            let limits = fault.limits.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
            return "\(fault.pointer) \(fault.rule)\(limits)"
        }
    }

    @Test(arguments: [
        ("{}", ["/email required"]), ("[]", [" type {\"type\":\"object\"}"]),
        (
            #"{"email":5,"limit":101,"colour":"blue","x/y":1}"#,
            [
                #"/email type {"type":"string"}"#, #"/limit range {"min":1,"max":100}"#,
                #"/colour unknown-value {"values":["red","green"]}"#, "/x~1y unknown-member",
            ]
        ),
        (
            #"{"email":"a@b.cd","period":{"from":"2026-13-01","to":"2026-01-01"}}"#,
            [#"/period/from format {"format":"date"}"#]
        ),
        (
            #"{"email":"a@b.cd","period":{"from":"2026-02-01","to":"2026-01-01"}}"#,
            [#"/period after {"members":["from"]}"#]
        ),
        (
            #"{"email":"a@b.cd","ids":["x",7]}"#,
            [#"/ids/0 too-short {"min":36}"#, #"/ids/1 type {"type":"string"}"#]
        ),
        (#"{"email":"a@b.cd"}"#, []), ("{", []),
        (#"{"email":"a@b.cd","email":"a@b.cd"}"#, ["/email repeated"]),
        (
            #"{"email":"a@b.cd","period":{"from":"2026-01-01","to":"2026-01-02","to":"2026-01-03"}}"#,
            ["/period/to repeated"]
        ),
        (#"{"email":"a@b.cd","limit":99999999999999999999}"#, [#"/limit range {"min":1,"max":100}"#]),
        (#"{"email":"a@b.cd","limit":1e400}"#, [#"/limit range {"min":1,"max":100}"#]),
        (
            #"{"email":null,"limit":null,"period":null,"ids":[null],"x":null}"#,
            ["/email required", "/limit not-null", "/period not-null", "/ids/0 required", "/x unknown-member"]
        ),
    ])
    func `Each fault has its position, rule and limits`(json: String, expected: [String]) {
        #expect(faults(json) == expected)
    }

    @Test func `A null is refused in the caller's language`() throws {
        let fault = try #require(
            Array(#"{"email":"a@b.cd","limit":null}"#.utf8).withUnsafeBytes {
                RPCError.FieldFault.all(of: Params.self, in: $0)
            }.first)
        #expect(fault.detail.english == "This field must not be null; leave it out instead")
        #expect(fault.detail.russian == "Null недопустим — просто не указывайте это поле")
        #expect(fault.detail.belarusian == "Null недапушчальны — проста не ўказвайце гэта поле")
    }

    /// Only faults of the name itself quote the names of members, which are for developers.
    @Test(arguments: [
        (#"{"email":"a@b.cd","limit":101}"#, "Page size must be from 1 to 100"),
        (#"{"email":"a@b.cd","colour":5}"#, "This field must be a string"),
        (#"{"email":"a@b.cd","ids":5}"#, "This field must be an array"),
        (#"{"email":"a@b.cd","limt":5}"#, "limt is not a known member"),
        (#"{"email":"a@b.cd","limit":5,"limit":5}"#, "limit must be given once"),
        ("[]", "The request must be an object"),
    ])
    func `A fault is a sentence about the field, with its name if people know one`(
        json: String, expected: String
    ) throws {
        let faults = Array(json.utf8).withUnsafeBytes { RPCError.FieldFault.all(of: Params.self, in: $0) }
        #expect(faults.map(\.detail.english) == [expected])
    }

    @Test(arguments: WireError.Reason.allCases)
    func `The fault of a malformed line is said in the caller's language, except on links between processes`(
        reason: WireError.Reason
    ) {
        let text = reason.text
        let isOfLinks: Bool =
            switch reason {
            case .principal, .remoteAddress, .unknownAnswerMember, .answerContent, .answerID, .errorType, .errorContent,
                .unknownErrorMember, .repeatedErrorMember, .errorCode, .errorMessage, .errorData, .retryAfter:
                true
            default: false
            }
        #expect(text.english == reason.rawValue)
        #expect((text.russian == text.english) == isOfLinks)
        #expect((text.belarusian == text.english) == isOfLinks)
    }

    @Test func `However many faults a call has, sixteen are collected`() throws {
        let json = #"{"email":"","ids":[\#([String](repeating: "1", count: 10_000).joined(separator: ","))]}"#
        #expect(faults(json).count == 16)
        let probe = try JSONCoding.decode(Probe.self, from: Array(json.utf8), unknownMembers: .ignored)
        #expect(probe.collector.found.count == 16)
        #expect(!probe.collector.isComplete)
    }
}
