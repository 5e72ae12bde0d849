import AuthContract
import Crypto
import Values

/// Signs access tokens as `auth` does, and as it never would.
struct TokenSigner: Sendable {
    let key = Curve25519.Signing.PrivateKey()
    var kid = "key-1"
    var alg = "EdDSA"
    var typ = "at+jwt"
    /// Members of the header besides, as JSON with a comma in front.
    var moreHeader = ""

    /// The key as it is published.
    var published: Auth.KeySet.Key {
        Auth.KeySet.Key(x: Base64URL.encode(key.publicKey.rawRepresentation), kid: kid)
    }

    /// The claims of a good token.
    struct Claims {
        var members: [(name: String, json: String)]

        init(issuedAt: Int64, sub: String = "ada", sid: String = "session-1", roles: String = #"["admin"]"#) {
            members = [
                ("iss", #""https://vokol.example""#), ("aud", #""vokol""#), ("sub", "\"\(sub)\""),
                ("sid", "\"\(sid)\""),
                ("jti", #""token-1""#), ("roles", roles), ("iat", "\(issuedAt)"), ("exp", "\(issuedAt + 300)"),
            ]
        }

        /// The same with a member that has other JSON, or none.
        func with(_ name: String, _ json: String?) -> Claims {
            var copy = self
            copy.members.removeAll { $0.name == name }
            if let json { copy.members.append((name, json)) }
            return copy
        }

        /// The same with a member more, even if there is one of that name.
        func adding(_ name: String, _ json: String) -> Claims {
            var copy = self
            copy.members.append((name, json))
            return copy
        }

        var json: String { "{" + members.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}" }
    }

    var header: String { #"{"alg":"\#(alg)","typ":"\#(typ)","kid":"\#(kid)"\#(moreHeader)}"# }

    func token(_ claims: Claims) throws -> String { try token(header: header, payload: claims.json) }

    func token(header: String, payload: String) throws -> String {
        try sign(Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(payload.utf8)))
    }

    /// Adds the signature of what stands before it.
    func sign(_ text: String) throws -> String {
        text + "." + Base64URL.encode(Array(try key.signature(for: Array(text.utf8))))
    }

    /// A signature that a verifier accepts if it lets the token choose the algorithm.
    func hmacWithPublicKey(of text: String) -> String {
        let secret = SymmetricKey(data: key.publicKey.rawRepresentation)
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: secret)))
    }
}
