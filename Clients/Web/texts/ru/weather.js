/** @type {typeof import("../en/weather.js").default} */
export default {
  title: "Погода",
  titleOf: (place) => `Погода, ${place}`,
  feelsLike: (degrees) => `Ощущается как ${degrees}`,
  feelsShort: (degrees) => `ощущается ${degrees}`,
  unavailable: "Погода сейчас недоступна",
  unavailableNote: "Службы погоды не отвечают. Повторите через минуту.",
  facts: {
    wind: "Ветер",
    sun: "Солнце",
    pressure: "Давление",
    humidity: "Влажность",
    visibility: "Видимость",
    cloudCover: "Облачность",
    precipitation: "Осадки",
    feelsLike: "Ощущается как",
    observedAt: "Измерено",
    calm: "Штиль",
  },
  speed: (speed, unit, gust) => `${speed}\u00a0${unit}${gust ? `, порывы до ${gust}` : ""}`,
  units: {
    metric: { temperature: "°C", speed: "м/с", rain: "мм", pressure: "гПа", distance: "км" },
    imperial: { temperature: "°F", speed: "миль/ч", rain: "дюйм.", pressure: "дюйм. рт. ст.", distance: "миль" },
  },
  windFrom: (direction) =>
    `Ветер ${
      [
        "северный",
        "северо-восточный",
        "восточный",
        "юго-восточный",
        "южный",
        "юго-западный",
        "западный",
        "северо-западный",
      ][direction]
    }`,
  windShort: ["С", "СВ", "В", "ЮВ", "Ю", "ЮЗ", "З", "СЗ"],
  wind: (words) => `ветер ${words}`,
  percent: (value) => `${value}\u00a0%`,
  now: "Сейчас",
  todayNote: "сегодня",
  hours: "По часам",
  days: "По дням",
  at: (time) => `в ${time}`,
  range: (low, high) => `от ${low} до ${high}`,
  remainder: "до конца дня",
};
