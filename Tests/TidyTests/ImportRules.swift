import Testing

@Suite struct ImportRules {
    /// The modules that each module may import, lowest first.
    ///
    /// No module imports one above it.
    private static let allowed: [String: Set<String>] = [
        // The lowest layer: values, bytes, pure mechanisms.
        "Platform": ["CPlatform"],
        "Values": ["Platform"],
        "Wire": [],
        "Resilience": ["Platform"],
        "HTTPParsing": ["Platform"],
        // The contract: the definition of a method, and each service's methods.
        "Contract": ["Values"],
        "AuthContract": ["Contract", "Values"],
        "MuseumsContract": ["Contract", "Values"],
        "AggregatorContract": ["Contract", "Values"],
        "ScheduleContract": ["Contract", "Values"],
        "BookingContract": ["Contract", "Values"],
        "Contracts": [
            "Contract", "AuthContract", "MuseumsContract", "AggregatorContract", "ScheduleContract", "BookingContract",
        ],
        "Calendars": ["Values", "Contract"],
        // Input and output.
        "Lines": ["Platform", "Wire"],
        "HTTP": ["Platform"],
        "RPC": ["Platform", "Values", "Wire", "Resilience", "Contract", "Lines"],
        "ServiceRuntime": ["Platform", "Values", "Wire", "Resilience", "Contract", "HTTP", "RPC"],
        "Postgres": ["Platform", "Resilience", "CLibPQ"],
        "Database": ["Values", "Resilience", "Contract", "Postgres", "RPC", "ServiceRuntime"],
        "AuthAccounts": ["Values", "Contract", "AuthContract", "Postgres", "RPC", "Database"],
        "Notify": ["Platform", "Values", "Wire", "Resilience", "Contract", "HTTP", "Postgres", "ServiceRuntime"],
        "Upstream": [
            "Platform", "Values", "Wire", "Resilience", "Contract", "HTTP", "RPC", "ServiceRuntime", "CSQLite",
        ],
        // The processes. A service knows its own contract; those that hold something of people ask auth.
        "Gateway": [
            "Platform", "Values", "Wire", "Resilience", "Contract", "Contracts", "AuthContract", "HTTPParsing", "Lines",
            "RPC", "ServiceRuntime", "CZlib",
        ],
        "AuthService": service(["AuthContract", "Notify"]),
        "MuseumsService": service([
            "MuseumsContract", "AuthAccounts", "CMuseumCatalogue", "HTTP", "Upstream",
        ]),
        "BookingService": service([
            "BookingContract", "AuthAccounts", "AuthContract", "Calendars", "HTTP", "Notify",
        ]),
        "AggregatorService": service(["AggregatorContract", "AuthAccounts", "Upstream"]),
        "ScheduleService": service(["ScheduleContract", "AuthAccounts", "Calendars", "Upstream"]),
        "Gateway/Run": ["Gateway", "ServiceRuntime"],
        "Auth/Run": ["AuthService", "ServiceRuntime"],
        "Museums/Run": ["MuseumsService", "ServiceRuntime"],
        "Booking/Run": ["BookingService", "ServiceRuntime"],
        "Aggregator/Run": ["AggregatorService", "ServiceRuntime"],
        "Schedule/Run": ["ScheduleService", "ServiceRuntime"],
        // Clients.
        "VokolClient": [
            "Platform", "Values", "Wire", "Resilience", "Contract", "Contracts", "AggregatorContract", "AuthContract",
            "BookingContract", "MuseumsContract", "ScheduleContract",
        ],
        "VokolClientNIO": ["Values", "Wire", "Contract", "HTTP", "Lines", "VokolClient"],
        "Documentation.docc": ["Values", "Contracts", "HTTP", "VokolClient", "VokolClientNIO"],
        "Examples": ["Values", "Contracts", "HTTP", "VokolClient", "VokolClientNIO"],
        // Tools.
        "Simulator/Simulator": ["Platform", "Values", "Wire", "Contract"],
        "Simulator/Run": ["Values", "Simulator"],
        "Tools/ContractGenerator": [],
        "Tools/Machine": ["Platform", "Values", "ServiceRuntime"],
        "Tools/LocalPostgres": ["Platform", "Machine"],
        "Tools/GatewayClient": [
            "Values", "Wire", "Contract", "Contracts", "AuthContract", "HTTP", "Machine", "VokolClient",
            "VokolClientNIO",
        ],
        "Tools/Vokol": [
            "Platform", "Values", "Wire", "Resilience", "Contract", "Contracts", "BookingContract", "ServiceRuntime",
            "Postgres", "GatewayClient", "HTTP", "LocalPostgres", "Machine", "VokolClient",
        ],
        "Tools/Load": [
            "Platform", "Values", "Wire", "Contract", "Contracts", "AuthContract", "MuseumsContract", "Lines",
            "ServiceRuntime", "GatewayClient", "Machine", "VokolClient",
        ],
    ]

    private static func service(_ more: Set<String>) -> Set<String> {
        more.union([
            "Platform", "Values", "Wire", "Resilience", "Contract", "RPC", "ServiceRuntime", "Postgres", "Database",
        ])
    }

    private static let ours = Set(allowed.keys).union([
        "CPlatform", "CLibPQ", "CSQLite", "CZlib", "CMuseumCatalogue", "TestSupport", "Simulator", "Machine",
        "LocalPostgres", "GatewayClient",
    ])

    @Test func `Modules import only what the architecture lets them import`() {
        for file in SourceTree.files where !file.isTest {
            guard let allowed = Self.allowed[file.module] else {
                Issue.record("\(file.path) belongs to no known module; say in ImportRules what it may import")
                continue
            }
            for module in file.imports where Self.ours.contains(module) && module != file.module {
                #expect(allowed.contains(module), "\(file.path) must not import \(module)")
            }
        }
    }

    @Test func `The lowest modules import the standard library only, and only tools and tests Foundation`() {
        let ground = ["Values", "Wire", "Resilience", "Contract", "HTTPParsing"]
        let tools = ["Tools/ContractGenerator", "Tools/Vokol", "AuthService"]
        for file in SourceTree.files where !file.isTest && !tools.contains(file.module) {
            // Apple's systems have it.
            let forApple = ["Clients/Swift/VokolClient/Apple/", "Clients/Swift/Documentation.docc/App"]
            if forApple.contains(where: file.path.hasPrefix) { continue }
            #expect(!file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path) must not import Foundation")
            guard ground.contains(file.module) else { continue }
            // Wire and HTTPParsing depend on no module of ours, so they import the C library themselves.
            let library: Set<String> = ["Synchronization", "Glibc", "Musl", "Darwin"]
            let others = file.imports.filter { !Self.ours.contains($0) && !library.contains($0) }
            #expect(others.isEmpty, "\(file.path) must not import \(others)")
        }
    }

    @Test func `A main file has at most 20 lines and only hands over`() {
        for file in SourceTree.files where file.module.hasSuffix("/Run") && file.module != "Simulator/Run" {
            #expect(file.lines.count <= 21, "\(file.path)")
        }
    }
}
