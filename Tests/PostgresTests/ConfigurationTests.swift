import Testing

@testable import Postgres

@Suite struct ConfigurationTests {
    private func settings(
        _ url: String, password: String? = nil, unverified: Bool = false
    ) throws -> [String: String] {
        try PostgresConfiguration(url: url, password: password, allowsUnverifiedServer: unverified).settings
    }

    @Test func `A URL is parsed as by libpq`() throws {
        let settings = try settings("postgresql://ann:p%40ss@localhost:5433/museums?connect_timeout=2")
        #expect(settings["user"] == "ann")
        #expect(settings["password"] == "p@ss")
        #expect(settings["host"] == "localhost")
        #expect(settings["port"] == "5433")
        #expect(settings["dbname"] == "museums")
        #expect(settings["sslmode"] == nil)
    }

    @Test func `A password may be given separately`() throws {
        #expect(try settings("postgresql://ann@localhost/x", password: "secret")["password"] == "secret")
    }

    @Test(arguments: [
        "postgresql:///x?host=/var/run/postgresql", "postgresql:///x", "postgresql://localhost/x",
        "postgresql://127.0.0.9/x?sslmode=disable", "postgresql://[::1]/x", "host=@abstract dbname=x",
    ])
    func `A server on this machine needs no TLS`(url: String) throws {
        #expect(try settings(url)["sslmode"] != "verify-full")
    }

    @Test(arguments: [
        "postgresql://db.example.com/x", "postgresql://10.0.0.1/x", "postgresql://localhost,db.example.com/x",
        "postgresql://localhost/x?hostaddr=10.0.0.1", "postgresql:///x?service=other", "postgresql://1127.0.0.1/x",
        "postgresql://db.example.com/x?sslmode=verify-full",
    ])
    func `A remote server is verified`(url: String) throws {
        #expect(try settings(url)["sslmode"] == "verify-full")
    }

    @Test(arguments: ["disable", "allow", "prefer", "require", "verify-ca"])
    func `A weaker mode is refused unless allowed`(mode: String) throws {
        let url = "postgresql://ann:geheim@db.example.com/x?sslmode=\(mode)"
        let error = #expect(throws: PostgresError.self) { try settings(url) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("sslmode=\(mode)") == true)
        #expect(try settings(url, unverified: true)["sslmode"] == mode)
    }

    @Test func `PostgreSQL's programs get the configuration from the environment`() throws {
        let url = "postgresql://ann:p%40ss@localhost:5433/museums?sslmode=disable&keepalives=1&options=-cx%3Dy"
        #expect(
            try PostgresConfiguration(url: url).environmentVariables() == [
                "PGUSER": "ann", "PGPASSWORD": "p@ss", "PGHOST": "localhost", "PGPORT": "5433",
                "PGDATABASE": "museums", "PGSSLMODE": "disable", "PGOPTIONS": "-cx=y",
            ])
        let error = #expect(throws: PostgresError.self) {
            _ = try PostgresConfiguration(url: "postgresql://localhost/x?sslpassword=hush").environmentVariables()
        }
        #expect(error?.message == "sslpassword cannot be handed on to PostgreSQL's programs")
    }

    @Test func `A given authority is kept`() throws {
        let settings = try settings("postgresql://db.example.com/x?sslrootcert=/etc/own.pem")
        #expect(settings["sslrootcert"] == "/etc/own.pem")
    }

    @Test(arguments: [
        "postgresql://ann:geheim@[::1/x", "postgresql://ann:geheim@h/x?geheim=1",
        "host=h password=geheim geheim", "postgresql://ann:geheim@h/x?sslmode=%zz", "postgresql://ann:gehei%m@h/x",
        "password='geheim", "postgresql://ann:geheim@h/x\0",
    ])
    func `An invalid URL is refused without being shown`(url: String) {
        let error = #expect(throws: PostgresError.self) { try settings(url) }
        #expect(error?.code == .invalidConfiguration)
        let text = "\(String(describing: error))"
        #expect(!text.contains("gehei"))
    }

    @Test func `The password is never shown`() throws {
        let configuration = try PostgresConfiguration(
            url: "postgresql://ann:geheim@localhost/x?sslpassword=geheim2")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("geheim"))
        }
        #expect("\(configuration)".contains("user=ann"))
    }

    @Test func `The limits are sent to the server, and the URL overrides them`() throws {
        var configuration = try PostgresConfiguration(
            url: "postgresql://localhost/x?options=-c%20work_mem%3D8MB&application_name=mine&keepalives_idle=7")
        configuration.statementTimeout = .milliseconds(1_500)
        let all = configuration.connectionSettings()
        #expect(all["options"]?.contains("-c statement_timeout=1500 ") == true)
        #expect(all["options"]?.hasSuffix("-c work_mem=8MB") == true)
        #expect(all["application_name"] == "mine")
        #expect(all["keepalives_idle"] == "7")
        #expect(all["tcp_user_timeout"] == "5000")
    }

    @Test func `Session parameters are sent to the server`() throws {
        var configuration = try PostgresConfiguration(url: "postgresql://localhost/x?options=-c%20jit%3Don")
        configuration.sessionParameters = ["search_path": "a, b\\c", "jit": "off"]
        let options = configuration.connectionSettings()["options"]
        #expect(options?.hasSuffix("-c jit=off -c search_path=a,\\ b\\\\c -c jit=on") == true)
    }

    @Test func `Contradictory limits are named`() throws {
        var configuration = try PostgresConfiguration(url: "postgresql://localhost/x")
        try configuration.validate()
        configuration.poolSize = 0
        let size = #expect(throws: PostgresError.self) { try configuration.validate() }
        #expect(size?.message == "poolSize is 0, not in 1 to 1000")
        configuration.poolSize = 1
        configuration.acquireTimeout = .zero
        let time = #expect(throws: PostgresError.self) { try configuration.validate() }
        #expect(time?.message.contains("acquireTimeout") == true)
    }
}
