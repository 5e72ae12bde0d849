public import Contract

extension Museums {
    /// Every method of the service, public and internal.
    public static let methods: [any Method.Type] = [
        Museums.Search.self, Museums.Get.self, Museums.Suggest.self, Museums.Map.self,
    ]
}
