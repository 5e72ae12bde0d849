import Contract
import Contracts
import Foundation
import NIOCore
import RPC
import Testing
import Values

@testable import Gateway

@Suite struct ProblemTests {
    private let trace = TraceContext(traceHigh: 1, traceLow: 2, spanID: 3, isSampled: true)
    private static let traceID = "00000000000000010000000000000002"

    private func fields(_ problem: ProblemDocument) -> String {
        var head = ByteBuffer()
        head.writeHead { problem.writeFields(into: &$0) }
        return String(buffer: head)
    }

    @Test func `A gateway error becomes a problem with all its members`() {
        let error = RPCError(
            .invalidParams, reason: "some-reason", retryAfterMilliseconds: 1,
            faults: [
                RPCError.FieldFault(
                    ValueFault("x", UserText(all: "must be \"x\"")), at: "/a~1b", field: UserText(all: "It"))
            ],
            details: Array(#"{"free":[1]}"#.utf8),
            cause: "secret")
        let problem = ProblemDocument(error, trace: trace, in: .english)
        #expect(problem.status == 422)
        #expect(
            String(buffer: problem.body)
                == #"{"type":"/problems/invalid-params","title":"The parameters are not valid","status":422,"code":-32602,"#
                + #""isRetryable":false,"retryAfterMs":1,"traceId":"\#(Self.traceID)","#
                + #""errors":[{"pointer":"/a~1b","rule":"x","detail":"It must be \"x\""}],"reason":"some-reason","details":{"free":[1]}}"#
        )
    }

    @Test func `An error about a call that must not be repeated is not retryable and names no delay`() {
        var error = RPCError(.connectionLost)
        error.forbidsRepetition = true
        let own = ProblemDocument(error, trace: trace, in: .english)
        #expect(String(buffer: own.body).contains(#""isRetryable":false,"traceId""#))
        #expect(fields(own) == "")
        let object = ByteBuffer(bytes: error.encoded(traceID: trace.traceID, in: .english))
        let passedOn = ProblemDocument(
            code: error.code.number, retryAfterMilliseconds: error.retryDelay(), object: object, trace: trace,
            in: .english)
        #expect(String(buffer: passedOn.body) == String(buffer: own.body))
    }

    @Test(arguments: ErrorCode.all)
    func `Every error of the registry has its status, type, number and required members`(code: ErrorCode)
        throws
    {
        let own = ProblemDocument(RPCError(code), trace: trace, in: .english)
        let object = ByteBuffer(bytes: RPCError(code).encoded(traceID: trace.traceID, in: .english))
        let service = ProblemDocument(
            code: code.number, retryAfterMilliseconds: RPCError(code).retryDelay(), object: object, trace: trace,
            in: .english)
        #expect(String(buffer: own.body) == String(buffer: service.body))
        #expect(own.status == code.httpStatus)
        #expect(service.status == code.httpStatus)
        let json = try JSONSerialization.jsonObject(with: Data(own.body.readableBytesView))
        let members = try #require(json as? [String: Any])
        #expect(members["type"] as? String == code.typeURI)
        #expect(members["status"] as? Int == code.httpStatus)
        #expect(members["code"] as? Int == code.number)
        #expect(members["title"] as? String == code.message)
        #expect(members["isRetryable"] as? Bool == code.isRetryable)
        // The schema of problems in the API description allows these members and requires the first six.
        let schema = try OpenAPIDocument.build(methods: Methods.public)["components"]?["schemas"]?["Problem"]
        guard case .object(let properties)? = schema?["properties"], case .array(let required)? = schema?["required"]
        else {
            Issue.record("there is no schema of problems")
            return
        }
        #expect(Set(members.keys).isSubset(of: properties.map(\.0)))
        #expect(required.allSatisfy { members.keys.contains($0.text ?? "") })
    }

