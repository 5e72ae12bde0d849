import Contract
import NIOCore
import Testing
import Values
import Wire

@testable import RPC

@Suite struct LineTests {
    private func object(_ error: RPCError) -> String {
        String(decoding: error.encoded(traceID: "7a", in: .english), as: UTF8.self)
    }

    @Test func `An error is written with all its members and without its cause`() {
        let error = RPCError(
            .invalidParams, reason: "bad", retryAfterMilliseconds: 5,
            faults: [.init(ValueFault("bad", limits: [("max", .number(2.5))], UserText(all: "is \"bad\"")), at: "/a")],
            details: Array("[1]".utf8), cause: "hidden")
        #expect(
            object(error)
                == "{\"code\":-32602,\"message\":\"The parameters are not valid\",\"data\":{\"type\":\"/problems/invalid-params\","
                + "\"isRetryable\":false,\"retryAfterMs\":5,\"traceId\":\"7a\","
                + "\"errors\":[{\"pointer\":\"/a\",\"rule\":\"bad\",\"limits\":{\"max\":2.5},\"detail\":\"This field is \\\"bad\\\"\"}],\"reason\":\"bad\",\"details\":[1]}}"
        )
    }

    @Test(arguments: ErrorCode.all)
    func `A code that promises a retry time always has one`(code: ErrorCode) {
        #expect(object(RPCError(code)).contains("\"retryAfterMs\":1000") == (code.retry == .afterDelay))
    }

    @Test func `A call that must not be repeated is not retryable, names no delay, and stays so on its way`() {
        var error = RPCError(.connectionLost, retryAfterMilliseconds: 5)
        #expect(object(error).contains(#""isRetryable":true,"retryAfterMs":5,"#))
        error.forbidsRepetition = true
        #expect(object(error).contains(#""isRetryable":false,"traceId""#))
        let read = error.encoded(traceID: "ab", in: .english).withUnsafeBytes { RPCError(object: $0) }
        #expect(read.forbidsRepetition && !read.isRetryable)
    }

    @Test(arguments: ErrorCode.all)
    func `An error survives a round trip`(code: ErrorCode) {
        let error = RPCError(
            code, reason: "slot-taken", retryAfterMilliseconds: 12,
            faults: [.init(.tooShort(minimum: 8), at: "/x")], details: Array("{\"next\":[1,2]}".utf8))
        let read = error.encoded(traceID: "ab", in: .english).withUnsafeBytes { RPCError(object: $0) }
        #expect(read.code == code)
        #expect(read.reason == "slot-taken")
        #expect(read.retryAfterMilliseconds == 12)
        #expect(read.faults.map(\.rule) == ["too-short"])
        #expect(read.faults.map(\.limits) == [Array("{\"min\":8}".utf8)])
        #expect(read.faults.map(\.detail.english) == ["This field must have at least 8 characters"])
        #expect(read.details == error.details)
        #expect(!read.forbidsRepetition)
        #expect(read.cause == "answered with trace ab")
    }

    @Test(arguments: [
        (Language.english, "The parameters are not valid", "Password must have at least 8 characters"),
        (.russian, "Проверьте введённые данные", "Пароль: нужно не меньше 8 символов"),
        (.belarusian, "Праверце ўведзеныя даныя", "Пароль: патрэбна не менш за 8 сімвалаў"),
    ])
    func `Title and faults are in the caller's language`(language: Language, title: String, detail: String) {
        let error = RPCError(
            .tooShort(minimum: 8), at: "/password", field: UserText("Password", ru: "Пароль", be: "Пароль"))
        let line = String(decoding: error.encoded(traceID: "7a", in: language), as: UTF8.self)
        #expect(line.contains("\"message\":\"\(title)\""))
        #expect(line.contains("\"detail\":\"\(detail)\""))
    }

    @Test func `The error of a program without rules is read`() {
        let old = #"{"code":-32602,"message":"m","data":{"errors":[{"pointer":"/a","detail":"is missing"}]}}"#
        let read = Array(old.utf8).withUnsafeBytes { RPCError(object: $0) }
        #expect(read.faults.map(\.rule) == ["invalid"])
        #expect(read.faults.map(\.detail.russian) == ["is missing"])
    }

    @Test(arguments: ["{}", "[]", "", "{\"code\":-1,\"message\":\"x\"}", "{\"code\":\"a\",\"message\":\"x\"}"])
    func `A malformed or unknown error becomes bad-upstream`(text: String) {
        #expect(Array(text.utf8).withUnsafeBytes { RPCError(object: $0) }.code == .badUpstream)
    }

    @Test func `Details that would break the line are left out`() {
        #expect(!object(RPCError(.conflict, details: Array("{\n}".utf8))).contains("details"))
    }

    private func written(_ call: LinkCall, maximum: Int = 1000) -> (line: String, fault: RPCError?) {
        var outbox = ByteBuffer()
        let fault = CallLine.write(call, id: 18, maximumBytes: maximum, into: &outbox)
        return (String(buffer: outbox), fault)
    }

    private var meta: TestMeta {
        TestMeta(
            principal: LinkPrincipal(json: Array("{\"sub\":\"u\"}".utf8)), remoteAddress: LinkAddress("2001:db8::1"),
            span: TraceContext(
                traceHigh: 0x0af7_6519_16cd_43dd, traceLow: 0x8448_eb21_1c80_319c, spanID: 1, isSampled: true),
            locale: Array("be-BY".utf8), idempotencyKey: Array("key 1".utf8))
    }

    @Test func `A call is written with its parameters unchanged and new meta`() throws {
        let call = TestCall("museums.get", "{\"id\":1}", meta)
        let (line, fault) = written(call)
        #expect(fault == nil)
        #expect(
            line == "{\"jsonrpc\":\"2.0\",\"id\":18,\"method\":\"museums.get\",\"params\":{\"id\":1},\"meta\":{"
                + "\"timeoutMs\":250,\"principal\":{\"sub\":\"u\"},\"remoteAddress\":\"2001:db8::1\","
                + "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01\",\"locale\":\"be-BY\",\"idempotencyKey\":\"key 1\"}}\n"
        )
        var bytes = Array(line.utf8)
        let request = try bytes.withUnsafeMutableBytes { try EnvelopeScanner(profile: .link).scanRequest($0) }
        #expect(request.meta.timeoutMs == 250)
        #expect(
            written(TestCall("a.b", nil, timeout: 1)).line
                == "{\"jsonrpc\":\"2.0\",\"id\":18,\"method\":\"a.b\",\"meta\":{\"timeoutMs\":1}}\n")
    }

    @Test func `The largest call that fits is written, with any content`() {
        var meta = meta
        meta.remoteAddress = LinkAddress(String(repeating: "a", count: 64))
        meta.idempotencyKey = Array(repeating: 0x41, count: 128)
        let method = String(repeating: "m", count: 64)
        #expect(meta.remoteAddress != nil)
        #expect(written(TestCall(method, "{}", meta, timeout: .max), maximum: 10_000).fault == nil)
    }

    @Test func `Nothing that would break the line is written`() {
        for params in ["{\n}", "{\r}", ""] {
            let (line, fault) = written(TestCall("a.b", params, meta))
            #expect(line.isEmpty && fault?.code == .internal, "\(params)")
        }
        for key in ["a\"b", ""] {
            var meta = meta
            meta.idempotencyKey = Array(key.utf8)
            #expect(written(TestCall("a.b", "{}", meta)).fault?.code == .invalidParams)
        }
        let (line, fault) = written(TestCall("a.b", String(repeating: " ", count: 2000), meta))
        #expect(line.isEmpty && fault?.code == .tooLarge)
    }

    @Test func `Parts that would break a line cannot be created`() {
        for method in ["a\"b", "", "a\n", "a b", "ä.b", String(repeating: "m", count: 65)] {
            #expect(LinkMethod(method) == nil, "\(method)")
        }
        #expect(LinkMethod(String(repeating: "m", count: 64)) != nil)
        for principal in ["{\n}", "{\r}", ""] {
            #expect(LinkPrincipal(json: Array(principal.utf8)) == nil, "\(principal)")
        }
        for address in ["a\"", "a\\", "", "a\n", String(repeating: "a", count: 65)] {
            #expect(LinkAddress(address) == nil, "\(address)")
        }
    }

    @Test(arguments: ["", "я", "a\"b", String(repeating: "a", count: 36)])
    func `A language that does not fit into a line is left out`(locale: String) {
        var meta = meta
        meta.locale = Array(locale.utf8)
        let (line, fault) = written(TestCall("a.b", nil, meta))
        #expect(fault == nil && !line.contains("locale"))
    }

    @Test func `A principal is read from any JSON, and from ours quickly`() throws {
        func canonical(_ text: String) -> Principal? {
            Array(text.utf8).withUnsafeBytes { PrincipalReader.readCanonical($0) }
        }
        func general(_ text: String) -> Principal? { Array(text.utf8).withUnsafeBytes { PrincipalReader.read($0) } }
        for roles in [[], ["admin"], ["admin", "park.staff"]] {
            let principal = Principal(sub: "0190b6a1", sid: "я", roles: roles)
            let text = String(decoding: try JSONCoding.encode(principal), as: UTF8.self)
            #expect(canonical(text) == principal)
        }
        for (end, isLimited) in [(1_795_243_200, nil), (0, true), (nil, true)] as [(Int64?, Bool?)] {
            let principal = Principal(sub: "u", sid: "s", roles: [], presentUntil: end, isLimited: isLimited)
            let text = String(decoding: try JSONCoding.encode(principal), as: UTF8.self)
            #expect(canonical(text) == principal && general(text) == principal, "\(text)")
        }
        let head = #"{"sub":"u","sid":"s","roles":[]"#
        for tail in [",\"presentUntil\":-1}", ",\"presentUntil\":1e3}", ",\"isLimited\":false}", ",\"x\":1}"] {
            #expect(canonical(head + tail) == nil, "\(tail)")
        }
        let others = [
            "{\"sid\":\"s\",\"sub\":\"u\",\"roles\":[\"a\"]}", "{ \"sub\":\"u\",\"sid\":\"s\",\"roles\":[\"a\"]}",
            "{\"sub\":\"\\u0075\",\"sid\":\"s\",\"roles\":[\"a\"]}", "{\"sub\":\"u\",\"sid\":\"s\",\"roles\":[\"a\" ]}",
        ]
        for text in others {
            #expect(canonical(text) == nil, "\(text)")
            #expect(general(text) == Principal(sub: "u", sid: "s", roles: ["a"]), "\(text)")
        }
        for text in ["{}", "[]", "{\"sub\":1}", "{\"sub\":\"u\",\"sid\":\"s\",\"roles\":[1]}"] {
            #expect(general(text) == nil, "\(text)")
        }
        let whole = Array("{\"sub\":\"u\",\"sid\":\"s\",\"roles\":[\"a\"]}".utf8)
        for end in whole.indices { #expect(whole[..<end].withUnsafeBytes { PrincipalReader.readCanonical($0) } == nil) }
    }

    @Test func `Secrets match if they are equal, and an empty one never does`() {
        #expect(LinkSecret.matches([1, 2, 3], [1, 2, 3]))
        #expect(!LinkSecret.matches([1, 2, 4], [1, 2, 3]))
        #expect(!LinkSecret.matches([0, 2, 3], [1, 2, 3]))
        #expect(!LinkSecret.matches([1, 2], [1, 2, 3]))
        #expect(!LinkSecret.matches([], []))
    }

    @Test func `The process in a certificate is the last segment of its SPIFFE URI, or its only DNS label`() {
        #expect(ProcessName.of([(false, "localhost.local"), (false, "gateway")]) == "gateway")
        #expect(ProcessName.of([(false, "museums"), (true, "spiffe://vokol/gateway")]) == "gateway")
        #expect(ProcessName.of([(true, "https://vokol/gateway")]) == nil)
        #expect(ProcessName.of([(true, "spiffe://vokol/Gate Way")]) == nil)
        #expect(ProcessName.of([(false, "*.vokol.by"), (false, "")]) == nil)
        #expect(ProcessName.of([]) == nil)
    }
}
