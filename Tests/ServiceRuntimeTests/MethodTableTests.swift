import AuthContract
import Contract
import Logging
import MuseumsContract
import NIOCore
import RPC
import TestSupport
import Testing
import Values

@testable import ServiceRuntime

@Suite struct MethodTableTests {
    private func context(
        principal: Principal? = nil, peer: LinkIdentity = .anonymous
    ) -> CallContext {
        CallContext(
            principal: principal, deadline: .now + .seconds(5),
            trace: TraceContext(traceHigh: 1, traceLow: 1, spanID: 1, isSampled: true), peer: peer)
    }
    private let user = Principal(sub: "u", sid: "s", roles: [])

    private func table(isOpen: Bool = false) -> MethodTable {
        var table = MethodTable(service: .museums, methods: Museums.methods, isOpen: isOpen)
        table.on(Museums.Suggest.self) { params, _ in
            Museums.Suggest.Result(items: [
                .init(id: MuseumID(unchecked: "x"), name: params.prefix.text, city: "", language: .english)
            ])
        }
        table.onEncoded(Museums.Get.self) { _, _ in EncodedResult(Array("{\"raw\":true}".utf8)) }
        return table
    }

    private func code(_ body: () async throws -> ByteBuffer) async -> ErrorCode? {
        do {
            _ = try await body()
            return nil
        } catch {
            return (error as? RPCError)?.code
        }
    }

    @Test func `A reason of the contract gets its sentence, an unknown one gets none`()
        async throws
    {
        for (reason, sentence) in [
            ("credentials-wrong", "The e-mail address or the password is wrong."), ("unheard-of", nil),
        ] {
            var table = MethodTable(service: .auth, methods: Auth.methods, isOpen: false)
            table.on(Auth.Login.self) { _, _ in throw RPCError(.wrongCredentials, reason: reason) }
            let error = await #expect(throws: RPCError.self) {
                try await table.answer(
                    "auth.login", params: ByteBuffer(string: #"{"email":"a@example.org","password":"12345678"}"#),
                    context: context())
            }
            #expect(error?.detail?.english == sentence)
            let encoded = error?.encoded(traceID: "t", in: .english) ?? []
            #expect(String(decoding: encoded, as: UTF8.self).contains("\"detail\"") == (sentence != nil))
            #expect(encoded.withUnsafeBytes { RPCError(object: $0) }.detail?.english == sentence)
        }
    }

