import Testing

@Suite struct ImportRules {
    private static let ours: Set<String> = [
        "Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime", "CPlatform", "CLibPQ", "Postgres",
        "Database",
        "Notify", "Zones",
        "TextFolding", "CSQLite", "Upstream", "Gateway", "AuthService", "MuseumsService", "BookingService",
        "AggregatorService", "ScheduleService", "TestSupport", "Simulator",
        "Machine", "LocalPostgres", "GatewayClient",
    ]

    /// Which of our modules each of our modules may import.
    private static let allowed: [String: Set<String>] = [
        "Contracts": [],
        "Wire": [],
        "Resilience": [],
        "Platform": ["CPlatform"],
        "RPC": ["Contracts", "Wire", "Platform", "Resilience"],
        "ServiceRuntime": ["Contracts", "Wire", "Platform", "RPC"],
        "Postgres": ["Platform", "Resilience", "CLibPQ"],
        "Database": ["Contracts", "Postgres", "RPC", "ServiceRuntime"],
        "Zones": ["Contracts", "Platform"],
        "TextFolding": [],
        "Upstream": ["Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime", "CSQLite"],
        "Notify": ["Contracts", "Wire", "Platform", "Resilience", "Postgres", "ServiceRuntime"],
        "Gateway": ["Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime"],
        "Gateway/Run": ["Gateway", "ServiceRuntime"],
        "AuthService": ["Contracts", "Wire", "Platform", "RPC", "ServiceRuntime", "Postgres", "Database", "Notify"],
        "Auth/Run": ["AuthService", "ServiceRuntime"],
        "MuseumsService": [
            "Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime", "Postgres", "Database",
            "TextFolding",
        ],
        "Museums/Run": ["MuseumsService", "ServiceRuntime"],
        "BookingService": [
            "Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime", "Postgres", "Database", "Notify",
            "Zones",
        ],
        "Booking/Run": ["BookingService", "ServiceRuntime"],
        "AggregatorService": [
            "Contracts", "Wire", "Platform", "RPC", "ServiceRuntime", "Postgres", "Database", "TextFolding", "Upstream",
            "Zones",
        ],
        "Aggregator/Run": ["AggregatorService", "ServiceRuntime"],
        "ScheduleService": [
            "Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime", "Postgres", "Database",
            "TextFolding",
            "Upstream", "Zones",
        ],
        "Schedule/Run": ["ScheduleService", "ServiceRuntime"],
        "vokol": ["Contracts", "Wire", "Platform", "Resilience", "RPC", "ServiceRuntime", "Postgres"],
    ]

    @Test("Modules import only what the architecture lets them import")
    func directions() {
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

    @Test("Contracts, Wire and Resilience depend on nothing, and neither they nor RPC and Postgres on Foundation")
    func leafModules() {
        let light: [String: Set<String>] = [
            "Contracts": ["Synchronization"], "Wire": ["Synchronization"], "Resilience": ["Synchronization"],
        ]
        for file in SourceTree.files {
            if let allowed = light[file.module] {
                for module in file.imports {
                    #expect(allowed.contains(module), "\(file.path) must not import \(module)")
                }
            }
            if ["Lines", "HTTPParsing", "RPC", "Postgres", "ServiceRuntime", "Zones", "Upstream", "Gateway"].contains(
                file.module)
            {
                #expect(
                    !file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path) must not import Foundation")
            }
        }
    }

    @Test("A main file has at most 20 lines and only hands over")
    func mainFiles() {
        for file in SourceTree.files where file.module.hasSuffix("/Run") && file.module != "Simulator/Run" {
            #expect(file.lines.count <= 21, "\(file.path)")
        }
    }
}
