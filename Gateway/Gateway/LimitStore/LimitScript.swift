/// The exchange with the store: one script, which the server runs in one step.
enum LimitScript {
    /// The time for which a gateway without an exchange counts as running, in microseconds.
    static let heartbeat: Int64 = 10_000_000

    /// The script.
    ///
    /// KEYS: the set of gateways, then one key per bucket. ARGV: this gateway's id and the heartbeat, then price, debt
    /// and ceiling of each bucket. Returns the number of gateways, then the debts.
    ///
    /// Times are microseconds, because a number of Lua is exact only to 2^53.
    static let text = """
        local time = redis.call('TIME')
        local now = time[1] * 1000000 + time[2]
        redis.call('ZADD', KEYS[1], now, ARGV[1])
        redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
        redis.call('PEXPIRE', KEYS[1], math.ceil(ARGV[2] / 1000))
        local reply = {redis.call('ZCARD', KEYS[1])}
        for i = 2, #KEYS do
          local price, debt, ceiling = tonumber(ARGV[3*i-3]), tonumber(ARGV[3*i-2]), tonumber(ARGV[3*i-1])
          local found = redis.pcall('GET', KEYS[i])
          local arrival = type(found) == 'string' and tonumber(found) or 0
          debt = math.min(math.max(arrival - now, debt), ceiling) + price
          redis.call('SET', KEYS[i], string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000) + 1000)
          reply[i] = debt
        end
        return reply
        """

    /// Returns the command that sends reports.
    static func command(_ reports: [LimitReport], gateway: String, prefix: String) -> [String] {
        var words = ["EVAL", text, "\(reports.count + 1)", "\(prefix)gateways"]
        words += reports.map { prefix + $0.name.text }
        words += [gateway, "\(heartbeat)"]
        for report in reports { words += ["\(report.price)", "\(report.debt)", "\(report.ceiling)"] }
        return words
    }

    /// Reads the reply to `count` reports.
    static func reply(_ reply: StoreReply, to count: Int) throws(LimitStoreFault) -> LimitReply {
        if case .error(let text) = reply { throw LimitStoreFault("the store answered: \(text)") }
        guard case .array(let elements) = reply, elements.count == count + 1 else {
            throw LimitStoreFault("the reply is not a list of debts")
        }
        var numbers: [Int64] = []
        for element in elements {
            guard case .integer(let number) = element, number >= 0 else {
                throw LimitStoreFault("the reply is not a list of debts")
            }
            numbers.append(number)
        }
        return LimitReply(gateways: Int(clamping: numbers[0]), debts: Array(numbers.dropFirst()))
    }
}