    @Test func `An optional parameter must not be null`() async throws {
        var table = table()
        table.on(Museums.Search.self) { _, _ in throw RPCError(.internal) }
        let error = await #expect(throws: RPCError.self) {
            try await table.answer(
                "museums.search", params: ByteBuffer(string: #"{"limit":null}"#), context: context(principal: user))
        }
        #expect(error?.faults.map(\.rule) == ["not-null"])
        #expect(error?.faults.map(\.pointer) == ["/limit"])
    }

    @Test func `All faults are named in one error, including those of nested objects`() async throws {
        var table = MethodTable(service: .auth, methods: Auth.methods, isOpen: false)
        table.on(Auth.Register.self) { _, _ in throw RPCError(.internal) }
        for (params, pointers) in [
            ("{}", ["/login", "/email", "/password", "/declaration"]),
            (
                #"{"declaration":{"version":"1"},"login":"ada"}"#,
                ["/email", "/password", "/declaration/isNotGovernmentMilitary"]
            ),
            (#"{"login":"a","x":1,"declaration":null}"#, ["/login", "/email", "/password", "/declaration", "/x"]),
            (#"{"login":"ada","x":1,"declaration":7}"#, ["/email", "/password", "/declaration", "/x"]),
            (
                #"{"login":"","email":"ada@","password":"short","declaration":{"isNotGovernmentMilitary":1,"version":"1"}}"#,
                ["/login", "/email", "/password", "/declaration/isNotGovernmentMilitary"]
            ),
        ] {
            let error = await #expect(throws: RPCError.self) {
                try await table.answer("auth.register", params: ByteBuffer(string: params), context: context())
            }
            #expect(error?.code == .invalidParams)
            #expect(error?.faults.map(\.pointer) == pointers, "\(params)")
        }
    }

    @Test func `Polling between processes is logged only if it fails`() {
        let log = LogRecorder()
        let recorder = CallRecorder(methods: Auth.methods, metrics: Metrics(), logger: log.logger, logsCalls: true)
        for (method, code) in [
            ("auth.revocations", nil), ("auth.me", nil), ("auth.revocations", ErrorCode.unavailable),
            ("auth.revocations", .internal),
        ] {
            recorder.callFinished(method, code: code, duration: .zero, context: context(), error: nil)
        }
        #expect(log.lines.map(\.level) == [.debug, .info, .info, .error])
    }

    @Test func `A sampled call becomes a span, and no other call does`() {
        let queue = SpanQueue(OutcomeCounters("spans_total", help: "", in: Metrics()))
        let recorder = CallRecorder(
            methods: Auth.methods, metrics: Metrics(), logger: LogRecorder().logger, logsCalls: false, spans: queue)
        var sampled = context()
        sampled.trace.parentID = 7
        var other = sampled
        other.trace.isSampled = false
        for context in [other, sampled] {
            recorder.callFinished(
                "auth.me", code: .conflict, duration: .microseconds(3), context: context,
                error: RPCError(Auth.declarationOutdated))
        }
        recorder.callFinished("x.y", code: nil, duration: .zero, context: sampled, error: nil)
        let spans = queue.takeAll()
        #expect(spans.map(\.method) == ["auth.me", "_other"])
        #expect(spans.map(\.trace) == [sampled.trace, sampled.trace])
        #expect(spans.map(\.code) == [ErrorCode.conflict.number, nil])
        #expect(spans.map(\.reason) == ["declaration-outdated", nil])
        #expect(spans.map(\.nanoseconds) == [3_000, 0])
    }

    @Test func `A call is decoded, answered and encoded`() async throws {
        let answer = try await table().answer(
            "museums.suggest", params: ByteBuffer(string: "{\"prefix\":\" za\"}"), context: context(principal: user))
        #expect(String(buffer: answer).contains("\"name\":\"za\""))
        let raw = try await table().answer(
            "museums.get", params: ByteBuffer(string: "{\"id\":\"x\"}"), context: context(principal: user))
        #expect(String(buffer: raw) == "{\"raw\":true}")
    }

    @Test func `Unknown methods, unknown members and wrong types are refused with their place`() async {
        #expect(
            await code {
                try await table().answer("museums.none", params: ByteBuffer(string: "{}"), context: context())
            } == .methodNotFound)
        do {
            _ = try await table().answer(
                "museums.get", params: ByteBuffer(string: "{\"id\":\"x\",\"more\":1}"),
                context: context(principal: user))
            Issue.record("accepted")
        } catch {
            let error = error as? RPCError
            #expect(error?.code == .invalidParams)
            #expect(error?.faults.first?.pointer == "/more")
        }
    }

    @Test func `An openable method requires a signed-in caller unless its service is open`() async {
        let params = ByteBuffer(string: "{\"id\":\"x\"}")
        #expect(
            await code { try await table().answer("museums.get", params: params, context: context()) }
                == .unauthenticated)
        #expect(
            await code { try await table(isOpen: true).answer("museums.get", params: params, context: context()) }
                == nil)
    }

    @Test func `A method whose results caches give to everyone does not learn who calls it`() async throws {
        var table = MethodTable(service: .museums, methods: Museums.methods, isOpen: true)
        table.onEncoded(Museums.Get.self) { _, context in
            EncodedResult(Array("\(context.principal == nil && context.remoteAddress == nil)".utf8))
        }
        var call = context(principal: user)
        call.remoteAddress = "192.0.2.1"
        let answer = try await table.answer("museums.get", params: ByteBuffer(string: #"{"id":"x"}"#), context: call)
        #expect(String(buffer: answer) == "true")
        var account = MethodTable(service: .auth, methods: Auth.methods, isOpen: false)
        account.onEncoded(Auth.Me.self) { _, context in EncodedResult(Array((context.principal?.sub ?? "").utf8)) }
        #expect(
            String(buffer: try await account.answer("auth.me", params: ByteBuffer(string: "{}"), context: call)) == "u")
    }

    @Test func `Access depends on the role and on the calling process`() {
        func fault(_ access: Access, _ context: CallContext) -> ErrorCode? {
            do {
                try MethodTable.admit(context, access, isOpen: false)
                return nil
            } catch {
                return error.code
            }
        }
        let admin = Principal(sub: "a", sid: "s", roles: ["admin"])
        #expect(fault(.anyone, context()) == nil)
        #expect(fault(.signedIn, context()) == .unauthenticated)
        #expect(fault(.signedIn, context(principal: user)) == nil)
        #expect(fault(.role(.admin), context()) == .unauthenticated)
        #expect(fault(.role(.admin), context(principal: user)) == .forbidden)
        #expect(fault(.role(.admin), context(principal: admin)) == nil)
        let staff = Principal(sub: "b", sid: "s", roles: ["park.staff"])
        #expect(fault(.role(.parkStaff), context(principal: staff)) == nil)
        #expect(fault(.role(.admin), context(principal: staff)) == .forbidden)
        #expect(fault(.role(.parkStaff), context(principal: admin)) == nil)
        let chief = Principal(sub: "c", sid: "s", roles: ["park.admin"])
        #expect(fault(.role(.parkAdmin), context(principal: chief)) == nil)
        #expect(fault(.role(.parkStaff), context(principal: chief)) == nil)
        #expect(fault(.role(.admin), context(principal: chief)) == .forbidden)
        #expect(fault(.role(.parkAdmin), context(principal: staff)) == .forbidden)
        #expect(fault(.role(.parkAdmin), context(principal: admin)) == nil)
        let ours = Access.service(callers: ["gateway"])
        #expect(fault(ours, context()) == .methodNotFound)
        #expect(fault(ours, context(peer: .process("booking"))) == .methodNotFound)
        #expect(fault(ours, context(peer: .process("gateway"))) == nil)
        // A client's call that the gateway forwards is not the gateway's own.
        #expect(fault(ours, context(principal: user, peer: .process("gateway"))) == .methodNotFound)
    }

    @Test func `A method that asks for presence refuses a session whose proof has expired`() async throws {
        let second: Int64 = 1_795_243_200
        var table = MethodTable(service: .auth, methods: Auth.methods, isOpen: false) {
            Instant(milliseconds: second * 1_000)
        }
        table.onEncoded(Auth.DeleteAccount.self) { _, _ in EncodedResult(Array("{}".utf8)) }
        table.onEncoded(Auth.Me.self) { _, _ in EncodedResult(Array("{}".utf8)) }
        table.onEncoded(Auth.ActiveSessions.self) { _, _ in EncodedResult(Array("{}".utf8)) }
        func ending(_ method: String, _ principal: Principal) async -> String? {
            let params =
                method == "auth.deleteAccount"
                ? #"{"challengeId":"019ab3c4-5d6e-7f80-9123-456789abcdef","code":"123456"}"# : "{}"
            do {
                _ = try await table.answer(
                    method, params: ByteBuffer(string: params), context: context(principal: principal))
                return nil
            } catch {
                return (error as? RPCError)?.reason
            }
        }
        func principal(_ end: Int64?, isLimited: Bool? = nil) -> Principal {
            Principal(sub: "u", sid: "s", roles: [], presentUntil: end, isLimited: isLimited)
        }
        #expect(await ending("auth.deleteAccount", principal(second + 1)) == nil)
        #expect(await ending("auth.deleteAccount", principal(second)) == "step-up-required")
        #expect(await ending("auth.deleteAccount", principal(nil)) == "step-up-required")
        #expect(await ending("auth.me", principal(nil)) == nil)
        let limited = principal(second + 1, isLimited: true)
        #expect(await ending("auth.deleteAccount", limited) == "factor-missing")
        #expect(await ending("auth.sessions", limited) == "factor-missing")
        #expect(await ending("auth.me", limited) == nil)
    }

    @Test func `A table lists the methods of the contract that it lacks`() {
        let (all, implemented) = (Museums.methods.map { $0.declaration.name }, ["museums.suggest", "museums.get"])
        #expect(table().missing == all.filter { !implemented.contains($0) })
        #expect(table().missing.contains("museums.search"))
    }
}
