import Crypto

/// The public key of a passkey.
struct PasskeyKey: Sendable, Equatable {
    /// The algorithms, by their numbers in COSE, the preferred one first.
    enum Algorithm: Int64, CaseIterable, Sendable {
        case es256 = -7
        case edDSA = -8
    }

    let algorithm: Algorithm
    /// A point in the uncompressed form of X9.63, or the 32 bytes of a key of Ed25519.
    let bytes: [UInt8]

    /// Reads a key from the database; returns `nil` if it is not valid.
    init?(algorithm: Int64, bytes: [UInt8]) {
        guard let algorithm = Algorithm(rawValue: algorithm) else { return nil }
        let isValid =
            switch algorithm {
            case .es256: (try? P256.Signing.PublicKey(x963Representation: bytes)) != nil
            case .edDSA: (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
            }
        guard isValid else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Reads a key of COSE (RFC 9053); returns `nil` for another kind of key.
    init?(_ cose: CBOR) {
        guard let algorithm = cose[3]?.integer else { return nil }
        switch (cose[1]?.integer, algorithm, cose[-1]?.integer) {
        case (2, -7, 1):
            guard let x = cose[-2]?.bytes, let y = cose[-3]?.bytes, x.count == 32, y.count == 32 else { return nil }
            self.init(algorithm: algorithm, bytes: [4] + x + y)
        case (1, -8, 6):
            guard let x = cose[-2]?.bytes else { return nil }
            self.init(algorithm: algorithm, bytes: x)
        default: return nil
        }
    }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PublicKey(x963Representation: bytes),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: message)
        case .edDSA:
            return (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes))?
                .isValidSignature(signature, for: message) ?? false
        }
    }
}

/// A passkey of an account.
struct Passkey: Sendable {
    var id: [UInt8]
    var key: PasskeyKey
    var signCount: Int64

    /// Returns true if the authenticator's next signature count is plausible; one that has not grown reveals a copy.
    func accepts(_ next: Int64) -> Bool { next > signCount || next == 0 && signCount == 0 }
}
