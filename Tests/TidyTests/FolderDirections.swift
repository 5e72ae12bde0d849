/// The directions in which folders may refer to each other, module by module.
///
/// A folder may refer only to folders left of a `<`, never to one beside a comma: basic folders stand left, those built
/// on them stand right. `root` is the module's own folder. A module with a single folder has no line.
enum FolderDirections {
    static let lines: [String: String] = [
        "Values": """
        Encoding, Folding, Language, Randomness < Bounded < Contact, Money, Places, Time < Identity, Zones < root
        """,
        "Contract": "Schema, Shapes < Errors, Validation < Method < Events < OpenAPI, OpenRPC < root",
        "HTTP": "Address < Messages < Connection < Client",
        "RPC": "Call, Connection < Lines < TLS < Link, Server < Client",
        "ServiceRuntime":
            "Clock, Metrics, Settings < Takeover, Telemetry < Admin, Calls, Events, Logging < Reload < Process",
        "Postgres": "Base < Values < Statements < Connection < Migrations, Pool < Client",
        "Notify": "Delivery < Mail, Outbox, SMS, Senders, Texts < Settings",
        "Upstream": "Values < Bodies, Store, Transport < Cache, Host < Settings < Service",
        "Gateway": """
        Call, LimitStore < Admission, Web < HTTPMapping, Routing < Events < Connection < HTTP, Lines < Edge < root
        """,
        "AuthService": "Domain < Passwords, Store < Tokens < UseCases < root",
        "MuseumsService": "Domain, Metrics < Changes < Store < Loading, Queries < Marks, Pictures < Editing < root",
        "AggregatorService": """
        Changes, Feeds, Domain < Domain/Places, Domain/Weather < Domain/History, Domain/News < Calls, Metrics, Store \
            < Loading < Upstream < Places < Weather < Cities, History, News < Briefing < root
        """,
        "ScheduleService": "Domain, Metrics < Changes < Store, Upstream < Library < Refresh, UseCases < root",
        // The rules of booking are pure, so they stand below its store.
        "BookingService": """
        Rules < Rules/Customers, Rules/Payments < Rules/Cases, Rules/Closures, Rules/Park \
        < Rules/Bookings, Rules/Slots < Rules/Ledger < Changes < Store < Calls < Park < Transactions < Customers, Ledger \
        < Passes, Payments, Slots < Bookings, Payments/BePaid < Closures, Erasure, Staff, Waitlist < Cases < root
        """,
        "Documentation.docc": "FirstBooking < root",
        "Examples": "DayBriefing, MuseumFinder, Timetable",
        "VokolClient": "Calls < Events, Offline, Pages, Pictures, Session < Apple < root",
        "Tools/GatewayClient": "Forms, Instance < Connection < Options",
        "Tools/Vokol": """
        Call, Certificates, Instance, Pay, Simulate < Audit, Backup, Grant, Load, Museums, Provision, Status, Trust, Up \
        < root
        """,
        "Simulator/Simulator": """
        Geography, Server < Messages, News, Pictures, University, Weather < Places < ThirdParties < Faults < root
        """,
    ]

    /// Returns the folders of a module by level, lowest first; `nil` for a module without a line.
    static func levels(of module: String) -> [[String]]? {
        lines[module]?.split(separator: "<").map { level in
            level.split(separator: ",").map { folder in
                folder.split(whereSeparator: \.isWhitespace).joined()
            }
        }
    }
}
