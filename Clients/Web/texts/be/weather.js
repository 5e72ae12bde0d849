/** @type {typeof import("../en/weather.js").default} */
export default {
  title: "Надвор’е",
  titleOf: (place) => `Надвор’е, ${place}`,
  feelsLike: (degrees) => `Адчуваецца як ${degrees}`,
  feelsShort: (degrees) => `адчуваецца ${degrees}`,
  unavailable: "Надвор’е цяпер недаступнае",
  unavailableNote: "Службы надвор’я не адказваюць. Паўтарыце праз хвіліну.",
  facts: {
    wind: "Вецер",
    sun: "Сонца",
    pressure: "Ціск",
    humidity: "Вільготнасць",
    visibility: "Бачнасць",
    cloudCover: "Воблачнасць",
    precipitation: "Ападкі",
    feelsLike: "Адчуваецца як",
    observedAt: "Вымерана",
    calm: "Штыль",
  },
  speed: (speed, unit, gust) => `${speed}\u00a0${unit}${gust ? `, парывы да ${gust}` : ""}`,
  units: {
    metric: { temperature: "°C", speed: "м/с", rain: "мм", pressure: "гПа", distance: "км" },
    imperial: { temperature: "°F", speed: "міль/г", rain: "цаляў", pressure: "цаляў рт. сл.", distance: "міль" },
  },
  windFrom: (direction) =>
    `Вецер ${
      [
        "паўночны",
        "паўночна-ўсходні",
        "усходні",
        "паўднёва-ўсходні",
        "паўднёвы",
        "паўднёва-заходні",
        "заходні",
        "паўночна-заходні",
      ][direction]
    }`,
  windShort: ["Пн", "ПнУ", "У", "ПдУ", "Пд", "ПдЗ", "З", "ПнЗ"],
  wind: (words) => `вецер ${words}`,
  percent: (value) => `${value}\u00a0%`,
  now: "Цяпер",
  todayNote: "сёння",
  hours: "Па гадзінах",
  days: "Па днях",
  at: (time) => `у ${time}`,
  range: (low, high) => `ад ${low} да ${high}`,
  remainder: "да канца дня",
};
