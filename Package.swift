// swift-tools-version: 6.2
import PackageDescription

/// The build rules of every target: Swift 6, explicit imports, and warnings as errors.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

extension Target.Dependency {
    /// Returns a product of another package; an app that disables the trait `Server` does not get the package.
    private static func server(_ name: String, of package: String) -> Self {
        .product(name: name, package: package, condition: .when(traits: ["Server"]))
    }

    static let nioCore = server("NIOCore", of: "swift-nio")
    static let nioPosix = server("NIOPosix", of: "swift-nio")
    static let nioHTTP1 = server("NIOHTTP1", of: "swift-nio")
    static let nioTLS = server("NIOTLS", of: "swift-nio")
    static let nioEmbedded = server("NIOEmbedded", of: "swift-nio")
    static let nioConcurrency = server("NIOConcurrencyHelpers", of: "swift-nio")
    static let nioSSL = server("NIOSSL", of: "swift-nio-ssl")
    static let logging = server("Logging", of: "swift-log")
    static let coreMetrics = server("CoreMetrics", of: "swift-metrics")
    static let configuration = server("Configuration", of: "swift-configuration")
    static let system = server("SystemPackage", of: "swift-system")
    static let lifecycle = server("ServiceLifecycle", of: "swift-service-lifecycle")
    static let unixSignals = server("UnixSignals", of: "swift-service-lifecycle")
    static let deque = server("DequeModule", of: "swift-collections")
    static let crypto = server("Crypto", of: "swift-crypto")
    static let cryptoExtras = server("CryptoExtras", of: "swift-crypto")
    static let jwtKit = server("JWTKit", of: "jwt-kit")
    static let x509 = server("X509", of: "swift-certificates")
    static let asn1 = server("SwiftASN1", of: "swift-asn1")
    static let histogram = server("Histogram", of: "hdrhistogram-swift")
    static let nioHPACK = server("NIOHPACK", of: "swift-nio-http2")
    static let httpCompression = server("NIOHTTPCompression", of: "swift-nio-extras")
    static let argumentParser = server("ArgumentParser", of: "swift-argument-parser")
}

