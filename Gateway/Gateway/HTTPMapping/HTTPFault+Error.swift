import Contract
import HTTPParsing
import RPC
import Values

extension HTTPFault {
    /// The error that the client receives.
    var error: RPCError {
        switch self {
        case .headTooLarge, .tooManyFields, .lineTooLong, .bodyTooLarge:
            var error = RPCError(.tooLarge)
            let text = text.capitalized
            error.detail = UserText(text.english + ".", ru: text.russian + ".", be: text.belarusian + ".")
            return error
        default: return RPCError(.invalidRequest, faults: [RPCError.FieldFault(.malformed(text), at: "")])
        }
    }

    /// The fault in words, for the developer of the client.
    private var text: UserText {
        switch self {
        case .requestLine: text("строка запроса записана неверно", "радок запыту запісаны няправільна")
        case .version:
            text("поддерживаются только HTTP/1.1 и HTTP/1.0", "падтрымліваюцца толькі HTTP/1.1 і HTTP/1.0")
        case .lineBreak: text("строки должны заканчиваться на CR LF", "радкі павінны заканчвацца на CR LF")
        case .field: text("поле заголовка записано неверно", "поле загалоўка запісана няправільна")
        case .folded:
            text("поле заголовка должно занимать одну строку", "поле загалоўка павінна займаць адзін радок")
        case .repeated: text("повторяется поле, допустимое один раз", "паўтараецца поле, дапушчальнае адзін раз")
        case .host: text("нужно ровно одно поле Host", "патрэбна роўна адно поле Host")
        case .hostMalformed: text("в Host не имя и не адрес", "у Host не імя і не адрас")
        case .hostDiffers: text("в цели запроса и в Host разные имена", "у мэце запыту і ў Host розныя імёны")
        case .length: text("Content-Length записано неверно", "Content-Length запісана няправільна")
        case .lengthAndEncoding:
            text(
                "Content-Length и Transfer-Encoding нельзя указывать вместе",
                "Content-Length і Transfer-Encoding нельга ўказваць разам")
        case .encoding:
            text("допустимое значение Transfer-Encoding — chunked", "дапушчальнае значэнне Transfer-Encoding — chunked")
        case .expectation:
            text("допустимое значение Expect — 100-continue", "дапушчальнае значэнне Expect — 100-continue")
        case .chunk: text("фрагмент тела записан неверно", "фрагмент цела запісаны няправільна")
        case .headTooLarge: text("заголовок слишком велик", "загаловак занадта вялікі")
        case .tooManyFields: text("слишком много полей заголовка", "занадта шмат палёў загалоўка")
        case .lineTooLong: text("строка запроса слишком длинная", "радок запыту занадта доўгі")
        case .bodyTooLarge: text("тело слишком велико", "цела занадта вялікае")
        }
    }

    private func text(_ russian: String, _ belarusian: String) -> UserText {
        UserText(rawValue, ru: russian, be: belarusian)
    }
}
