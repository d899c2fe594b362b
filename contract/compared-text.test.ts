import { expect, test } from 'vitest'
import { comparedText } from './compared-text.ts'

test.each([
  ['case', 'NUÑEZ', 'nuñez'],
  ['accents', 'Núñez', 'Nunez'],
  ['accents of their own', 'nu\u0301n\u0303ez', 'Núñez'],
  ['strokes', 'Łódź Søren Đorđe', 'Lodz Soren Dorde'],
  ['letters that are written as two', 'Straße Æsir Œuvre', 'STRASSE aesir oeuvre'],
  ['apostrophes', "O'Brien", 'O’Brien'],
  ['typed accents for apostrophes', 'O´Brien O`Brien Oʻahu', "O'Brien O'Brien O'ahu"],
  ['quotes', '“Pier” «9»', '"Pier" "9"'],
  ['dashes', 'Pier–9—10−11', 'Pier-9-10-11'],
  ['spaces', 'Pier\u00a09\u202f10\t11', 'Pier 9 10 11'],
  ['forms of compatibility', 'ＡＢＣ ﬁn ²', 'abc fin 2'],
  ['what is not seen', 'Pi\u200ber\u00ad\ufeff', 'pier'],
  ['the Greek sigma at the end of a word', 'ΣΑΣ', 'σασ'],
])('compares without regard to %s', (_what, one, other) => {
  expect(comparedText(one)).toBe(comparedText(other))
})

test.each([
  ['letters', 'Pier', 'Peer'],
  ['Japanese sounds', 'か', 'が'],
  ['signs', 'Pier & 9', 'Pier 9'],
])('distinguishes %s', (_what, one, other) => {
  expect(comparedText(one)).not.toBe(comparedText(other))
})
