import AuthContract
import RPC
import Testing
import Values

@testable import Gateway

@Suite struct AccessTokensTests {
    private static let second: Int64 = 1_795_243_200
    private let now = Instant(milliseconds: second * 1000)
    private let signer = TokenSigner()
    private let policy = AccessTokens.Policy(issuer: "https://vokol.example", audience: "vokol", cacheCapacity: 64)

    private func trusting(_ signers: TokenSigner...) -> AccessTokens {
        let tokens = AccessTokens(policy)
        tokens.install((signers.isEmpty ? [signer] : signers).map(\.published))
        return tokens
    }

    private var claims: TokenSigner.Claims { TokenSigner.Claims(issuedAt: Self.second) }

    private func at(_ seconds: Int64, milliseconds: Int64 = 0) -> Instant {
        Instant(milliseconds: (Self.second + seconds) * 1000 + milliseconds)
    }

    @Test func `A valid token identifies the caller`() throws {
        let token = try trusting().verify(try signer.token(claims), now: now).get()
        #expect(token.principal == Principal(sub: "ada", sid: "session-1", roles: ["admin"]))
        #expect(
            token.linkPrincipal
                == LinkPrincipal(json: Array(#"{"sub":"ada","sid":"session-1","roles":["admin"]}"#.utf8)))
        #expect(token.roles == ["admin"])
        #expect(token.userKey == .user("ada"))
        #expect(token.expiresAt == at(330))
    }

    @Test func `The end of a proof of presence and a missing factor are passed on to services`() throws {
        let claims = claims.with("present", "\(Self.second + 600)").with("limited", "true")
        let token = try trusting().verify(try signer.token(claims), now: now).get()
        #expect(token.principal.presentUntil == Self.second + 600)
        #expect(token.principal.isLimited == true)
        let json =
            #"{"sub":"ada","sid":"session-1","roles":["admin"],"presentUntil":\#(Self.second + 600),"isLimited":true}"#
        #expect(token.linkPrincipal == LinkPrincipal(json: Array(json.utf8)))
        for end in ["-1", "9223372036854775807"] {
            let odd = try trusting().verify(try signer.token(claims.with("present", end)), now: now).get()
            #expect((0...Instant.range.upperBound / 1_000).contains(odd.principal.presentUntil ?? -1))
        }
    }

    @Test func `Unknown claims are ignored, and texts are encoded as JSON again`() throws {
        let claims = TokenSigner.Claims(issuedAt: Self.second, sub: #"ад\"а"#).adding("amr", #"["pwd",{"x":[1]}]"#)
        let token = try trusting().verify(try signer.token(claims), now: now).get()
        #expect(token.principal.sub == "ад\"а")
        #expect(
            token.linkPrincipal
                == LinkPrincipal(json: Array(#"{"sub":"ад\"а","sid":"session-1","roles":["admin"]}"#.utf8)))
    }

    // MARK: Refused

    @Test(arguments: [
        #"{"alg":"none","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"None","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"HS256","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"ES256","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"Ed25519","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"eddsa","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"EdDSA","typ":"JWT","kid":"key-1"}"#,
        #"{"alg":"EdDSA","kid":"key-1"}"#,
        #"{"alg":"EdDSA","typ":"at+jwt"}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":null}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":1}"#,
        #"{"alg":["EdDSA"],"typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"EdDSA","alg":"EdDSA","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"EdDSA","\u0061lg":"EdDSA","typ":"at+jwt","kid":"key-1"}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":"key-1","crit":["exp"]}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":"key-1","b64":false}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":"key-1","jwk":{"kty":"OKP","crv":"Ed25519","x":"AA"}}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":"key-1","jku":"https://evil.example/keys"}"#,
        #"{"alg":"EdDSA","typ":"at+jwt","kid":"key-1"} {}"#,
        #"["EdDSA","at+jwt","key-1"]"#,
        "{}", "", "null",
    ])
    func `A correctly signed header in another form is refused`(header: String) throws {
        let token = try signer.token(header: header, payload: claims.json)
        #expect(trusting().verify(token, now: now).fault == .malformed)
    }

    @Test(
        arguments: [
            ("exp", nil), ("exp", #""1795243500""#), ("exp", "1795243500.5"), ("exp", "null"), ("exp", "true"),
            ("exp", "9223372036854775807"), ("exp", "9223372036854775808"), ("exp", "1e400"), ("exp", "253402300800"),
            ("iat", nil), ("iat", #""now""#), ("nbf", #""now""#), ("iss", nil), ("aud", nil), ("aud", #"["vokol"]"#),
            ("sub", nil), ("sub", #""""#), ("sub", "7"), ("sub", "\"\(String(repeating: "a", count: 65))\""),
            ("sid", nil), ("sid", #""""#), ("roles", nil), ("roles", #""admin""#), ("roles", #"[1]"#),
            ("roles", "[" + (0..<17).map { "\"r\($0)\"" }.joined(separator: ",") + "]"),
        ] as [(String, String?)])
    func `A correctly signed claim of another type or value is refused`(name: String, json: String?)
        throws
    {
        #expect(trusting().verify(try signer.token(claims.with(name, json)), now: now).fault == .malformed)
    }

    @Test(arguments: ["sub", "exp", "roles", "aud", "jti", "amr"])
    func `A repeated claim is refused`(name: String) throws {
        let claims = claims.with("amr", "[]")
        let json = try #require(claims.members.first { $0.name == name }?.json)
        #expect(trusting().verify(try signer.token(claims.adding(name, json)), now: now).fault == .malformed)
    }

    @Test(arguments: ["", "null", "[]", "\"x\"", #"{"iss":"#, #"{"sub":"\ud800"}"#, "{} "])
    func `A payload that is not a JSON object is refused`(payload: String) throws {
        let token = try signer.token(header: signer.header, payload: payload)
        #expect(trusting().verify(token, now: now).fault == .malformed)
    }

    @Test(arguments: ["iss", "aud"])
    func `A token of another issuer or for another audience is refused`(name: String) throws {
        for json in [#""https://vokol.example/""#, #""VOKOL""#, #""""#, #""https://evil.example""#] {
            #expect(trusting().verify(try signer.token(claims.with(name, json)), now: now).fault == .notForUs)
        }
    }

    @Test func `A token of an unpublished key is refused, and no other key is tried`() throws {
        var other = TokenSigner()
        other.kid = "key-2"
        #expect(trusting().verify(try other.token(claims), now: now).fault == .unknownKey)
        var renamed = signer
        renamed.kid = "key-2"
        #expect(trusting().verify(try renamed.token(claims), now: now).fault == .unknownKey)
        renamed.kid = ""
        #expect(trusting().verify(try renamed.token(claims), now: now).fault == .unknownKey)
        #expect(AccessTokens(policy).verify(try signer.token(claims), now: now).fault == .unknownKey)
    }

    @Test func `A token signed by another key under our key's name is refused`() throws {
        let forger = TokenSigner()
        #expect(trusting().verify(try forger.token(claims), now: now).fault == .wrongSignature)
    }

    @Test func `An HMAC with the public key as the secret is refused`() throws {
        let text = Base64URL.encode(Array(signer.header.utf8)) + "." + Base64URL.encode(Array(claims.json.utf8))
        let token = text + "." + signer.hmacWithPublicKey(of: text)
        #expect(trusting().verify(token, now: now).fault == .wrongSignature)
        let header = #"{"alg":"HS256","typ":"at+jwt","kid":"key-1"}"#
        let other = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.json.utf8))
        #expect(trusting().verify(other + "." + signer.hmacWithPublicKey(of: other), now: now).fault == .malformed)
    }

    @Test func `A token with any character changed is refused`() throws {
        let token = Array(try signer.token(claims).utf8)
        let tokens = trusting()
        for index in stride(from: 0, to: token.count, by: 7) {
            var copy = token
            copy[index] = copy[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(tokens.verify(String(decoding: copy, as: UTF8.self), now: now).fault != nil, "character \(index)")
        }
        #expect(tokens.cachedCount == 0)
    }

    @Test func `A truncated token is refused`() throws {
        let token = try signer.token(claims)
        let tokens = trusting()
        for count in 0..<token.utf8.count {
            #expect(tokens.verify(String(token.prefix(count)), now: now).fault != nil, "\(count) characters")
        }
    }

    @Test func `A differently encoded token is refused, even if it decodes to the same bytes`() throws {
        let token = try signer.token(claims)
        let parts = token.split(separator: ".").map(String.init)
        let others = [
            token + ".", "." + token, token + "..", token + ".e30", token.replacing(".", with: ".."),
            parts[0] + "." + parts[1], token + "=", token + "==", token + " ",
            " " + token, token + "\n", "\u{FEFF}" + token, token.replacing(".", with: "\u{FF0E}"), "Bearer " + token,
            parts[0] + "=." + parts[1] + "." + parts[2], "...", "..", ".", "", "тайна.тайна.тайна",
        ]
        let tokens = trusting()
        #expect(tokens.verify(parts[0] + "." + parts[1] + ".", now: now).fault == .wrongSignature)
        for other in others { #expect(tokens.verify(other, now: now).fault == .malformed, "\(other)") }
    }

    @Test func `Unused bits of the last character must be zero`() throws {
        // 64 bytes leave four such bits in the signature's 86th character.
        let token = try signer.token(claims)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(token.last)
        let index = try #require(alphabet.firstIndex(of: last))
        #expect(index % 16 == 0)
        let tokens = trusting()
        for bits in 1..<16 {
            #expect(tokens.verify(token.dropLast() + String(alphabet[index + bits]), now: now).fault == .malformed)
        }
        #expect(tokens.verify(token, now: now).fault == nil)
    }

    @Test func `A token of more than 4096 bytes is not verified`() throws {
        let base = try signer.token(claims.with("pad", "\"\"")).utf8.count
        let tokens = trusting()
        let fits = try signer.token(
            claims.with("pad", "\"\(String(repeating: "x", count: (4096 - base) * 3 / 4 - 2))\""))
        #expect(fits.utf8.count <= 4096)
        #expect(tokens.verify(fits, now: now).fault == nil)
        let long = try signer.token(
            claims.with("pad", "\"\(String(repeating: "x", count: (4096 - base) * 3 / 4 + 3))\""))
        #expect(long.utf8.count > 4096)
        #expect(tokens.verify(long, now: now).fault == .malformed)
    }

    // MARK: Time

    @Test func `A token is valid until 30 seconds after its expiry, to the millisecond, cached or not`() throws {
        let token = try signer.token(claims)
        #expect(trusting().verify(token, now: at(329, milliseconds: 999)).fault == nil)
        #expect(trusting().verify(token, now: at(330)).fault == .expired)
        let tokens = trusting()
        let kept = try tokens.verify(token, now: now).get()
        #expect(tokens.verify(token, now: at(329, milliseconds: 999)).fault == nil)
        #expect(tokens.fault(of: kept, at: at(329, milliseconds: 999)) == nil)
        #expect(tokens.verify(token, now: at(330)).fault == .expired)
        #expect(tokens.fault(of: kept, at: at(330)) == .expired)
    }

    @Test(arguments: ["0", "-1", "-9223372036854775808", "1"])
    func `A token that expired long ago or before 1970 is expired`(exp: String) throws {
        #expect(trusting().verify(try signer.token(claims.with("exp", exp)), now: now).fault == .expired)
    }

    @Test(arguments: ["iat", "nbf"])
    func `A token from the future is refused beyond 30 seconds of skew`(name: String) throws {
        let within = try signer.token(claims.with(name, "\(Self.second + 30)"))
        #expect(trusting().verify(within, now: now).fault == nil)
        let beyond = try signer.token(claims.with(name, "\(Self.second + 31)"))
        #expect(trusting().verify(beyond, now: now).fault == .notYetValid)
        let never = try signer.token(claims.with(name, "9223372036854775807"))
        #expect(trusting().verify(never, now: now).fault == .notYetValid)
    }

    // MARK: Keys

    @Test func `A key is taken only if it is an Ed25519 key for signatures`() throws {
        let good = signer.published
        let x = good.x
        let bad: [(inout Auth.KeySet.Key) -> Void] = [
            { $0.kty = "EC" }, { $0.crv = "X25519" }, { $0.use = "enc" }, { $0.alg = "HS256" }, { $0.x = "" },
            { $0.x = x + "=" }, { $0.x = String(x.dropLast(2)) },
        ]
        for change in bad {
            var key = good
            change(&key)
            let tokens = AccessTokens(policy)
            #expect(!tokens.install([key]))
            #expect(!tokens.hasKeys)
        }
        #expect(AccessTokens(policy).install([good]))
    }

    @Test func `An answer without a usable key changes nothing`() throws {
        let tokens = trusting()
        #expect(!tokens.install([]))
        #expect(tokens.hasKeys)
        #expect(tokens.verify(try signer.token(claims), now: now).fault == nil)
    }

    @Test func `Tokens of a removed key are refused, cached or not, and those of other keys are not`() throws {
        var next = TokenSigner()
        next.kid = "key-2"
        let tokens = trusting(signer, next)
        let old = try signer.token(claims), new = try next.token(claims)
        let kept = try tokens.verify(old, now: now).get()
        let keptNew = try tokens.verify(new, now: now).get()
        tokens.install([next.published])
        #expect(tokens.verify(old, now: now).fault == .unknownKey)
        #expect(tokens.fault(of: kept, at: now) == .unknownKey)
        #expect(try tokens.verify(new, now: now).get() === keptNew)
        tokens.install([signer.published, next.published])
        #expect(tokens.fault(of: kept, at: now) == nil)
    }

    @Test func `Tokens of a key are refused after another key takes its name`() throws {
        let tokens = trusting()
        let token = try signer.token(claims)
        let kept = try tokens.verify(token, now: now).get()
        let other = TokenSigner()
        tokens.install([other.published])
        #expect(tokens.fault(of: kept, at: now) == .unknownKey)
        #expect(tokens.verify(token, now: now).fault == .unknownKey)
        #expect(tokens.verify(try other.token(claims), now: now).fault == nil)
    }

    @Test func `The first of two keys with one name counts, and at most 16 are accepted`() throws {
        let tokens = AccessTokens(policy)
        tokens.install([signer.published, TokenSigner().published])
        #expect(tokens.verify(try signer.token(claims), now: now).fault == nil)
        var keys: [Auth.KeySet.Key] = []
        for index in 0..<16 {
            var other = TokenSigner()
            other.kid = "other-\(index)"
            keys.append(other.published)
        }
        tokens.install(keys + [signer.published])
        #expect(tokens.verify(try signer.token(claims), now: now).fault == .unknownKey)
    }
}

extension AccessTokens {
    /// Verifies a token given as text.
    func verify(_ token: some StringProtocol, now: Instant) -> Result<VerifiedToken, TokenFault> {
        Array(token.utf8).withUnsafeBytes { verify($0, now: now) }
    }

    func known(_ token: String) -> VerifiedToken? { Array(token.utf8).withUnsafeBytes { known($0) } }
}

extension Result where Success == VerifiedToken, Failure == TokenFault {
    var fault: TokenFault? { if case .failure(let fault) = self { fault } else { nil } }
}
