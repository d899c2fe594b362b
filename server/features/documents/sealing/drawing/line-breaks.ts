import LineBreaker from 'linebreak'

const thai = /\p{Script=Thai}+/gu
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Where a line may end in a text without line breaks, as offsets of UTF-16 in order, the end among them: by the Unicode line
 * breaking algorithm, and between the words of Thai, which has no spaces.
 */
export const breakOffsets = (text: string): number[] => {
  const offsets = new Set<number>()
  const breaker = new LineBreaker(text)
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) offsets.add(next.position)
  for (const run of text.matchAll(thai)) {
    for (const word of thaiWords.segment(run[0])) if (word.index > 0) offsets.add(run.index + word.index)
  }
  return [...offsets].sort((a, b) => a - b)
}

/** What a word that is wider than a line is cut into: characters as readers see them. */
export const cutIntoGraphemes = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