    @Test func `A service's error keeps its known members only`() {
        let object = ByteBuffer(
            string:
                #"{"code":-32006,"message":"SELECT failed","data":{"type":"conflict","isRetryable":true,"retryAfterMs":5,"#
                + #""traceId":"abc","errors":[{"pointer":"","detail":"d"}],"reason":"slot-taken","detail":"Somebody \"else\"","details":{"a":"{"},"sql":"x"}}"#
        )
        let problem = ProblemDocument(
            code: -32006, retryAfterMilliseconds: 5, object: object, trace: trace, in: .english)
        #expect(problem.status == 409)
        #expect(
            String(buffer: problem.body)
                == #"{"type":"/problems/conflict","title":"The call conflicts with the current state","status":409,"#
                + #""code":-32006,"isRetryable":false,"retryAfterMs":5,"traceId":"abc","#
                + #""errors":[{"pointer":"","detail":"d"}],"reason":"slot-taken","detail":"Somebody \"else\"","#
                + #""details":{"a":"{"}}"#)
    }

    @Test(arguments: [
        "{}", #"{"code":-32603}"#, #"{"data":null}"#, #"{"data":[]}"#, #"{"data":"x"}"#,
        #"{"data":{"traceId":5,"errors":{},"reason":[],"details":"x"}}"#, "[]", "", "nonsense",
    ])
    func `A service's error loses malformed members and is still a problem`(object: String) {
        let problem = ProblemDocument(
            code: -32603, retryAfterMilliseconds: nil, object: ByteBuffer(string: object), trace: trace, in: .english)
        #expect(
            String(buffer: problem.body)
                == #"{"type":"/problems/internal","title":"Something went wrong on our side","status":500,"code":-32603,"#
                + #""isRetryable":false,"traceId":"\#(Self.traceID)"}"#)
    }

    @Test func `An unknown code is passed on as a server error`() {
        let object = ByteBuffer(
            string: #"{"code":-32099,"message":"m","data":{"type":"new","traceId":"t","reason":"r"}}"#)
        let problem = ProblemDocument(
            code: -32099, retryAfterMilliseconds: nil, object: object, trace: trace, in: .english)
        #expect(problem.status == 500)
        #expect(
            String(buffer: problem.body)
                == #"{"type":"about:blank","title":"Something went wrong on our side","status":500,"code":-32099,"#
                + #""isRetryable":false,"traceId":"t","reason":"r"}"#)
    }

    @Test(
        arguments: [
            (0, 0), (1, 1), (740, 1), (999, 1), (1000, 1), (1001, 2), (60_000, 60), (-5, 0),
            (.max, 9_223_372_036_854_776),
        ]
            as [(Int64, Int64)])
    func `Retry-After is in whole seconds, rounded up`(milliseconds: Int64, seconds: Int64) {
        let own = ProblemDocument(
            RPCError(.quotaExceeded, retryAfterMilliseconds: milliseconds), trace: trace, in: .english)
        #expect(fields(own) == "Retry-After: \(seconds)\r\n")
        let service = ProblemDocument(
            code: -32005, retryAfterMilliseconds: milliseconds, object: ByteBuffer(string: "{}"), trace: trace,
            in: .english)
        #expect(fields(service) == "Retry-After: \(seconds)\r\n")
    }

    @Test func `A caller without a valid token gets a challenge that says whether the token was the reason`() {
        #expect(
            fields(ProblemDocument(RPCError(.unauthenticated), trace: trace, in: .english))
                == "WWW-Authenticate: Bearer realm=\"vokol\"\r\n")
        for fault in [TokenFault.expired, .revoked, .malformed] {
            #expect(
                fields(ProblemDocument(RPCError(fault.reason), trace: trace, in: .english))
                    == "WWW-Authenticate: Bearer realm=\"vokol\", error=\"invalid_token\"\r\n")
        }
        let login = ByteBuffer(
            bytes: RPCError(.wrongCredentials, reason: "credentials-wrong").encoded(
                traceID: trace.traceID, in: .english)
        )
        #expect(
            fields(
                ProblemDocument(code: -32002, retryAfterMilliseconds: nil, object: login, trace: trace, in: .english)
            )
            .isEmpty,
            "an app would refresh its token on the sign-in screen")
        #expect(fields(ProblemDocument(RPCError(.forbidden), trace: trace, in: .english)).isEmpty)
    }

    @Test func `A problem never holds a raw line break`() {
        let error = RPCError(
            .invalidParams, reason: "a\nb",
            faults: [RPCError.FieldFault(ValueFault("x", UserText(all: "\n")), at: "\r")])
        #expect(!ProblemDocument(error, trace: trace, in: .english).body.readableBytesView.contains { $0 < 0x20 })
    }
}
