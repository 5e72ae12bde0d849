import GatewayClient
import Glibc
import Machine

/// An exclusive lock on an instance's directory, which two programs running the same instance would corrupt.
///
/// The kernel releases the lock when the process ends, for any reason.
final class InstanceLock: Sendable {
    private let descriptor: Int32

    init(_ directory: InstanceDirectory) throws {
        descriptor = open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, Files.secretMode)
        guard descriptor >= 0 else { throw Files.failure("write", directory.lock) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            let owner = (try? InstanceRecord.read(directory))?.map { " by process \($0.supervisor.pid)" } ?? ""
            throw OperatorError(
                "\(directory.path) is in use\(owner); stop it (Ctrl-C there), or choose another --directory, "
                    + "--port and --redirect-port")
        }
    }

    deinit {
        // Closing is not enough: a child that is being started shares the descriptor until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
