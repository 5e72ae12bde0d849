import Contract
import MuseumsContract
import RPC

/// Returns the bytes of one picture.
struct PictureLookup: Sendable {
    let store: PictureFileStore

    /// Implements `museums.pictureBytes`.
    func bytes(_ params: Museums.PictureBytes.Params, _ context: CallContext) async throws -> RawResult {
        guard let file = try await store.file(params.hash, deadline: context.deadline) else {
            throw RPCError(.notFound)
        }
        return RawResult(file.format.mediaType, file.content)
    }
}

extension PictureFormat {
    fileprivate var mediaType: MediaType {
        switch self {
        case .webp: .webp
        case .jpeg: .jpeg
        }
    }
}
