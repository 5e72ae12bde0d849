import BookingContract
import Testing
import Values
import Wire

@Suite struct ResultDecodingTests {
    private func decode<Value: Decodable>(_ type: Value.Type, _ json: String, isResult: Bool) throws -> Value {
        try JSONCoding.decode(type, from: Array(json.utf8), userInfo: isResult ? ResultDecoding.userInfo : [:])
    }

    @Test func `An open enum keeps an unknown value of a result, and rejects it elsewhere`() throws {
        let state = try decode(OpenEnum<SlotState>.self, #""frozen""#, isResult: true)
        #expect(state.rawValue == "frozen" && state.known == nil && state != .free)
        #expect(String(decoding: try JSONCoding.encode(state), as: UTF8.self) == #""frozen""#)
        let failure = #expect(throws: JSONDecodingFailure.self) {
            try decode(OpenEnum<SlotState>.self, #""frozen""#, isResult: false)
        }
        #expect(failure?.problems.first?.detail == "must be one of: free, held, booked, closed, past")
    }

    @Test func `An open enum equals its known case, and an absent one equals none`() throws {
        let state = try decode(OpenEnum<SanctionKind>.self, #""none""#, isResult: false)
        #expect(state == .none && state.known == SanctionKind.none && state != .fee)
        #expect(OpenEnum(SanctionKind.fee) == .fee)
        let absent: OpenEnum<SanctionKind>? = nil
        #expect(absent != .fee && OpenEnum?(OpenEnum(SanctionKind.fee)) == .fee)
    }

    @Test func `Texts and numbers of a result are kept as they are, those of parameters are normalized and checked`()
        throws
    {
        #expect(try decode(CountryCode.self, #""by""#, isResult: false).text == "BY")
        #expect(try decode(CountryCode.self, #""by""#, isResult: true).text == "by")
        #expect(try decode(SetCount.self, "99", isResult: true).value == 99)
        #expect(throws: JSONDecodingFailure.self) { try decode(SetCount.self, "99", isResult: false) }
        #expect(throws: JSONDecodingFailure.self) { try decode(LocalDate.self, #""soon""#, isResult: true) }
    }
}
