import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { comparedText } from '#contract/compared-text.ts'
import { createTestApp } from '#test/app.ts'

const portal = await createTestApp()
afterAll(portal.close)

const atOnce = 2_000

/** Returns the texts for which the database and the code write different texts to compare. */
const differing = async (texts: string[]) => {
  const others: string[] = []
  for (let start = 0; start < texts.length; start += atOnce) {
    const some = texts.slice(start, start + atOnce)
    const { rows } = await portal.db.execute<{ compared: string[] }>(
      sql`select array_agg(compared_text(given) order by place) as compared
        from unnest(${sql.param(some)}::text[]) with ordinality as t(given, place)`,
    )
    others.push(...some.filter((text, index) => rows[0]?.compared[index] !== comparedText(text)))
  }
  return others
}

test('the database and the code agree on every character of ASCII, and on names with other ones', async () => {
  const ascii = Array.from({ length: 127 }, (_, index) => `a${String.fromCharCode(index + 1)}Z`)
  const names = [
    'Núñez',
    'O’Brien',
    '  Łódź\u00a0GmbH',
    'ΣΊΣΥΦΟΣ',
    'İstanbul ISPARTA',
    'ﬁn ＡＢＣ ㎏',
    'がぎ 한글',
    'Straße ẞ',
  ]
  const marks = [
    '´`′″‶',
    '«a» “b” „c‟',
    'a–b—c―d−e⁃f',
    'a\u200bb\u00adc\ufeffd',
    '👩‍👩‍👧 ❤️',
    'e\u0301\u0323\u20dd',
  ]
  expect(await differing([...ascii, ...names, ...marks])).toEqual([])
})

test('the database and the code agree on a sample of all of Unicode, but for capitals that an old ICU does not know', async () => {
  const texts: string[] = []
  // The sample has every character of the alphabets, symbols and compatibility forms, and every 61st ideograph and later character.
  const isOfInterest = (code: number) =>
    code < 0x3400 ||
    (code >= 0xa640 && code < 0xac00) ||
    (code >= 0xf900 && code < 0x10500) ||
    (code >= 0x1d400 && code < 0x1d800)
  for (let code = 0x80; code < 0x110000; code += isOfInterest(code) ? 1 : 61) {
    const character = String.fromCodePoint(code)
    if (character.isWellFormed()) texts.push(`a${character}É`)
  }
  expect(texts.length).toBeGreaterThan(30_000)
  const others = await differing(texts)
  // Unicode 11 and later added these capitals, for example for headings in Georgian.
  expect(others.filter((text) => !/\p{Lu}|\p{Lm}/u.test(text.slice(1, -1)))).toEqual([])
  expect(others.length).toBeLessThan(250)
})
