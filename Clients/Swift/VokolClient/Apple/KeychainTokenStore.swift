// Not compiled on Linux: `.ci/apple` compiles this file on macOS.
#if canImport(Security)
    public import AuthContract
    import Foundation
    import Security
    import Wire

    /// A store in the Keychain of this device; readable after the first unlock, and not restored to other devices.
    ///
    /// Use one per process: two clients would use up each other's refresh tokens. The Keychain outlives the app, so a
    /// reinstalled app finds its earlier session.
    public struct KeychainTokenStore: TokenStore {
        private let service: String
        private let accessGroup: String?

        /// Creates a store.
        ///
        /// - Parameters:
        ///   - service: the name of the entry, such as the identifier of the app.
        ///   - accessGroup: the group of apps that share the entry; `nil` for this app alone.
        public init(service: String, accessGroup: String? = nil) {
            (self.service, self.accessGroup) = (service, accessGroup)
        }

        private var entry: [CFString: Any] {
            var entry: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: "session",
                kSecUseDataProtectionKeychain: true,
            ]
            if let accessGroup { entry[kSecAttrAccessGroup] = accessGroup }
            return entry
        }

        public func load() throws -> Auth.Tokens? {
            var query = entry
            query[kSecReturnData] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            try check(status)
            guard let data = found as? Data else { return nil }
            return try CallAnswer.decode(Auth.Tokens.self, from: [UInt8](data))
        }

        public func save(_ tokens: Auth.Tokens?) throws {
            guard let tokens else {
                let status = SecItemDelete(entry as CFDictionary)
                if status != errSecItemNotFound { try check(status) }
                return
            }
            let values: [CFString: Any] = [
                kSecValueData: Data(try JSONCoding.encode(tokens)),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            let status = SecItemUpdate(entry as CFDictionary, values as CFDictionary)
            guard status == errSecItemNotFound else { return try check(status) }
            try check(SecItemAdd(entry.merging(values) { $1 } as CFDictionary, nil))
        }

        private func check(_ status: OSStatus) throws {
            guard status == errSecSuccess else { throw NSError(domain: NSOSStatusErrorDomain, code: Int(status)) }
        }
    }
#endif
