import Contract
import MuseumsContract
import RPC
import ServiceRuntime

/// Maps the methods of the contract to the use cases.
struct MuseumsHandler: Sendable {
    let search: MuseumSearch
    let lookup: MuseumLookup
    let map: MuseumMap
    let categories: CategoryList
    let pictures: PictureFileStore
    let bundle: MuseumBundle
    let marks: AccountMarks
    let editing: MuseumEditing
    let history: EditHistory
    let pictureEditing: PictureEditing
    let hints: HintLog

    /// Returns all methods of the service.
    func methods(isOpen: Bool) -> MethodTable {
        var table = MethodTable(service: .museums, methods: Museums.methods, isOpen: isOpen)
        table.on(Museums.Search.self, search.page)
        table.on(Museums.Suggest.self, search.suggestions)
        table.onEncoded(Museums.Get.self) { EncodedResult(try await lookup.details($0, $1)) }
        table.on(Museums.Map.self, map.items)
        table.on(Museums.Categories.self, categories.entries)
        table.on(Museums.Bundle.self, bundle.page)
        table.on(Museums.Marks.self, marks.list)
        table.on(Museums.SetMark.self, marks.set)
        table.on(Museums.Export.self, marks.export)
        table.on(Museums.ReadRecord.self, editing.record)
        table.on(Museums.Put.self, editing.put)
        table.on(Museums.Remove.self, editing.remove)
        table.on(Museums.Restore.self, editing.restore)
        table.on(Museums.Edits.self, history.list)
        table.on(Museums.ReadEdit.self, history.edit)
        table.on(Museums.Revert.self, editing.revert)
        table.on(Museums.UploadPart.self, pictureEditing.upload)
        table.on(Museums.SetPicture.self, pictureEditing.set)
        table.on(Museums.RemovePicture.self, pictureEditing.remove)
        table.on(Museums.Hints.self) { [hints] position, context in
            await hints.answer(position, deadline: context.deadline)
        }
        table.on(Museums.PictureBytes.self, PictureLookup(store: pictures).bytes)
        return table
    }
}
