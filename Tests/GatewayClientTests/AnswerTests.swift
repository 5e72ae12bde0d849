import Contract
import Machine
import Testing
import VokolClient
import Wire

@testable import GatewayClient

@Suite struct AnswerTests {
    /// Returns the problem of a line's `error`.
    private func problem(_ error: String) throws -> Problem {
        try JSONCoding.decode(Problem.self, from: Array(error.utf8), unknownMembers: .ignored)
    }

    @Test func `An error shows its message, its reason and a hint`() throws {
        let data = #""type":"/problems/unauthenticated","isRetryable":false,"traceId":"abc","reason":"session-ended""#
        let text = try problem(#"{"code":-32001,"message":"Sign in first","data":{\#(data)}}"#)
            .text(method: "auth.refresh")
        #expect(text.contains("Sign in first (unauthenticated, -32001)"))
        #expect(text.contains("session-ended: The session has ended. Sign in again."))
        #expect(text.contains("--demo"))
        #expect(text.contains("trace: abc"))
    }

    @Test func `A failure to sign in names the wrong password and the tries left, without a hint to sign in`() throws {
        let data = #""type":"/problems/wrong-credentials","reason":"credentials-wrong","details":{"triesLeft":4}"#
        let text = try problem(#"{"code":-32002,"message":"Wrong password or code","data":{\#(data)}}"#).text(
            method: "auth.login")
        #expect(text.contains("Wrong password or code (wrong-credentials, -32002)"))
        #expect(text.contains("credentials-wrong: The e-mail address or the password is wrong."))
        #expect(text.contains(#""triesLeft": 4"#))
        #expect(!text.contains("--demo"))
    }

    @Test func `Invalid parameters are named one by one, and a retry time is shown`() throws {
        let text = try problem(
            #"{"code":-32602,"message":"m","data":{"errors":[{"pointer":"/near/latitude","detail":"is too large"}],"retryAfterMs":740}}"#
        ).text(method: "museums.search")
        #expect(text.contains("near/latitude: is too large"))
        #expect(text.contains("try again in 740 ms"))
    }

    @Test func `Details of an error are shown`() throws {
        let data = #""details":{"nextFree":[{"reverseId":"big","startsAt":"2026-11-23T12:30:00Z"}]}"#
        let text = try problem(#"{"code":-32009,"message":"m","data":{\#(data)}}"#).text(method: "booking.book")
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

    @Test func `A code that this version does not know is shown as a number`() throws {
        #expect(try problem(#"{"code":-31999,"message":"New"}"#).text(method: "m") == "m: New (-31999)")
    }

    @Test func `A failure of the connection says if the gateway may have acted, and names a missing authority`() {
        let address = GatewayAddress(host: "a.b", port: 1)
        let lost = address.described(TransportFailure("the connection broke", mayHaveBeenSent: true))
        #expect(lost.description == "a.b:1 did not answer (the connection broke)")
        let foreign = address.described(TransportFailure("x", mayHaveBeenSent: false, isUntrusted: true))
        #expect(foreign.description.hasPrefix("cannot reach a.b:1") && foreign.description.contains("--authority"))
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
