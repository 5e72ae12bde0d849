import AuthContract
import Crypto
import Values

/// A signer of valid and deliberately invalid access tokens.
struct TokenSigner: Sendable {
    let key = Curve25519.Signing.PrivateKey()
    var kid = "key-1"
    var alg = "EdDSA"
    var typ = "at+jwt"
    /// Further members of the header, as JSON with a leading comma.
    var moreHeader = ""

    /// The public key as `auth` publishes it.
    var published: Auth.KeySet.Key {
        Auth.KeySet.Key(x: Base64URL.encode(key.publicKey.rawRepresentation), kid: kid)
    }

    /// The claims of a valid token.
    struct Claims {
        var members: [(name: String, json: String)]

        init(issuedAt: Int64, sub: String = "ada", sid: String = "session-1", roles: String = #"["admin"]"#) {
            members = [
                ("iss", #""https://vokol.example""#), ("aud", #""vokol""#), ("sub", "\"\(sub)\""),
                ("sid", "\"\(sid)\""),
                ("jti", #""token-1""#), ("roles", roles), ("iat", "\(issuedAt)"), ("exp", "\(issuedAt + 300)"),
            ]
        }

        /// Returns the same claims with a member replaced, or removed if `json` is `nil`.
        func with(_ name: String, _ json: String?) -> Claims {
            var copy = self
            copy.members.removeAll { $0.name == name }
            if let json { copy.members.append((name, json)) }
            return copy
        }

        /// Returns the same claims with one more member, even if it repeats a name.
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

    /// Appends the signature of a text to it.
    func sign(_ text: String) throws -> String {
        text + "." + Base64URL.encode(Array(try key.signature(for: Array(text.utf8))))
    }

    /// Returns an HMAC with the public key, which a verifier accepts if it lets the token choose the algorithm.
    func hmacWithPublicKey(of text: String) -> String {
        let secret = SymmetricKey(data: key.publicKey.rawRepresentation)
        return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: secret)))
    }
}
