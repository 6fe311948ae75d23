// The scripts of texts, for the fonts of fields.

/** The letters of each script. A class `script-…` has its fonts. */
const SCRIPTS = Object.entries({
  arabic: /\p{sc=Arabic}/u,
  syriac: /\p{sc=Syriac}/u,
  hebrew: /\p{sc=Hebrew}/u,
  greek: /\p{sc=Greek}/u,
  coptic: /\p{sc=Coptic}/u,
  cyrillic: /[\p{sc=Cyrillic}\p{sc=Glagolitic}]/u,
  armenian: /\p{sc=Armenian}/u,
  georgian: /\p{sc=Georgian}/u,
  ethiopic: /\p{sc=Ethiopic}/u,
  devanagari: /\p{sc=Devanagari}/u,
  bengali: /\p{sc=Bengali}/u,
  tamil: /\p{sc=Tamil}/u,
  thai: /\p{sc=Thai}/u,
  tibetan: /\p{sc=Tibetan}/u,
  japanese: /[\p{sc=Hiragana}\p{sc=Katakana}]/u,
  korean: /\p{sc=Hangul}/u,
  chinese: /\p{sc=Han}/u,
});

/** The class of a field for a text: that of the first script that occurs and is not Latin. @param {string} text */
export function scriptClass(text) {
  const found = SCRIPTS.find(([, letters]) => letters.test(text));
  return `script-${found?.[0] ?? 'latin'}`;
}
