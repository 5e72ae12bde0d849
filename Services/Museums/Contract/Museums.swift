public import Contract

extension Museums {
    /// The public methods by group.
    public static let groups = [
        MethodGroup(
            "museums", "The catalogue of museums: search, suggestions while typing, the map, and each museum.",
            [
                Museums.Search.self, Museums.Get.self, Museums.Suggest.self, Museums.Map.self, Museums.Categories.self,
                Museums.PictureBytes.self, Museums.Bundle.self,
            ]),
        MethodGroup(
            "marks", "The museums that the caller likes or has visited.",
            [Museums.Marks.self, Museums.SetMark.self, Museums.Export.self]),
        MethodGroup(
            "museum editing", "The catalogue for those who edit it, and what they did.",
            [
                Museums.ReadRecord.self, Museums.Put.self, Museums.Remove.self, Museums.Restore.self,
                Museums.Edits.self, Museums.ReadEdit.self, Museums.Revert.self,
                Museums.UploadPart.self, Museums.SetPicture.self, Museums.RemovePicture.self,
            ]),
    ]

    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = groups.flatMap(\.methods) + [Museums.Hints.self]
}
