import Testing
import Wire

@Suite
struct RequestScanTests {
    let scanner: GuardedScanner

    init() throws {
        scanner = try GuardedScanner()
    }

    @Test func `The members of the protocol's example are found`() throws {
        let line = scanner.request(
            #"{"jsonrpc":"2.0","id":1,"method":"museums.search","params":{"query":"замок","limit":20},"#
                + #""meta":{"locale":"be","timeoutMs":2000}}"#)
        let envelope = try line.result.get()
        #expect(line.text(envelope.id) == "1")
        #expect(line.text(envelope.method) == "museums.search")
        #expect(line.text(envelope.params) == #"{"query":"замок","limit":20}"#)
        #expect(line.text(envelope.meta.locale) == "be")
        #expect(envelope.meta.timeoutMs == 2000)
        #expect(envelope.meta.token == nil)
    }

    @Test func `Members may appear in any order, with white space between tokens`() throws {
        let line = scanner.request(
            "\t{ \"meta\" : { \"token\" : \"t\" , \"idempotencyKey\":\"k 1\" } ,\"params\": { } , "
                + "\"method\":\"a.b\" , \"id\" : \"x\" , \"jsonrpc\" : \"2.0\" } ")
        let envelope = try line.result.get()
        #expect(line.text(envelope.id) == "\"x\"")
        #expect(line.text(envelope.method) == "a.b")
        #expect(line.text(envelope.params) == "{ }")
        #expect(line.text(envelope.meta.token) == "t")
        #expect(line.text(envelope.meta.idempotencyKey) == "k 1")
    }

    @Test(arguments: [
        #"1,"method":"a.b","params":{}}"#, #" "x" ,"method":"a.b"}"#, "\n7\r,\"method\":\"a.b\"}",
        #"7,"id":7,"method":"a.b"}"#, #"7,"jsonrpc":"2.0","method":"a.b"}"#, #"null,"method":"a.b"}"#,
        #"7,"method":5,"extra":1}"#, #"-0,"method":"a.b"}"#, #"7}"#, #"}"#, "", ",", #"7,}"#, #"7 "method":"a.b"}"#,
        #"7,"method":"a.b"}}"#, #"7,"method":"a.b"} x"#, #"[],"method":"a.b"}"#,
        #"7,"method":"a.b","meta":{"token":"t"}}"#,
    ])
    func `An envelope in the usual form is read like one with extra space`(rest: String) {
        func moved(_ range: Range<Int>?) -> Range<Int>? { range.map { $0.lowerBound + 1..<$0.upperBound + 1 } }
        let line = scanner.request(#"{"jsonrpc":"2.0","id":"# + rest)
        let spaced = scanner.request(#"{ "jsonrpc":"2.0","id":"# + rest)
        #expect(spaced.envelope?.id == moved(line.envelope?.id))
        #expect(spaced.envelope?.method == moved(line.envelope?.method))
        #expect(spaced.envelope?.params == moved(line.envelope?.params))
        #expect(spaced.envelope?.meta.token == moved(line.envelope?.meta.token))
        #expect(spaced.error?.kind == line.error?.kind)
        #expect(spaced.error?.reason == line.error?.reason)
        #expect(spaced.error?.id == moved(line.error?.id))
        // Missing members and a null id are reported at offset 0.
        #expect(spaced.error?.offset == line.error.map { $0.offset == 0 ? 0 : $0.offset + 1 })
        #expect(Array(spaced.bytes.dropFirst(2)) == Array(line.bytes.dropFirst()))
    }

    @Test func `A line without id is a notification; params and meta may be absent`() throws {
        let envelope = try scanner.request(#"{"jsonrpc":"2.0","method":"rpc.pong"}"#).result.get()
        #expect(envelope == RequestEnvelope(method: 27..<35))
    }

    @Test(arguments: [
        ("0", true), ("-1", true), ("9007199254740992", true), ("-9007199254740992", true),
        ("9007199254740993", false), ("-9007199254740993", false), ("99999999999999999999999", false),
        ("18446744073709551617", false), ("-18446744073709551617", false),
        ("-0", false), ("1.0", false), ("1e3", false), ("null", false), ("true", false), ("[]", false),
        ("{}", false), (#""""#, true), (#""a\u0062\"""#, true), (#""яблык""#, true),
        ("\"" + String(repeating: "x", count: 64) + "\"", true),
        ("\"" + String(repeating: "x", count: 65) + "\"", false),
        ("\"" + String(repeating: "я", count: 32) + "\"", true),
        ("\"" + String(repeating: "я", count: 33) + "\"", false),
    ])
    func `An id is a string of at most 64 bytes or an integer within 2^53`(token: String, isValid: Bool) {
        let line = scanner.request(#"{"jsonrpc":"2.0","id":\#(token),"method":"a.b"}"#)
        #expect(line.text(line.envelope?.id) == (isValid ? token : nil))
        #expect(line.error?.kind == (isValid ? nil : .envelope))
        #expect(line.error?.id == nil)
    }

    @Test(arguments: [
        ("a", true), ("rpc.cancel", true), ("Az_09.", true), (String(repeating: "m", count: 64), true),
        (String(repeating: "m", count: 65), false), ("", false), ("a b", false), ("a-b", false), ("a/b", false),
        ("é", false), (#"a\u002eb"#, false), ("a@", false), ("[", false), ("`", false), ("{", false), (":", false),
    ])
    func `A method has 1 to 64 letters, digits, dots and underscores`(name: String, isValid: Bool) {
        let line = scanner.request(#"{"jsonrpc":"2.0","id":7,"method":"\#(name)"}"#)
        #expect(line.text(line.envelope?.method) == (isValid ? name : nil))
        #expect(line.error?.kind == (isValid ? nil : .envelope))
        #expect(line.text(line.error?.id) == (isValid ? nil : "7"))
    }

    @Test(arguments: [
        #"{"id":7,"method":"a.b"}"#,
        #"{"jsonrpc":"1.0","id":7,"method":"a.b"}"#,
        #"{"jsonrpc":2.0,"id":7,"method":"a.b"}"#,
        #"{"jsonrpc":"2\u002e0","id":7,"method":"a.b"}"#,
        #"{"jsonrpc":"2.0","id":7}"#,
        #"{"jsonrpc":"2.0","id":7,"method":5}"#,
        #"{"jsonrpc":"2.0","id":7,"method":null}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","params":[1]}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","params":null}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":null}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":[]}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","extra":1}"#,
        #"{"extra":{"deep":[{}]},"jsonrpc":"2.0","method":"a.b","id":7}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","":1}"#,
        #"{"jsonrpc":"2.0","id":7,"\u006dethod":"a.b"}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","\u006dethod":"c.d"}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","method":"a.b"}"#,
        #"{"jsonrpc":"2.0","jsonrpc":"2.0","id":7,"method":"a.b"}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","params":{},"params":{}}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":{},"meta":{}}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","result":1}"#,
        #"{"jsonrpc":"2.0","id":7,"method":"a.b","error":{"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","id":7,"Method":"a.b"}"#,
    ])
    func `Anything but the envelope of one call is refused, and the error names the id`(text: String) {
        let line = scanner.request(text)
        #expect(line.error?.kind == .envelope)
        #expect(line.text(line.error?.id) == "7")
    }

    @Test(arguments: [
        #"[{"jsonrpc":"2.0","id":7,"method":"a.b"}]"#, "[]", "1", "null", #""text""#, "{}",
        #"{"jsonrpc":"2.0","id":7,"id":7,"method":"a.b"}"#,
        #"{"jsonrpc":"2.0","id":7,"id":8,"method":"a.b"}"#,
        #"{"jsonrpc":"2.0","\u0069d":7,"method":"a.b"}"#,
    ])
    func `A batch, a bare value and a line with two ids are refused without an id`(text: String) {
        let line = scanner.request(text)
        #expect(line.error?.kind == .envelope)
        #expect(line.error?.id == nil)
    }

    @Test func `The first fault of an envelope is reported with its offset`() {
        let line = scanner.request(#"{"jsonrpc":"1.0","id":7,"method":5,"extra":1}"#)
        #expect(line.error == WireError(kind: .envelope, offset: 11, reason: .version, id: 22..<23))
    }

    @Test func `Broken JSON is never reported as a bad envelope, and has no id`() {
        let line = scanner.request(#"{"jsonrpc":"1.0","id":7,"method":"a.b""#)
        #expect(line.error == WireError(kind: .json, offset: 38, reason: .truncated))
    }

    @Test(arguments: [
        (#""token":"\#(String(repeating: "t", count: 4096))""#, true),
        (#""token":"\#(String(repeating: "t", count: 4097))""#, false),
        (#""token":"""#, false), (#""token":1"#, false), (#""token":null"#, false), (#""token":"a\u0062""#, false),
        (#""locale":"be-Latn-BY""#, true), (#""locale":"\#(String(repeating: "l", count: 35))""#, true),
        (#""locale":"\#(String(repeating: "l", count: 36))""#, false), (#""locale":["be"]"#, false),
        (#""timeoutMs":1"#, true), (#""timeoutMs":9007199254740992"#, true),
        (#""timeoutMs":9007199254740993"#, false), (#""timeoutMs":0"#, false), (#""timeoutMs":-1"#, false),
        (#""timeoutMs":1.5"#, false), (#""timeoutMs":1e3"#, false), (#""timeoutMs":"5""#, false),
        (#""timeoutMs":null"#, false),
        (#""idempotencyKey":" ~""#, true),
        (#""idempotencyKey":"\#(String(repeating: "k", count: 128))""#, true),
        (#""idempotencyKey":"\#(String(repeating: "k", count: 129))""#, false),
        (#""idempotencyKey":"""#, false), (#""idempotencyKey":"é""#, false),
        (#""idempotencyKey":"\#u{7F}""#, false), (#""idempotencyKey":"a\"b""#, false),
        (#""traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01""#, true),
        (#""traceparent":"\#(String(repeating: "0", count: 256))""#, true),
        (#""traceparent":"\#(String(repeating: "0", count: 257))""#, false),
        (#""principal":{"sub":"u"}"#, true), (#""principal":"u""#, false), (#""principal":null"#, false),
        (#""remoteAddress":"2001:db8::1""#, true),
        (#""remoteAddress":"\#(String(repeating: "1", count: 65))""#, false), (#""remoteAddress":1"#, false),
        (#""unknown":1"#, false), (#""tok\u0065n":"t""#, false), (#""Token":"t""#, false), (#""":1"#, false),
        (#""locale":"be","locale":"be""#, false), (#""principal":{},"principal":{}"#, false),
    ])
    func `Members of meta must have the specified form and length`(members: String, isValid: Bool) {
        let line = scanner.request(#"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":{\#(members)}}"#, .link)
        #expect(line.error?.kind == (isValid ? nil : .envelope))
        #expect(line.text(line.error?.id) == (isValid ? nil : "7"))
    }

    @Test func `Members for the gateway only are dropped from a client's line, whatever their form`() throws {
        let text =
            #"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":{"principal":{"sub":"u"},"remoteAddress":"::1","locale":"be"}}"#
        let client = scanner.request(text, .client)
        let meta = try client.result.get().meta
        #expect(meta.principal == nil)
        #expect(meta.remoteAddress == nil)
        #expect(client.text(meta.locale) == "be")
        let link = scanner.request(text, .link)
        #expect(link.text(link.envelope?.meta.principal) == #"{"sub":"u"}"#)
        #expect(link.text(link.envelope?.meta.remoteAddress) == "::1")
        let odd = scanner.request(
            #"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":{"principal":[1],"remoteAddress":{}}}"#, .client)
        #expect(odd.envelope?.meta == RequestMeta())
        let twice = scanner.request(
            #"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":{"principal":1,"principal":1}}"#, .client)
        #expect(twice.error?.kind == .envelope)
        let broken = scanner.request(#"{"jsonrpc":"2.0","id":7,"method":"a.b","meta":{"principal":{]}}"#, .client)
        #expect(broken.error?.kind == .json)
    }

    @Test func `Duplicate members within params are left to the decoder`() {
        #expect(scanner.request(#"{"jsonrpc":"2.0","method":"a.b","params":{"x":1,"x":2}}"#).error == nil)
    }

    @Test func `The envelope counts as the first level of nesting`() {
        func line(_ levels: Int) -> String {
            let inner = String(repeating: "[", count: levels - 2) + String(repeating: "]", count: levels - 2)
            return #"{"jsonrpc":"2.0","id":7,"method":"a.b","params":{"x":\#(inner)}}"#
        }
        #expect(scanner.request(line(32)).error == nil)
        #expect(scanner.request(line(33)).error?.kind == .depth)
        #expect(scanner.request(line(33)).error?.id == nil)
        #expect(scanner.request(line(5), depth: 4).error?.kind == .depth)
        #expect(scanner.request(line(64), depth: 1000).error == nil)
        #expect(scanner.request(line(65), depth: 1000).error?.kind == .depth)
    }
}
