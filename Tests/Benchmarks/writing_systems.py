"""Writing systems: transliterations of Russian and Belarusian, and keyboards."""

RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
BELARUSIAN = "абвгдеёжзійклмнопрстуўфхцчшыьэюя’"


def _table(letters, text):
    return dict(zip(letters, ("" if each == "-" else each for each in text.split())))


# A dash stands for nothing.
RUSSIAN_SCHEMES = {
    "gost-7.79-b": _table(RUSSIAN, "a b v g d e yo zh z i j k l m n o p r s t u f x cz ch sh shh `` y` ` e` yu ya"),
    "iso-9": _table(RUSSIAN, "a b v g d e ë ž z i j k l m n o p r s t u f h c č š ŝ ʺ y ʹ è û â"),
    "bgn": _table(RUSSIAN, "a b v g d e yë zh z i y k l m n o p r s t u f kh ts ch sh shch ” y ’ e yu ya"),
    "passport": _table(RUSSIAN, "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y - e iu ia"),
    "old-passport": _table(RUSSIAN, "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya"),
    "library": _table(RUSSIAN, "a b v g d e ë zh z i ĭ k l m n o p r s t u f kh ts ch sh shch ʺ y ʹ ė iu ia"),
    "scholarly": _table(RUSSIAN, "a b v g d e ë ž z i j k l m n o p r s t u f x c č š šč ʺ y ʹ è ju ja"),
    "german": _table(RUSSIAN, "a b w g d e jo sch s i j k l m n o p r s t u f ch z tsch sch schtsch - y - e ju ja"),
    "informal": _table(RUSSIAN, "a b v g d e e zh z i y k l m n o p r s t u f h c ch sh sch - y - e yu ya"),
    "informal-2": _table(RUSSIAN, "a b v g d e yo j z i i k l m n o p r s t u f kh ts ch sh sh - i - e u ya"),
}
BELARUSIAN_SCHEMES = {
    "lacinka": _table(BELARUSIAN, "a b v h d je jo ž z i j k l m n o p r s t u ŭ f ch c č š y - e ju ja -"),
    "official-2000": _table(BELARUSIAN, "a b v h d ie io ž z i j k l m n o p r s t u ŭ f ch c č š y - e iu ia -"),
    "bgn": _table(BELARUSIAN, "a b v h d ye yo zh z i y k l m n o p r s t u w f kh ts ch sh y ’ e yu ya ”"),
    "passport": _table(BELARUSIAN, "a b v h d e io zh z i i k l m n o p r s t u u f kh ts ch sh y - e iu ia -"),
    "iso-9": _table(BELARUSIAN, "a b v g d e ë ž z ì j k l m n o p r s t u ǔ f h c č š y ʹ è û â ’"),
    "scholarly": _table(BELARUSIAN, "a b v h d e ë ž z i j k l m n o p r s t u ŭ f x c č š y ʹ è ju ja -"),
    "informal": _table(BELARUSIAN, "a b v g d e e zh z i y k l m n o p r s t u u f h c ch sh y - e yu ya -"),
}


def transliterated(text, scheme):
    """Writes a text in Latin letters, in lower case."""
    return "".join(scheme.get(letter, letter) for letter in text.lower().replace("'", "’"))


_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN_KEYS = dict(zip(_KEYS, "ёйцукенгшщзхъфывапролджэячсмитьбю"))
_BELARUSIAN_KEYS = dict(zip(_KEYS, "ёйцукенгшўзх'фывапролджэячсмітьбю"))
_TO_LATIN = {letter: key for keys in (_BELARUSIAN_KEYS, _RUSSIAN_KEYS) for key, letter in keys.items() if letter != "'"}


def latin_on_cyrillic_keyboard(text, belarusian=False):
    """Returns what appears if a text in Latin letters is typed while the keyboard is Cyrillic."""
    keys = _BELARUSIAN_KEYS if belarusian else _RUSSIAN_KEYS
    return "".join(keys.get(letter, letter) for letter in text.lower())


def cyrillic_on_latin_keyboard(text):
    """Returns what appears if a text in Cyrillic letters is typed while the keyboard is Latin."""
    return "".join(_TO_LATIN.get(letter, letter) for letter in text.lower())
