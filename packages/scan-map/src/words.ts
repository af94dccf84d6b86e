/** The words of the picture in a language. `{}` stands for the number or name. */
export interface Words {
  north: string;
  south: string;
  east: string;
  west: string;
  original: string;
  fake: string;
  unknown: string;
  error: string;
  /** Separates a place and its country. */
  comma: string;
  /** `{km}` away from `{place}`. */
  from: string;
  atSea: string;
}

/** Direction marks keep the degree sign on the right of its number. */
const rightToLeftDegrees = (direction: string) => `\u200E{}°\u200E ${direction}`;

const words = (
  [north = "", south = "", east = "", west = ""]: string[],
  [original = "", fake = "", unknown = "", error = ""]: string[],
  comma: string,
  from: string,
  atSea: string,
): Words => ({ north, south, east, west, original, fake, unknown, error, comma, from, atSea });

export const ENGLISH = words(
  ["{}° N", "{}° S", "{}° E", "{}° W"],
  ["original", "fake", "unknown", "error"],
  ", ",
  "{km} from {place}",
  "At sea",
);

/** By language. All other languages get English words, with the names of countries in their own language. */
const WORDS: Record<string, Words> = {
  en: ENGLISH,
  de: words(
    ["{}° N", "{}° S", "{}° O", "{}° W"],
    ["Original", "Fälschung", "unbekannt", "Fehler"],
    ", ",
    "{km} von {place}",
    "Auf See",
  ),
  fr: words(
    ["{}° N", "{}° S", "{}° E", "{}° O"],
    ["original", "contrefaçon", "inconnu", "erreur"],
    ", ",
    "à {km} de {place}",
    "En mer",
  ),
  es: words(
    ["{}° N", "{}° S", "{}° E", "{}° O"],
    ["original", "falso", "desconocido", "error"],
    ", ",
    "a {km} de {place}",
    "En el mar",
  ),
  it: words(
    ["{}° N", "{}° S", "{}° E", "{}° O"],
    ["originale", "falso", "sconosciuto", "errore"],
    ", ",
    "a {km} da {place}",
    "In mare",
  ),
  pt: words(
    ["{}° N", "{}° S", "{}° L", "{}° O"],
    ["original", "falso", "desconhecido", "erro"],
    ", ",
    "a {km} de {place}",
    "No mar",
  ),
  nl: words(
    ["{}° N", "{}° Z", "{}° O", "{}° W"],
    ["origineel", "namaak", "onbekend", "fout"],
    ", ",
    "{km} van {place}",
    "Op zee",
  ),
  sv: words(
    ["{}° N", "{}° S", "{}° Ö", "{}° V"],
    ["original", "förfalskning", "okänd", "fel"],
    ", ",
    "{km} från {place}",
    "Till havs",
  ),
  pl: words(
    ["{}° N", "{}° S", "{}° E", "{}° W"],
    ["oryginał", "podróbka", "nieznane", "błąd"],
    ", ",
    "{km}: {place}",
    "Na morzu",
  ),
  tr: words(
    ["{}° K", "{}° G", "{}° D", "{}° B"],
    ["orijinal", "sahte", "bilinmiyor", "hata"],
    ", ",
    "{place}: {km}",
    "Denizde",
  ),
  ru: words(
    ["{}° с. ш.", "{}° ю. ш.", "{}° в. д.", "{}° з. д."],
    ["оригинал", "подделка", "неизвестно", "ошибка"],
    ", ",
    "{place}: {km}",
    "В море",
  ),
  uk: words(
    ["{}° пн. ш.", "{}° пд. ш.", "{}° сх. д.", "{}° зх. д."],
    ["оригінал", "підробка", "невідомо", "помилка"],
    ", ",
    "{place}: {km}",
    "У морі",
  ),
  ja: words(
    ["北緯{}°", "南緯{}°", "東経{}°", "西経{}°"],
    ["正規品", "偽造品", "不明", "エラー"],
    "、",
    "{place}から{km}",
    "海上",
  ),
  zh: words(
    ["北纬{}°", "南纬{}°", "东经{}°", "西经{}°"],
    ["正品", "假货", "未知", "错误"],
    "，",
    "距{place} {km}",
    "海上",
  ),
  ko: words(
    ["북위 {}°", "남위 {}°", "동경 {}°", "서경 {}°"],
    ["정품", "위조품", "알 수 없음", "오류"],
    ", ",
    "{place}에서 {km}",
    "해상",
  ),
  ar: words(
    ["شمالًا", "جنوبًا", "شرقًا", "غربًا"].map(rightToLeftDegrees),
    ["أصلي", "مزيّف", "غير معروف", "خطأ"],
    "، ",
    "{place}\u200F: {km}",
    "في البحر",
  ),
  he: words(
    ["צפון", "דרום", "מזרח", "מערב"].map(rightToLeftDegrees),
    ["מקורי", "מזויף", "לא ידוע", "שגיאה"],
    ", ",
    "{place}\u200F: {km}",
    "בים",
  ),
};

/** The words of a language; undefined for English fallbacks. */
export const wordsOf = (language: string): Words | undefined => WORDS[language];
