/// The active faults, with their counters.
struct FaultTable {
    /// The maximum number of active faults.
    static let maximum = 256
    /// The maximum number of keys counted by a quota.
    static let maximumKeys = 1000

    private struct Entry {
        var id: Int
        var fault: Fault
        /// The number of requests that the fault has applied to.
        var requestCount = 0
        /// The times of admitted requests by key, in milliseconds.
        var passed: [String: [Int64]] = [:]
    }

    private var entries: [Entry] = []
    private var lastID = 0

    var faults: [(id: Int, fault: Fault)] { entries.map { ($0.id, $0.fault) } }

    /// Activates a fault.
    ///
    /// - Returns: the fault's number; `nil` if too many are active.
    mutating func add(_ fault: Fault) -> Int? {
        guard entries.count < Self.maximum else { return nil }
        lastID += 1
        entries.append(Entry(id: lastID, fault: fault))
        return lastID
    }

    mutating func clear(_ thirdParty: ThirdParty? = nil, id: Int? = nil) {
        entries.removeAll { entry in
            (thirdParty == nil || entry.fault.thirdParty == thirdParty) && (id == nil || entry.id == id)
        }
    }

    /// Returns the oldest active fault that applies to a request, resolved for this request; `nil` if none applies.
    ///
    /// - Parameter milliseconds: the time by a monotonic clock.
    mutating func nextFault(for thirdParty: ThirdParty, _ request: Request, milliseconds: Int64) -> Fault? {
        guard
            let index = entries.firstIndex(where: { entry in
                entry.fault.thirdParty == thirdParty && request.path.hasPrefix(entry.fault.path ?? "")
            })
        else { return nil }
        let requestNumber = entries[index].requestCount
        entries[index].requestCount += 1
        var fault = entries[index].fault
        var isOver = fault.count.map { requestNumber + 1 >= $0 } ?? false
        var happens = true
        switch fault.fault {
        case .sequence:
            let statuses = fault.statuses ?? [500]
            let status = requestNumber < statuses.count ? statuses[requestNumber] : 200
            isOver = isOver || requestNumber + 1 >= statuses.count
            happens = status != 200
            fault.fault = .status
            fault.status = status
        case .flapping:
            let failures = max(1, fault.failures ?? 1)
            happens = requestNumber % (failures + max(1, fault.successes ?? 1)) < failures
            fault.fault = .status
        case .quota:
            happens = !takeQuota(for: request, at: index, milliseconds: milliseconds)
            fault.fault = .limited
        default: break
        }
        if isOver { entries.remove(at: index) }
        return happens ? fault : nil
    }

    /// Counts a request against the quota of its key; returns false if the quota is exceeded.
    private mutating func takeQuota(for request: Request, at index: Int, milliseconds: Int64) -> Bool {
        let key =
            ["appid", "key", "apiKey"].lazy.compactMap { request.query[$0] }.first ?? request.header("x-api-key")
            ?? request.header("user-agent") ?? ""
        let window = Int64(entries[index].fault.seconds ?? 60) * 1000
        var passed = (entries[index].passed[key] ?? []).filter { $0 > milliseconds - window }
        let isBelow = passed.count < entries[index].fault.limit ?? 60
        if isBelow { passed.append(milliseconds) }
        if entries[index].passed[key] != nil || entries[index].passed.count < Self.maximumKeys {
            entries[index].passed[key] = passed
        }
        return isBelow
    }
}
