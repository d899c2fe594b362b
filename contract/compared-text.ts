// The database function `compared_text` does the same in the same order. A change here needs a migration there.

// NFKD would break these signs up, the accent into a space and a combining accent, so they are replaced before.
const apostrophesAndQuotes: Record<string, string> = { '´': "'", '″': '"', '‶': '"' }
const punctuation: Record<string, string> = {
  ...Object.fromEntries(Array.from('‘’‚‛ʹʻʼʽ`′‵‹›', (sign) => [sign, "'"])),
  ...Object.fromEntries(Array.from('“”„‟«»〝〞〟', (sign) => [sign, '"'])),
  ...Object.fromEntries(Array.from('‐‑‒–—―−⁃', (sign) => [sign, '-'])),
}
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
}

const replacing = (table: Record<string, string>) => {
  // Matching takes linear time, because the pattern matches only one character.
  const pattern = new RegExp(`[${Object.keys(table).join('')}]`, 'gu')
  return (text: string) => text.replace(pattern, (sign) => table[sign] ?? sign)
}
const replaceBefore = replacing(apostrophesAndQuotes)
const replacePunctuation = replacing(punctuation)
const replaceLetters = replacing(letters)

// These are combining accents and characters that show nothing.
const accentsAndInvisible =
  /[\ufe00-\ufe0f\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const spaces = /[\t\n\v\f\r\u0085\u1680\u2028\u2029]/g

/**
 * Returns a text as searches and groups compare it: in Unicode's form NFKC, without case and accents, with one kind of apostrophe, quote,
 * dash and space. Two texts compare equal if their compared texts are the same: `Núñez` and `nunez`, `O’Brien` and `O'Brien`.
 */
export const comparedText = (text: string): string => {
  const apart = replaceBefore(text).normalize('NFKD').replace(accentsAndInvisible, '')
  const plain = replaceLetters(replacePunctuation(apart).toLowerCase())
  return plain.normalize('NFKC').replace(spaces, ' ')
}
