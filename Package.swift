// swift-tools-version: 6.2
import PackageDescription

/// Every target is built with the same rules: Swift 6, explicit imports, and no warning left standing.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

extension Target.Dependency {
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioConcurrency = product(name: "NIOConcurrencyHelpers", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let logging = product(name: "Logging", package: "swift-log")
    static let configuration = product(name: "Configuration", package: "swift-configuration")
    static let system = product(name: "SystemPackage", package: "swift-system")
    static let lifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let deque = product(name: "DequeModule", package: "swift-collections")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let x509 = product(name: "X509", package: "swift-certificates")
    static let asn1 = product(name: "SwiftASN1", package: "swift-asn1")
    static let histogram = product(name: "Histogram", package: "hdrhistogram-swift")
    static let httpClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let httpCompression = product(name: "NIOHTTPCompression", package: "swift-nio-extras")
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
}

extension Target {
    /// A module that several processes share, in `Shared/<name>`.
    static func shared(_ name: String, _ dependencies: [Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Shared/\(name)", swiftSettings: settings)
    }

    /// A service's own module, in `Services/<folder>/<folder>Service`.
    static func service(_ folder: String, _ dependencies: [Dependency] = [], resources: [Resource] = []) -> Target {
        .target(
            name: "\(folder)Service",
            dependencies: ["Contracts", "Wire", "RPC", "ServiceRuntime", .logging] + dependencies,
            path: "Services/\(folder)/\(folder)Service",
            resources: resources,
            swiftSettings: settings)
    }

    /// A process: at most 20 lines that hand over to its module.
    static func process(_ name: String, of module: String, path: String) -> Target {
        .executableTarget(
            name: name, dependencies: [.byName(name: module), "ServiceRuntime"], path: path, swiftSettings: settings)
    }

    /// The tests of `module`, in `Tests/<module>Tests`.
    static func tests(of module: String, _ dependencies: [Dependency] = []) -> Target {
        .testTarget(
            name: "\(module)Tests", dependencies: [.byName(name: module)] + dependencies,
            path: "Tests/\(module)Tests", swiftSettings: settings)
    }
}

let package = Package(
    name: "vokol",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Contracts", targets: ["Contracts"]),
        .executable(name: "vokol", targets: ["vokol"]),
        .executable(name: "vokol-gateway", targets: ["vokol-gateway"]),
        .executable(name: "vokol-auth", targets: ["vokol-auth"]),
        .executable(name: "vokol-museums", targets: ["vokol-museums"]),
        .executable(name: "vokol-booking", targets: ["vokol-booking"]),
        .executable(name: "vokol-aggregator", targets: ["vokol-aggregator"]),
        .executable(name: "vokol-schedule", targets: ["vokol-schedule"]),
        .executable(name: "vokol-simulator", targets: ["vokol-simulator"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(
            url: "https://github.com/apple/swift-configuration", exact: "1.4.0",
            traits: ["CommandLineArguments"]),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        // Shared
        .shared("Contracts"),
        .shared("Wire"),
        .shared("Zones", ["Contracts"]),
        .shared("Lines", ["Wire", .nioCore]),
        .shared("HTTPParsing"),
        .shared("TextFolding"),
        .shared(
            "RPC", ["Contracts", "Lines", "Wire", .nioCore, .nioPosix, .nioTLS, .nioSSL, .logging, .lifecycle]),
        .shared(
            "ServiceRuntime",
            [
                "Contracts", "Wire", "RPC", .nioCore, .nioPosix, .nioHTTP1, .nioSSL, .logging, .configuration,
                .lifecycle, .system, .unixSignals,
            ]),
        .systemLibrary(
            name: "CLibPQ", path: "Shared/CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .shared("Postgres", ["CLibPQ", .logging, .deque]),
        .shared("Database", ["Contracts", "Postgres", "RPC", "ServiceRuntime", .lifecycle, .logging]),
        .shared(
            "Notify",
            [
                "Contracts", "Wire", "Postgres", "ServiceRuntime", .nioCore, .nioPosix, .nioHTTP1, .nioTLS, .nioSSL,
                .lifecycle, .logging, .crypto,
            ]),
        .systemLibrary(
            name: "CSQLite", path: "Shared/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .shared(
            "Upstream",
            [
                "Contracts", "Wire", "RPC", "ServiceRuntime", "CSQLite", .httpClient, .httpCompression, .nioCore,
                .nioPosix, .nioHTTP1, .nioSSL, .lifecycle, .logging,
            ]),

        // Gateway
        .target(
            name: "Gateway",
            dependencies: [
                "Contracts", "HTTPParsing", "Lines", "Wire", "RPC", "ServiceRuntime", .nioCore, .nioPosix, .nioTLS,
                .nioSSL, .logging, .lifecycle, .crypto,
            ],
            path: "Gateway/Gateway",
            swiftSettings: settings),
        .process("vokol-gateway", of: "Gateway", path: "Gateway/Run"),

        // Services
        .service(
            "Auth", ["Database", "Postgres", "Notify", .nioPosix, .lifecycle, .crypto, .cryptoExtras, .jwtKit],
            resources: [
                .embedInCode("Store/Migrations/V0001_accounts.sql"),
                .embedInCode("Store/Migrations/V0003_known_places.sql"),
                .embedInCode("Store/Migrations/V0004_people.sql"),
                .embedInCode("Store/Migrations/V0005_phone_challenges.sql"),
                .embedInCode("Store/Migrations/V0006_account_emails.sql"),
                .embedInCode("Store/Migrations/V0007_password_resets.sql"),
            ]),
        .process("vokol-auth", of: "AuthService", path: "Services/Auth/Run"),
        .service(
            "Museums", ["Database", "Postgres", "TextFolding", .lifecycle],
            resources: [
                .copy("Catalogue"), .embedInCode("Store/Migrations/V0001_museums.sql"),
                .embedInCode("Store/Migrations/V0002_pictures.sql"), .embedInCode("Store/Migrations/V0003_nearest.sql"),
            ]),
        .process("vokol-museums", of: "MuseumsService", path: "Services/Museums/Run"),
        .service(
            "Booking", ["Database", "Postgres", "Notify", "Zones", .lifecycle, .crypto],
            resources: [
                .embedInCode("park.json"), .embedInCode("Store/Migrations/V0001_booking.sql"),
                .embedInCode("Store/Migrations/V0003_claims.sql"), .embedInCode("Store/Migrations/V0004_refunds.sql"),
                .embedInCode("Store/Migrations/V0005_debts.sql"),
            ]),
        .process("vokol-booking", of: "BookingService", path: "Services/Booking/Run"),
        .service(
            "Aggregator", ["Database", "Postgres", "TextFolding", "Upstream", "Zones", .lifecycle],
            resources: [
                .embedInCode("Tables/cities.txt"), .embedInCode("Tables/countries.txt"),
                .embedInCode("Tables/feeds.txt"), .embedInCode("Store/Migrations/V0001_aggregator.sql"),
            ]),
        .process("vokol-aggregator", of: "AggregatorService", path: "Services/Aggregator/Run"),
        .service(
            "Schedule", ["Database", "Postgres", "TextFolding", "Upstream", "Zones", .lifecycle],
            resources: [.embedInCode("Store/Migrations/V0001_favourites.sql")]),
        .process("vokol-schedule", of: "ScheduleService", path: "Services/Schedule/Run"),

        // The operator's tool
        .executableTarget(
            name: "vokol",
            dependencies: [
                "Contracts", "Wire", "ServiceRuntime", "Postgres", .nioCore, .nioPosix, .nioHTTP1, .nioSSL, .crypto,
                .x509, .asn1, .histogram, .argumentParser, .unixSignals, .system, .deque, .nioTLS,
            ],
            path: "deploy/Vokol",
            swiftSettings: settings),

        // Tests
        .executableTarget(
            name: "vokol-bench-stub", dependencies: ["Contracts", "RPC", .nioCore, .nioPosix, .logging],
            path: "Tests/Benchmarks/Stub", swiftSettings: settings),
        .executableTarget(
            name: "vokol-bench-http", dependencies: ["HTTPParsing", .nioCore, .nioHTTP1, .nioEmbedded],
            path: "Tests/Benchmarks/HTTPParsing", swiftSettings: settings),
        .target(
            name: "TestSupport",
            dependencies: [
                "Contracts", "Wire", "RPC", "Postgres", .nioCore, .nioPosix, .nioSSL, .logging, .x509, .asn1,
                .crypto,
            ],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(
            name: "Simulator",
            dependencies: ["Contracts", "Wire", "Zones", .nioCore, .nioPosix, .nioHTTP1, .logging],
            path: "Tests/Simulator/Simulator", swiftSettings: settings),
        .executableTarget(
            name: "vokol-simulator", dependencies: ["Simulator", "Contracts", .argumentParser],
            path: "Tests/Simulator/Run", swiftSettings: settings),
        .tests(of: "Contracts", ["Wire"]),
        .tests(of: "Wire"),
        .tests(of: "Zones", ["Contracts"]),
        .tests(of: "Lines", [.nioCore]),
        .tests(of: "HTTPParsing", [.nioCore, .nioEmbedded, .nioHTTP1]),
        .tests(
            of: "RPC",
            ["TestSupport", "Contracts", "Lines", "Wire", .nioCore, .nioPosix, .nioEmbedded, .nioSSL, .logging]),
        .tests(
            of: "ServiceRuntime",
            [
                "TestSupport", "Contracts", "Wire", "RPC", .nioCore, .nioPosix, .nioEmbedded, .nioHTTP1, .logging,
                .configuration, .lifecycle,
            ]),
        .tests(of: "Postgres", ["TestSupport", .logging]),
        .tests(of: "Database", ["TestSupport", "Postgres"]),
        .tests(
            of: "Notify",
            ["TestSupport", "Postgres", .nioCore, .nioPosix, .nioHTTP1, .nioSSL, .logging, .crypto, .x509, .asn1]),
        .tests(
            of: "Gateway",
            [
                "TestSupport", "Contracts", "HTTPParsing", "Wire", "RPC", "ServiceRuntime", .nioCore, .nioPosix,
                .nioEmbedded, .nioSSL, .logging, .crypto,
            ]),
        .tests(
            of: "AuthService",
            [
                "TestSupport", "Contracts", "Wire", "RPC", "Postgres", "Database", "Notify", "ServiceRuntime", .crypto,
                .jwtKit, .logging,
            ]),
        .tests(
            of: "MuseumsService",
            ["TestSupport", "Contracts", "Wire", "RPC", "Postgres", "ServiceRuntime", "TextFolding", .logging]),
        .tests(
            of: "BookingService",
            [
                "TestSupport", "Contracts", "Wire", "RPC", "Postgres", "Database", "Notify", "ServiceRuntime", "Zones",
                .crypto, .logging,
            ]),
        .tests(
            of: "Upstream",
            [
                "TestSupport", "Contracts", "Wire", "ServiceRuntime", .nioCore, .nioPosix, .nioHTTP1, .nioSSL,
                .lifecycle, .logging,
            ]),
        .tests(of: "Simulator", ["Contracts", "Wire", "Zones", .nioCore, .nioPosix]),
        .tests(
            of: "AggregatorService",
            [
                "TestSupport", "Simulator", "Contracts", "Wire", "RPC", "Postgres", "Database", "ServiceRuntime",
                "Upstream", "Zones", "TextFolding", .lifecycle, .nioCore, .nioPosix, .logging,
            ]),
        .tests(
            of: "ScheduleService",
            [
                "TestSupport", "Simulator", "Contracts", "Wire", "RPC", "Postgres", "Database", "ServiceRuntime",
                "Upstream", "Zones", .logging,
            ]),
        .testTarget(
            name: "VokolTests",
            dependencies: [
                "vokol", "TestSupport", "Contracts", "Postgres", "BookingService", .nioCore, .nioEmbedded, .nioTLS,
                .x509, .asn1, .histogram, .argumentParser,
            ],
            path: "Tests/VokolTests", swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["TestSupport", .nioCore, .nioPosix, .nioSSL, .crypto],
            path: "Tests/EndToEndTests", swiftSettings: settings),
        .testTarget(name: "TidyTests", path: "Tests/TidyTests", swiftSettings: settings),
    ]
)
