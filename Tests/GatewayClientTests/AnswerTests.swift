import Contract
import Testing

@testable import GatewayClient

@Suite struct AnswerTests {
    @Test func `An error shows its message, its reason and a hint, from a line as from a problem`() throws {
        let data = #""type":"/problems/unauthenticated","isRetryable":false,"traceId":"abc","reason":"session-ended""#
        let line = try CallFailure(
            line: Array(#"{"code":-32001,"message":"Sign in first","data":{\#(data)}}"#.utf8))
        let problem = CallFailure(problem: Array(#"{\#(data),"title":"Sign in first","status":401}"#.utf8), status: 401)
        for failure in [line, problem] {
            let text = failure.text(method: "auth.refresh")
            #expect(failure.code == .unauthenticated)
            #expect(text.contains("Sign in first (unauthenticated, -32001)"))
            #expect(text.contains("session-ended: The session has ended. Sign in again."))
            #expect(text.contains("--demo"))
            #expect(text.contains("trace: abc"))
        }
    }

    @Test func `A failure to sign in names the wrong password and the tries left, without a hint to sign in`() throws {
        let data = #""type":"/problems/wrong-credentials","reason":"credentials-wrong","details":{"triesLeft":4}"#
        let failure = try CallFailure(
            line: Array(#"{"code":-32002,"message":"Wrong password or code","data":{\#(data)}}"#.utf8))
        let text = failure.text(method: "auth.login")
        #expect(text.contains("Wrong password or code (wrong-credentials, -32002)"))
        #expect(text.contains("credentials-wrong: The e-mail address or the password is wrong."))
        #expect(text.contains(#""triesLeft": 4"#))
        #expect(!text.contains("--demo"))
    }

    @Test func `Invalid parameters are named one by one, and a retry time is shown`() throws {
        let failure = try CallFailure(
            line: Array(
                #"{"code":-32602,"message":"m","data":{"errors":[{"pointer":"/near/latitude","detail":"is too large"}],"retryAfterMs":740}}"#
                    .utf8))
        let text = failure.text(method: "museums.search")
        #expect(text.contains("near/latitude: is too large"))
        #expect(text.contains("try again in 740 ms"))
    }

    @Test func `Details of an error are shown, by lines as by HTTP`() throws {
        let data = #""details":{"nextFree":[{"reverseId":"big","startsAt":"2026-11-23T12:30:00Z"}]}"#
        for failure in [
            try CallFailure(line: Array(#"{"code":-32009,"message":"m","data":{\#(data)}}"#.utf8)),
            CallFailure(problem: Array(#"{\#(data),"title":"m","status":409}"#.utf8), status: 409),
        ] {
            let text = failure.text(method: "booking.book")
            #expect(
                text.hasSuffix(
                    """

                      details: {
                        "nextFree": [
                          {"reverseId": "big", "startsAt": "2026-11-23T12:30:00Z"}
                        ]
                      }
                    """), "\(text)")
        }
    }

    @Test func `An answer that is not a problem still shows its status`() {
        let failure = CallFailure(problem: Array("<html>".utf8), status: 502)
        #expect(failure.number == 502)
        #expect(failure.text(method: "m").contains("HTTP status 502"))
    }

    @Test func `Addresses are written HOST:PORT, with IPv6 in brackets`() throws {
        #expect(try GatewayOptions.split("a.b:1") == ("a.b", 1))
        #expect(try GatewayOptions.split("[::1]:8443") == ("::1", 8443))
        for bad in ["a", ":1", "a:", "a:0", "a:70000", "a:b"] {
            #expect(throws: (any Error).self, "\(bad)") { try GatewayOptions.split(bad) }
        }
        #expect(GatewayAddress(host: "127.0.0.1", port: 1).serverName == nil)
        #expect(GatewayAddress(host: "localhost", port: 1).serverName == "localhost")
    }
}
