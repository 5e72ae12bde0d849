import Contracts
import Crypto
import Foundation

/// Signs access tokens as `auth` does.
struct TestTokens: Sendable {
    let key = Curve25519.Signing.PrivateKey()
    let kid: String

    init(kid: String = "k1") { self.kid = kid }

    var published: Auth.KeySet.Key {
        Auth.KeySet.Key(x: Base64URL.encode(Array(key.publicKey.rawRepresentation)), kid: kid)
    }

    func token(
        sub: String = "019ab3c4-5d6e-7f80-9123-456789abcdef", sid: String = "019ab3c4-0000-7f80-9123-456789abcdef",
        roles: [String] = [], expiresIn seconds: Int64 = 300
    ) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        let header = #"{"alg":"EdDSA","typ":"at+jwt","kid":"\#(kid)"}"#
        let list = roles.map { "\"\($0)\"" }.joined(separator: ",")
        let claims = """
            {"iss":"vokol","aud":"vokol","sub":"\(sub)","sid":"\(sid)","jti":"j","roles":[\(list)],\
            "iat":\(now),"exp":\(now + seconds)}
            """
        let signed = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
        return signed + "." + Base64URL.encode(Array(try key.signature(for: Data(signed.utf8))))
    }
}
