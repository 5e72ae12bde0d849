public import Contract
import Values

/// The reasons of the errors of marks and edits.
extension Museums {
    public static let unknownMuseum = ErrorReason(
        .notFound, "unknown-museum",
        UserText(
            "The catalogue does not contain this museum.",
            ru: "В каталоге нет этого музея.",
            be: "У каталогу няма гэтага музея."))
    public static let tooManyMarks = ErrorReason(
        .conflict, "too-many-marks",
        UserText(
            "You have marked the maximum number of museums. Remove a mark first.",
            ru: "Отмечено максимальное число музеев. Сначала снимите одну из отметок.",
            be: "Адзначана максімальная колькасць музеяў. Спачатку зніміце адну з адзнак."))
    public static let museumChanged = ErrorReason(
        .conflict, "museum-changed",
        UserText(
            "Someone has changed the museum in the meantime. Load it again and repeat your change.",
            ru: "Музей тем временем изменили. Загрузите его снова и повторите правку.",
            be: "Музей тым часам змянілі. Загрузіце яго зноў і паўтарыце праўку."))
    public static let museumExists = ErrorReason(
        .conflict, "museum-exists",
        UserText(
            "A museum with this id already exists. Choose another id.",
            ru: "Музей с таким идентификатором уже есть. Выберите другой.",
            be: "Музей з такім ідэнтыфікатарам ужо ёсць. Выберыце іншы."))
    public static let museumRemoved = ErrorReason(
        .conflict, "museum-removed",
        UserText(
            "This museum was removed. Restore it first.",
            ru: "Этот музей удалён. Сначала восстановите его.",
            be: "Гэты музей выдалены. Спачатку аднавіце яго."))
    public static let uploadBroken = ErrorReason(
        .conflict, "upload-broken",
        UserText(
            "A part of the picture is missing, or the upload has expired. Upload the picture again.",
            ru: "Часть снимка потеряна, или загрузка устарела. Загрузите снимок снова.",
            be: "Частка здымка страчана, або загрузка састарэла. Загрузіце здымак зноў."))
    public static let pictureUnusable = ErrorReason(
        .conflict, "picture-unusable",
        UserText(
            "Choose a JPEG, PNG or WebP picture of at most 8 MB and 40 million pixels.",
            ru: "Выберите снимок JPEG, PNG или WebP, не больше 8 МБ и 40 миллионов пикселей.",
            be: "Выберыце здымак JPEG, PNG або WebP, не больш за 8 МБ і 40 мільёнаў пікселяў."))
    public static let scalingBusy = ErrorReason(
        .overloaded, "scaling-busy",
        UserText(
            "Other pictures are being prepared. Try again in a few seconds.",
            ru: "Сейчас обрабатываются другие снимки. Повторите попытку через несколько секунд.",
            be: "Цяпер апрацоўваюцца іншыя здымкі. Паўтарыце спробу праз некалькі секунд."))
    public static let unknownEdit = ErrorReason(
        .notFound, "unknown-edit",
        UserText(
            "The history has no such change, or the change has no earlier texts to restore.",
            ru: "В истории нет такой правки или текстов до неё.",
            be: "У гісторыі няма такой праўкі або тэкстаў да яе."))
}
