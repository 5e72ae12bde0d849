import Platform

extension SessionDriver {
    /// Sends the transaction's operations.
    func serveLease() throws(PostgresError) {
        while let lease, pipeline.count < pool.configuration.pipelineDepth, cancelling == nil {
            if let copy, !copy.isStreaming { return }
            // A statement sent after a COMMIT would run outside the transaction.
            if case .statement(let last, _, _) = pipeline.units.last?.payload, last.commits { return }
            guard let operation = lease.next(isQuiet: pipeline.isEmpty) else { return }
            do throws(PostgresError) {
                try perform(operation, of: lease)
            } catch {
                // Neither the lease nor the pipeline holds the call at this point, so it must be failed here.
                fail(operation.call, error)
                throw error
            }
        }
    }

    private func perform(_ operation: Lease.Operation, of lease: Lease) throws(PostgresError) {
        switch operation {
        case .statement(let call):
            guard copy == nil else {
                call.finish(.failure(PostgresError(.other, "no statement can run while a COPY is in progress")))
                return
            }
            try send(call)
        case .copyStart(let call, let sql):
            guard hasBegun else {
                try sendBegin(of: lease)
                lease.putBack(operation)
                return
            }
            try startCopy(call, sql: sql)
        case .copyChunk(let call, let bytes):
            try sendCopyChunk(call, bytes)
        case .copyEnd(let call, let failure):
            try endCopy(call, failure: failure)
        case .finish(let call, let isCommit):
            try finish(lease, call, isCommit: isCommit)
        }
    }

    private func sendBegin(of lease: Lease) throws(PostgresError) {
        for sql in lease.begin {
            guard session.sendPlain(sql) else { throw session.failure }
        }
        hasBegun = true
        try sendUnit(.begin)
    }

    private func finish(_ lease: Lease, _ call: Call, isCommit: Bool) throws(PostgresError) {
        guard hasBegun else {
            lease.end()
            self.lease = nil
            call.finish(.success([]))
            return
        }
        guard copy == nil else { throw violation("the transaction ended during a COPY") }
        // A caller that no longer waits for the commit has been told that it did not happen.
        let isWanted = call.claim(by: session.wake)
        guard session.sendPlain(isCommit && isWanted ? "COMMIT" : "ROLLBACK") else { throw session.failure }
        try sendUnit(.finish(call, isCommit: isCommit && isWanted))
    }

    /// Handles the end of statements sent with their transaction's `COMMIT`.
    ///
    /// If one of the statements failed, the transaction waits for its `ROLLBACK`; otherwise it is over, whatever the
    /// outcome of the `COMMIT`.
    func endOfCommit(_ failure: PostgresError?) {
        guard session.transactionStatus == .idle else { return }
        if let failure { lease?.note(failure) }
        endLease()
    }

    func endLease() {
        lease?.end()
        lease = nil
        monitor.statementLimit = pool.configuration.statementTimeout + pool.configuration.connectTimeout
        monitor.grace = pool.configuration.cancellationGrace
    }
}
