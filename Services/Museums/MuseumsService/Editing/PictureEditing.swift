import Contract
import MuseumsContract
import RPC
import Synchronization
import Values

/// The use cases of editors that upload, set and remove pictures.
final class PictureEditing: Sendable {
    /// The number of pictures that a replica scales at a time; the largest takes 280 MiB of memory.
    private static let maximumScaled = 1

    private let uploads: UploadStore
    private let editing: MuseumEditing
    private let scaling: PictureScaling
    private let scaled = Mutex(0)

    init(uploads: UploadStore, editing: MuseumEditing, scaling: PictureScaling = PictureScaling()) {
        self.uploads = uploads
        self.editing = editing
        self.scaling = scaling
    }

    /// Implements `museums.uploadPart`.
    func upload(
        _ params: Museums.UploadPart.Params, _ context: CallContext
    ) async throws -> Museums.UploadPart.Result {
        let account = try context.account()
        let (bytes, offset) = (params.bytesBase64.bytes, params.offset.value)
        guard offset + bytes.count <= Museums.maximumUploadBytes else { throw RPCError(Museums.pictureUnusable) }
        guard let upload = params.upload else {
            guard offset == 0 else { throw RPCError(Museums.uploadBroken) }
            let (upload, size) = try await uploads.begin(bytes, by: account, deadline: context.deadline)
            return Museums.UploadPart.Result(upload: upload, size: size)
        }
        guard
            let size = try await uploads.append(
                bytes, at: offset, to: upload, by: account, deadline: context.deadline)
        else { throw RPCError(Museums.uploadBroken) }
        return Museums.UploadPart.Result(upload: upload, size: size)
    }

    /// Implements `museums.setPicture`.
    func set(_ params: Museums.SetPicture.Params, _ context: CallContext) async throws -> Museums.Record {
        let account = try context.account()
        // Also before the picture is scaled, which takes seconds.
        _ = try Self.check(
            params.version, try await editing.store.museum(params.id, deadline: context.deadline))
        let bytes = try await uploads.bytes(of: params.upload, by: account, deadline: context.deadline)
        guard !bytes.isEmpty else { throw RPCError(Museums.uploadBroken) }
        let (header, files) = try await scale(bytes)
        let picture = CreditedPicture(
            url: "upload:\(params.upload.text)", width: header.isTurned ? header.height : header.width,
            height: header.isTurned ? header.width : header.height, author: params.author.text,
            licence: params.licence.text, page: params.page?.text)
        let record = try await editing.change(params.id, context) { old in
            _ = try Self.check(params.version, old)
            return .setPicture(picture, files: files)
        }
        // The picture is stored by now; an upload that cannot be deleted expires.
        try? await uploads.removeAll(of: account, deadline: context.deadline)
        return record
    }

    /// Implements `museums.removePicture`; a museum without a picture stays as it is.
    func remove(_ params: Museums.Removal, _ context: CallContext) async throws -> Museums.Record {
        try await editing.change(params.id, context) { old in
            try Self.check(params.version, old).picture == nil ? nil : .removePicture
        }
    }

    private static func check(_ version: MuseumVersion, _ old: EditableMuseum?) throws(RPCError) -> EditableMuseum {
        let old = try MuseumEditing.check(version, old)
        guard !old.isRemoved else { throw RPCError(Museums.museumRemoved) }
        return old
    }

    private func scale(_ bytes: [UInt8]) async throws -> (header: ImageHeader, files: [ScaledPicture]) {
        let isFree = scaled.withLock { count in
            guard count < Self.maximumScaled else { return false }
            count += 1
            return true
        }
        guard isFree else { throw RPCError(Museums.scalingBusy) }
        defer { scaled.withLock { $0 -= 1 } }
        do {
            return (try ImageHeader(bytes), try await scaling.scaled(bytes))
        } catch let fault as ImageHeader.Fault {
            throw RPCError(Museums.pictureUnusable, cause: fault.description)
        } catch let fault as PictureScaling.Fault {
            throw RPCError(Museums.pictureUnusable, cause: fault.description)
        }
    }
}
