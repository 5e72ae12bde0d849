import Foundation

/// A self-signed certificate for `localhost` and its key, for tests only; valid for a hundred years.
enum EdgeTestCertificate {
    /// Returns the paths of the certificate and the key, which exist until the tests end.
    static func paths() throws -> (certificate: String, key: String) {
        let directory = try Self.directory.get()
        return (directory.appendingPathComponent("c.pem").path, directory.appendingPathComponent("k.pem").path)
    }

    private static let directory: Result<URL, any Error> = Result {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("gateway-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        atexit {
            if let directory = try? EdgeTestCertificate.directory.get() {
                try? FileManager.default.removeItem(at: directory)
            }
        }
        try Data(certificatePEM.utf8).write(to: directory.appendingPathComponent("c.pem"))
        try Data(keyPEM.utf8).write(to: directory.appendingPathComponent("k.pem"))
        return directory
    }

    static let certificatePEM = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUFyozCkiaNOrRa6AJvKxOHwaapswwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA3NDQxNloYDzIxMjYxMDI4
        MDc0NDE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASedzWKG/NtnUFecO62eiT7rLvEo0VrQd7Ge7vnTWiwoJudyTZDfKmw
        oQVYPSPjtM+1ASgU0AOaZ6WeBJYE2iJ1o28wbTAdBgNVHQ4EFgQU22pQ5F1b432g
        mC563OG2QQ21TrgwHwYDVR0jBBgwFoAU22pQ5F1b432gmC563OG2QQ21TrgwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgD+CvnppSz6s5cImRaZCmDOJBLCalo8t2TkGQ2CWxRnICIQCS
        DhJ50u3K5ul61KgIIbZVCMmsWMAeoS1yMPruMBKlDA==
        -----END CERTIFICATE-----
        """

    static let keyPEM = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzEX2k18Vp9FQbR3u
        wiYISQqpLlNp/PNPr5i9GWhGcI2hRANCAASedzWKG/NtnUFecO62eiT7rLvEo0Vr
        Qd7Ge7vnTWiwoJudyTZDfKmwoQVYPSPjtM+1ASgU0AOaZ6WeBJYE2iJ1
        -----END PRIVATE KEY-----
        """
}