extension Target {
    /// Returns the target of a module that several processes share, in `Shared/<name>`.
    static func shared(_ name: String, _ dependencies: [Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Shared/\(name)", swiftSettings: settings)
    }

    /// Returns the target of a service's methods and values, in `Services/<folder>/Contract`.
    static func contract(_ folder: String) -> Target {
        .target(
            name: "\(folder)Contract", dependencies: ["Contract", "Values"], path: "Services/\(folder)/Contract",
            swiftSettings: settings)
    }

    /// Returns the target of a service's own module, in `Services/<folder>/<folder>Service`.
    static func service(_ folder: String, _ dependencies: [Dependency] = [], resources: [Resource] = []) -> Target {
        .target(
            name: "\(folder)Service",
            dependencies: [
                "Values", "Contract", .byName(name: "\(folder)Contract"), "RPC", "ServiceRuntime", .logging,
            ] + dependencies,
            path: "Services/\(folder)/\(folder)Service",
            resources: resources,
            swiftSettings: settings)
    }

    /// Returns the target of a client library, in `Clients/Swift/<name>`.
    static func client(_ name: String, _ dependencies: [Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, path: "Clients/Swift/\(name)", swiftSettings: settings)
    }

    /// Returns the target of an example program of the Swift client, in `Clients/Swift/Examples/<folder>`.
    static func example(_ name: String, _ folder: String) -> Target {
        .executableTarget(
            name: name, dependencies: ["Values", "Contracts", "HTTP", "VokolClient", "VokolClientNIO"],
            path: "Clients/Swift/Examples/\(folder)", swiftSettings: settings)
    }

    /// Returns the target of a module that tools share, in `Tools/<name>`.
    static func tool(_ name: String, _ dependencies: [Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, path: "Tools/\(name)", swiftSettings: settings)
    }

    /// Returns the target of a process, which has at most 20 lines that call its module.
    static func process(_ name: String, of module: String, path: String) -> Target {
        .executableTarget(
            name: name, dependencies: [.byName(name: module), "ServiceRuntime"], path: path, swiftSettings: settings)
    }

    /// Returns the target of the tests of `module`, in `Tests/<module>Tests`.
    static func tests(of module: String, _ dependencies: [Dependency] = []) -> Target {
        .testTarget(
            name: "\(module)Tests", dependencies: [.byName(name: module)] + dependencies,
            path: "Tests/\(module)Tests", swiftSettings: settings)
    }
}

let package = Package(
    name: "vokol",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "Contracts", targets: ["Contracts"]),
        .library(name: "VokolClient", targets: ["VokolClient"]),
        .library(name: "VokolClientNIO", targets: ["VokolClientNIO"]),
        .executable(name: "vokol", targets: ["vokol"]),
        .executable(name: "vokol-gateway", targets: ["vokol-gateway"]),
        .executable(name: "vokol-auth", targets: ["vokol-auth"]),
        .executable(name: "vokol-museums", targets: ["vokol-museums"]),
        .executable(name: "vokol-booking", targets: ["vokol-booking"]),
        .executable(name: "vokol-aggregator", targets: ["vokol-aggregator"]),
        .executable(name: "vokol-schedule", targets: ["vokol-schedule"]),
        .executable(name: "vokol-simulator", targets: ["vokol-simulator"]),
    ],
    traits: [
        .trait(name: "Server", description: "The servers, the tools, and the clients that use SwiftNIO."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
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
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        // Shared
        .shared("Values", ["Platform"]),
        .shared("Wire"),
        .systemLibrary(name: "CPlatform", path: "Shared/CPlatform"),
        .shared("Platform", ["CPlatform"]),
        .shared("Resilience", ["Platform"]),
        .shared("Contract", ["Values"]),
        .shared(
            "Contracts",
            [
                "Contract", "AggregatorContract", "AuthContract", "BookingContract", "MuseumsContract",
                "ScheduleContract",
            ]),
        .shared("HTTPParsing", ["Platform"]),
        .shared("Calendars", ["Values", "Contract", .crypto]),
        .shared(
            "HTTP",
            ["Platform", .deque, .nioCore, .nioHTTP1, .httpCompression, .nioPosix, .nioSSL, .nioTLS]),
        .shared("Lines", ["Wire", "Platform", .nioCore]),
        .shared(
            "RPC",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "Lines", .logging, .nioCore, .nioPosix, .nioSSL,
                .nioTLS, .lifecycle,
            ]),
        .shared(
            "ServiceRuntime",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "HTTP", "RPC", .configuration, .coreMetrics,
                .crypto, .logging, .nioCore, .nioHTTP1, .nioPosix, .lifecycle, .unixSignals,
            ]),
        .systemLibrary(
            name: "CLibPQ", path: "Shared/CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .shared("Postgres", ["Platform", "Resilience", "CLibPQ", .deque, .logging]),
        .shared(
            "Database",
            ["Values", "Resilience", "Contract", "Postgres", "RPC", "ServiceRuntime", .logging, .lifecycle]),
        .shared(
            "AuthAccounts", ["Values", "Contract", "AuthContract", "Postgres", "RPC", "Database", .logging]),
        .shared(
            "Notify",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "HTTP", "Postgres", "ServiceRuntime", .crypto,
                .logging, .nioCore, .nioPosix, .nioSSL, .lifecycle,
            ]),
        .systemLibrary(
            name: "CSQLite", path: "Shared/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .shared(
            "Upstream",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "CSQLite", "HTTP", "RPC", "ServiceRuntime",
                .logging, .nioCore, .nioHTTP1, .lifecycle,
            ]),

        // Gateway
        .systemLibrary(name: "CZlib", path: "Shared/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(
            name: "Gateway",
            dependencies: [
                "Values", "Wire", "Platform", "Resilience", "Contract", "Contracts", "AuthContract", "HTTPParsing",
                "Lines", "RPC", "ServiceRuntime", "CZlib", .crypto, .logging, .nioCore, .nioPosix, .nioSSL, .nioTLS,
                .lifecycle,
            ],
            path: "Gateway/Gateway",
            swiftSettings: settings),
        .process("vokol-gateway", of: "Gateway", path: "Gateway/Run"),

        // Services
        .contract("Auth"),
        .contract("Museums"),
        .contract("Aggregator"),
        .contract("Schedule"),
        .contract("Booking"),
        .service(
            "Auth",
            [
                "Platform", "Resilience", "Database", "Notify", "Postgres", "Wire", .crypto, .cryptoExtras, .jwtKit,
                .nioPosix, .lifecycle,
            ],
            resources: [
                .embedInCode("Store/Migrations/V0001_accounts.sql"),
                .embedInCode("Store/Migrations/V0003_known_places.sql"),
                .embedInCode("Store/Migrations/V0004_people.sql"),
                .embedInCode("Store/Migrations/V0005_phone_challenges.sql"),
                .embedInCode("Store/Migrations/V0006_account_emails.sql"),
                .embedInCode("Store/Migrations/V0007_password_resets.sql"),
                .embedInCode("Store/Migrations/V0008_access.sql"),
                .embedInCode("Store/Migrations/V0009_code_limits.sql"),
                .embedInCode("Store/Migrations/V0010_rights.sql"),
                .embedInCode("Store/Migrations/V0012_appeal_networks.sql"),
                .embedInCode("Store/Migrations/V0013_accounts.sql"),
                .embedInCode("Store/Migrations/V0014_account_indexes.sql"),
                .embedInCode("Store/Migrations/V0015_factors.sql"),
                .embedInCode("Store/Migrations/V0016_spent_work.sql"),
            ]),
        .process("vokol-auth", of: "AuthService", path: "Services/Auth/Run"),
        .target(
            name: "CMuseumCatalogue", path: "Services/Museums/Catalogue", exclude: ["belarus.jsonl", "world.jsonl"]),
        .service(
            "Museums",
            [
                "CMuseumCatalogue", "Wire", "Platform", "Resilience", "AuthAccounts", "Database", "HTTP", "Postgres",
                "Upstream", .lifecycle,
            ],
            resources: [
                .embedInCode("Store/Migrations/V0001_museums.sql"),
                .embedInCode("Store/Migrations/V0002_pictures.sql"), .embedInCode("Store/Migrations/V0003_nearest.sql"),
                .embedInCode("Store/Migrations/V0004_word_keys.sql"),
                .embedInCode("Store/Migrations/V0005_facts.sql"),
                .embedInCode("Store/Migrations/V0006_picture_files.sql"),
                .embedInCode("Store/Migrations/V0007_marks.sql"),
                .embedInCode("Store/Migrations/V0008_edits.sql"),
                .embedInCode("Store/Migrations/V0009_bundles.sql"),
                .embedInCode("Store/Migrations/V0010_complete_words.sql"),
                .embedInCode("Store/Migrations/V0011_edited_facts.sql"),
                .embedInCode("Store/Migrations/V0012_mixed_order.sql"),
            ]),
        .process("vokol-museums", of: "MuseumsService", path: "Services/Museums/Run"),
        .service(
            "Aggregator", ["Platform", "Resilience", "AuthAccounts", "Database", "Postgres", "Upstream"],
            resources: [
                .embedInCode("Tables/cities.txt"), .embedInCode("Tables/countries.txt"),
                .embedInCode("Tables/feeds.txt"), .embedInCode("Store/Migrations/V0001_aggregator.sql"),
                .embedInCode("Store/Migrations/V0002_whole_look_up.sql"),
                .embedInCode("Store/Migrations/V0004_saved_cities.sql"),
            ]),
        .process("vokol-aggregator", of: "AggregatorService", path: "Services/Aggregator/Run"),
        .service(
            "Schedule",
            ["Wire", "Resilience", "AuthAccounts", "Calendars", "Database", "Postgres", "Upstream", .lifecycle],
            resources: [
                .embedInCode("Store/Migrations/V0001_favourites.sql"),
                .embedInCode("Store/Migrations/V0003_changes_and_calendars.sql"),
                .embedInCode("Store/Migrations/V0004_rooms.sql"),
            ]),
        .process("vokol-schedule", of: "ScheduleService", path: "Services/Schedule/Run"),
        .service(
            "Booking",
            [
                "Wire", "Resilience", "AuthAccounts", "AuthContract", "Calendars", "Database", "HTTP", "Notify",
                "Postgres", .crypto, .cryptoExtras, .lifecycle, .nioCore, .nioHTTP1,
            ],
            resources: [
                .embedInCode("Park/park.json"), .embedInCode("Store/Migrations/V0001_booking.sql"),
                .embedInCode("Store/Migrations/V0003_claims.sql"), .embedInCode("Store/Migrations/V0004_refunds.sql"),
                .embedInCode("Store/Migrations/V0005_debts.sql"),
                .embedInCode("Store/Migrations/V0006_undo.sql"),
                .embedInCode("Store/Migrations/V0007_purchases.sql"),
                .embedInCode("Store/Migrations/V0008_decisions.sql"),
                .embedInCode("Store/Migrations/V0010_exports.sql"),
                .embedInCode("Store/Migrations/V0011_notices.sql"),
                .embedInCode("Store/Migrations/V0012_appeals.sql"),
                .embedInCode("Store/Migrations/V0013_receipts.sql"),
                .embedInCode("Store/Migrations/V0014_waitlist.sql"),
                .embedInCode("Store/Migrations/V0015_reports.sql"),
                .embedInCode("Store/Migrations/V0016_calendar.sql"),
            ]),
        .process("vokol-booking", of: "BookingService", path: "Services/Booking/Run"),

        // Clients
        .client(
            "VokolClient",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "AggregatorContract", "AuthContract",
                "BookingContract", "MuseumsContract", "ScheduleContract",
            ]),
        .client(
            "VokolClientNIO",
            [
                "Values", "Wire", "Contract", "HTTP", "Lines", "VokolClient", .nioCore, .nioHTTP1, .nioPosix, .nioSSL,
                .nioTLS,
            ]),

        .example("museum-finder", "MuseumFinder"),
        .example("day-briefing", "DayBriefing"),
        .example("timetable", "Timetable"),
        .executableTarget(
            name: "first-booking", dependencies: ["Values", "Contracts", "HTTP", "VokolClient", "VokolClientNIO"],
            path: "Clients/Swift/Documentation.docc/FirstBooking", swiftSettings: settings),

        // Tools
        .tool("Machine", ["Values", "Platform", "ServiceRuntime", .crypto, .system]),
        .tool("LocalPostgres", ["Machine"]),
        .tool(
            "GatewayClient",
            [
                "Values", "Wire", "Contract", "Contracts", "AuthContract", "HTTP", "Machine", "VokolClient",
                "VokolClientNIO", .argumentParser, .nioSSL,
            ]),
        .executableTarget(
            name: "vokol",
            dependencies: [
                "Values", "Wire", "Platform", "Resilience", "Contract", "Contracts", "BookingContract",
                "GatewayClient", "HTTP", "LocalPostgres", "Machine", "Postgres", "ServiceRuntime", "VokolClient",
                .argumentParser,
                .crypto,
                .nioCore, .nioHTTP1, .nioPosix, .asn1, .system, .unixSignals, .x509,
            ],
            path: "Tools/Vokol", swiftSettings: settings),
        .executableTarget(
            name: "vokol-load",
            dependencies: [
                "Values", "Wire", "Platform", "Contract", "Contracts", "AuthContract", "GatewayClient", "Lines",
                "Machine", "MuseumsContract", "ServiceRuntime", "VokolClient", .argumentParser, .deque, .histogram,
                .nioCore, .nioHTTP1,
                .nioPosix, .nioSSL, .nioTLS,
            ],
            path: "Tools/Load", swiftSettings: settings),
        .target(
            name: "Simulator",
            dependencies: ["Values", "Wire", "Contract", .nioCore, .nioHTTP1, .nioPosix],
            path: "Tools/Simulator/Simulator", swiftSettings: settings),
        .executableTarget(
            name: "vokol-simulator",
            dependencies: ["Values", "Simulator", .argumentParser],
            path: "Tools/Simulator/Run", swiftSettings: settings),
        .executableTarget(
            name: "contract-generator",
            dependencies: [],
            path: "Tools/ContractGenerator", swiftSettings: settings),

        // Tests
        .executableTarget(
            name: "vokol-bench-stub",
            dependencies: ["Contract", "RPC", .logging, .nioCore, .nioPosix],
            path: "Tests/Benchmarks/Stub", swiftSettings: settings),
        .executableTarget(
            name: "vokol-bench-http",
            dependencies: ["HTTPParsing", .nioCore, .nioEmbedded, .nioHTTP1],
            path: "Tests/Benchmarks/HTTPParsing", swiftSettings: settings),
        // Apart from TestSupport, because pure tests need no package.
        .target(
            name: "ContractChanges", dependencies: ["Contract"],
            path: "Tests/ContractChanges", swiftSettings: settings),
        .target(
            name: "TestSupport",
            dependencies: [
                "LocalPostgres", "Machine", "Postgres", .crypto, .logging, .nioCore, .nioHTTP1, .nioPosix, .nioSSL,
                .asn1, .x509,
            ],
            path: "Tests/TestSupport", swiftSettings: settings),
        .tests(
            of: "AggregatorService",
            [
                "Values", "Wire", "Contract", "AggregatorContract", "Database", "Postgres", "RPC", "ServiceRuntime",
                "Simulator",
                "TestSupport", "Upstream", .logging, .nioCore, .nioPosix, .lifecycle,
            ]),
        .tests(
            of: "AuthService",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "AuthContract", "Database", "Notify",
                "Postgres",
                "RPC", "ServiceRuntime", "TestSupport", .crypto, .jwtKit, .logging, .nioCore,
            ]),
        .tests(
            of: "BookingService",
            [
                "Values", "Wire", "Contract", "AggregatorContract", "AuthAccounts", "AuthContract", "BookingContract",
                "Database", "HTTP", "Notify", "Postgres", "RPC", "ServiceRuntime", "TestSupport", .crypto,
                .cryptoExtras, .logging, .nioCore, .nioPosix,
            ]),
        .testTarget(
            name: "ContractGeneratorTests", dependencies: ["contract-generator"],
            path: "Tests/ContractGeneratorTests", swiftSettings: settings),
        .tests(of: "Contracts", ["Values", "Wire", "Contract", "ContractChanges"]),
        .tests(of: "Database", ["Values", "AuthContract", "BookingContract", "Postgres", "TestSupport"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Values", "Wire", "Contract", "Contracts", "HTTP", "TestSupport", "VokolClient", "VokolClientNIO",
                .crypto, .cryptoExtras, .nioCore, .nioPosix, .nioSSL,
            ],
            path: "Tests/EndToEndTests", swiftSettings: settings),
        .tests(of: "GatewayClient", ["Wire", "Contract", "Machine", "VokolClient"]),
        .tests(
            of: "Gateway",
            [
                "Values", "Wire", "Contract", "Contracts", "AuthContract", "BookingContract", "CZlib", "HTTPParsing",
                "Lines", "MuseumsContract", "Resilience", "RPC", "ServiceRuntime", "TestSupport", .crypto, .logging,
                .nioCore, .nioEmbedded, .nioHPACK, .nioPosix, .nioSSL, .lifecycle,
            ]),
        .tests(of: "HTTP", ["TestSupport", .nioCore, .nioEmbedded, .nioHTTP1, .nioPosix]),
        .tests(of: "HTTPParsing", [.nioCore, .nioEmbedded, .nioHPACK, .nioHTTP1]),
        .tests(of: "Lines", [.nioCore]),
        .testTarget(
            name: "LoadTests",
            dependencies: [
                "Values", "GatewayClient", "Machine", "vokol-load", .histogram, .nioCore, .nioEmbedded, .nioHTTP1,
                .nioTLS,
            ],
            path: "Tests/LoadTests", swiftSettings: settings),
        .tests(of: "Machine"),
        .tests(
            of: "MuseumsService",
            [
                "Values", "Wire", "Platform", "Resilience", "Contract", "Database", "HTTP", "MuseumsContract",
                "Postgres",
                "RPC", "Upstream",
                "ServiceRuntime", "TestSupport", .logging, .nioCore,
            ]),
        .tests(
            of: "Notify",
            [
                "Values", "Platform", "Postgres", "ServiceRuntime", "TestSupport", .crypto, .logging, .nioCore,
                .nioHTTP1, .nioPosix, .nioSSL, .asn1, .x509,
            ]),
        .tests(of: "Platform"),
        .tests(of: "Postgres", ["Values", "Platform", "Resilience", "TestSupport", .logging]),
        .tests(
            of: "RPC",
            [
                "Values", "Wire", "Resilience", "Contract", "AuthContract", "Lines", "TestSupport", .logging, .nioCore,
                .nioEmbedded, .nioPosix,
            ]),
        .tests(of: "Resilience", ["Values"]),
        .tests(
            of: "ScheduleService",
            [
                "Values", "Wire", "Resilience", "Calendars", "Contract", "Database", "Postgres", "RPC",
                "ScheduleContract", "ServiceRuntime", "Simulator", "TestSupport", "Upstream", .lifecycle, .logging,
                .nioPosix,
            ]),
        .tests(
            of: "ServiceRuntime",
            [
                "Values", "Contract", "AuthContract", "MuseumsContract", "Platform", "RPC", "TestSupport",
                .configuration, .coreMetrics, .logging, .nioCore, .nioEmbedded, .nioPosix,
            ]),
        .tests(of: "Simulator", ["Values", "Platform", "Contract"]),
        .testTarget(
            name: "TidyTests", dependencies: [],
            path: "Tests/TidyTests", swiftSettings: settings),
        .tests(
            of: "Upstream",
            [
                "Values", "Contract", "HTTP", "RPC", "Resilience", "ServiceRuntime", "TestSupport", .logging, .nioHTTP1,
                .nioPosix, .lifecycle,
            ]),
        .tests(
            of: "VokolClient",
            [
                "Platform", "Values", "Resilience", "Contract", "ContractChanges", "Contracts", "AggregatorContract",
                "AuthContract", "BookingContract", "MuseumsContract", "TestSupport",
            ]),
        .tests(of: "VokolClientNIO", ["HTTP", "VokolClient", .nioCore, .nioEmbedded]),
        .tests(of: "Values", ["Platform", "Wire", "Contract", "AuthContract", "BookingContract", "MuseumsContract"]),
        .testTarget(
            name: "VokolTests",
            dependencies: [
                "Values", "Contract", "BookingContract", "BookingService", "GatewayClient", "Machine", "Postgres",
                "TestSupport", "vokol", .argumentParser, .nioCore, .nioPosix, .asn1, .x509,
            ],
            path: "Tests/VokolTests", swiftSettings: settings),
        .tests(of: "Wire", ["Values"]),
    ]
)

/// Reduces the package to the targets in VOKOL_TARGETS (such as `WireTests,TidyTests`) and their dependencies.
///
/// SwiftPM can build one product or test target at a time, or everything; this builds exactly the given targets. All
/// package dependencies stay declared unless no target needs one, because fewer of them would change Package.resolved.
if let names = Context.environment["VOKOL_TARGETS"], !names.isEmpty {
    var wanted = Set<String>()
    var open = names.split(separator: ",").map(String.init)
    while let name = open.popLast() {
        guard wanted.insert(name).inserted else { continue }
        guard let target = package.targets.first(where: { $0.name == name }) else {
            fatalError("VOKOL_TARGETS: there is no target \(name)")
        }
        for case .byNameItem(let name, _) in target.dependencies { open.append(name) }
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { !wanted.contains($0.name) }
    let needsPackage = package.targets.contains { target in
        target.dependencies.contains { if case .productItem = $0 { true } else { false } }
    }
    if !needsPackage { package.dependencies = [] }
}
