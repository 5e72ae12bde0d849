import NIOCore
import Testing

@testable import Lines

@Suite struct AnswerLineTests {
    private func written(_ body: (inout ByteBuffer) -> Void) -> String {
        var out = ByteBuffer()
        body(&out)
        return String(buffer: out)
    }

    @Test(arguments: ["17", "-9007199254740992", "\"a\\u0041\"", "null", "1.5"])
    func `An answer returns the id as it was sent`(id: String) {
        let result = ByteBuffer(string: "{}")
        let line = "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"result\":{}}\n"
        #expect(written { AnswerLine.write(id: ByteBuffer(string: id), result: result, into: &$0) } == line)
        let callID = Array(id.utf8).withUnsafeBytes { CallID(token: $0) }
        #expect(written { AnswerLine.write(id: callID, result: result, into: &$0) } == line)
    }

    @Test func `An error without a readable id has null in its place`() {
        let error = Array("{\"code\":1}".utf8)
        #expect(
            written { AnswerLine.write(id: nil as CallID?, error: error, into: &$0) }
                == "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1}}\n")
        #expect(
            written { AnswerLine.write(id: nil as ByteBuffer?, error: error, end: "}", into: &$0) }
                == "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1}}")
    }

    @Test func `A line that does not fit is not written`() {
        var out = ByteBuffer(string: "before")
        #expect(
            !out.writeLine(capacity: 4) { line in
                for _ in 0..<10_000 { line.append("too long") }
            })
        #expect(String(buffer: out) == "before")
    }
}
