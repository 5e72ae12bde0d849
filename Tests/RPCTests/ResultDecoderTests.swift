import Contract
import RPC
import Testing
import Values
import Wire

@Suite struct ResultDecoderTests {
    private struct Answer: Codable, Equatable {
        var source: OpenEnum<AnswerSource>
        var country: CountryCode
    }

    @Test func `A result of a newer server is decoded: new members are ignored, new values and long texts kept`() throws
    {
        let bytes = Array(#"{"source":"archive","country":"BLR","more":[1]}"#.utf8)
        for answer in [
            try ResultDecoder.decode(Answer.self, from: bytes),
            try bytes.withUnsafeBytes { try ResultDecoder.decode(Answer.self, from: $0) },
        ] {
            #expect(answer.source.rawValue == "archive" && answer.source.known == nil)
            #expect(answer.country.text == "BLR")
        }
        #expect(throws: JSONDecodingFailure.self) { try JSONCoding.decode(Answer.self, from: bytes) }
        #expect(throws: JSONDecodingFailure.self) { try ResultDecoder.decode(Answer.self, from: Array("{}".utf8)) }
    }
}
