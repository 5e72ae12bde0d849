import Testing
import Wire

@Suite
struct ResponseScanTests {
    let scanner: GuardedScanner

    init() throws {
        scanner = try GuardedScanner()
    }

    @Test(arguments: [#"{"items":[]}"#, "[1]", "null", "0", #""t""#])
    func `A result of any form is found`(value: String) throws {
        let line = scanner.response(#"{"jsonrpc":"2.0","id":9007199254740992,"result":\#(value)}"#)
        let envelope = try line.result.get()
        #expect(envelope.id == 1 << 53)
        #expect(line.text(envelope.result) == value)
        #expect(envelope.error == nil)
        #expect(envelope.errorCode == nil)
    }

    @Test func `An error is found whole, with its code and retry time`() throws {
        let error =
            #"{"code":-32005,"message":"Rate limit exceeded","data":{"type":"quota-exceeded","isRetryable":true,"retryAfterMs":740}}"#
        let line = scanner.response(#"{"error":\#(error),"id":2,"jsonrpc":"2.0"}"#)
        let envelope = try line.result.get()
        #expect(envelope.id == 2)
        #expect(envelope.result == nil)
        #expect(line.text(envelope.error) == error)
        #expect(envelope.errorCode == -32005)
        #expect(envelope.retryAfterMs == 740)
    }

    @Test func `Only an error may have a null id`() throws {
        let error = try scanner.response(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32007,"message":""}}"#).result
            .get()
        #expect(error.id == nil)
        #expect(error.errorCode == -32007)
        #expect(scanner.response(#"{"jsonrpc":"2.0","id":null,"result":1}"#).error?.kind == .envelope)
    }

    @Test(arguments: [
        #"{"id":1,"result":1}"#,
        #"{"jsonrpc":"2.0","result":1}"#,
        #"{"jsonrpc":"2.0","id":-1,"result":1}"#,
        #"{"jsonrpc":"2.0","id":1.0,"result":1}"#,
        #"{"jsonrpc":"2.0","id":9007199254740993,"result":1}"#,
        #"{"jsonrpc":"2.0","id":"1","result":1}"#,
        #"{"jsonrpc":"2.0","id":1}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"result":1}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"extra":1}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"meta":{}}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"method":"a.b"}"#,
        #"{"jsonrpc":"2.0","id":1,"result":1,"params":{}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":null}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":1}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","other":1}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":[]}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":{"retryAfterMs":-1}}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":{"retryAfterMs":"1"}}}"#,
        #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","data":{"retryAfterMs":1,"retryAfterMs":1}}}"#,
        "[]", "1",
    ])
    func `Anything but an answer is refused`(text: String) {
        #expect(scanner.response(text).error?.kind == .envelope)
    }

    @Test func `The fault of a bad answer names its id, so that the call can be failed`() {
        let line = scanner.response(#"{"jsonrpc":"2.0","id":41,"outcome":1}"#)
        #expect(line.error?.kind == .envelope)
        #expect(line.text(line.error?.id) == "41")
    }

    @Test func `A line of a link is a request if it has a method, otherwise an answer`() throws {
        let goaway = scanner.line(#"{"jsonrpc":"2.0","method":"rpc.goaway","params":{"graceMs":5}}"#)
        guard case .request(let request) = try goaway.result.get() else {
            Issue.record("a line with a method is a request")
            return
        }
        #expect(goaway.text(request.method) == "rpc.goaway")
        let answer = scanner.line(#"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        guard case .response(let response) = try answer.result.get() else {
            Issue.record("a line without a method is an answer")
            return
        }
        #expect(response.id == 3)
        #expect(scanner.line(#"{"jsonrpc":"2.0","id":3,"method":"a.b","result":{}}"#).error?.kind == .envelope)
        #expect(scanner.line(#"{"jsonrpc":"2.0","id":3}"#).error?.kind == .envelope)
    }
}
