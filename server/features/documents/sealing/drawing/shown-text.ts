import { fontsFor, type LoadedFont } from './fonts.ts'

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u
const mark = /\p{M}/u
const joiner = /[\u200c\u200d]/
const joiningScript = /[\p{Script=Arabic}\p{Script=Devanagari}]/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// Node's dictionary knows Thai words better than the typesetting engine does. The template keeps words whole and drops the dividers.
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })
const divideThai = (text: string) =>
  text.replace(/\p{Script=Thai}+/gu, (run) =>
    Array.from(thaiWords.segment(run), ({ segment }) => segment).join('\u200b'),
  )

const nameOf = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * Breaks up the word by which the seal of a PDF is found, since titles are stored in the file as they are. The added character is invisible
 * and allows no line break.
 */
export const withoutSealWord = (text: string) => text.replaceAll('/ByteRange', '/\u2060ByteRange')

/** Normalizes a text, and removes the indents after line breaks, which only the plain text needs. */
const plain = (text: string) => text.normalize('NFC').replace(/\n */g, '\n')

class TextPreparation {
  private readonly fonts: LoadedFont[]

  constructor(fonts: LoadedFont[]) {
    this.fonts = fonts
  }

  private hasFont(characters: string[]) {
    return this.fonts.some((font) =>
      characters.every((character) => font.characters.has(character.codePointAt(0) ?? 0)),
    )
  }

  private isShown(character: string, previous: string) {
    if (joiner.test(character)) return joiningScript.test(previous)
    return character === '\n' || (!invisible.test(character) && this.hasFont([character]))
  }

  show(text: string) {
    let shown = ''
    // A letter and its combining marks, which the engine sets in one font.
    let cluster: string[] = []
    for (const character of plain(text)) {
      if (!this.isShown(character, cluster.at(-1) ?? '')) {
        shown += nameOf(character)
        cluster = []
      } else if (mark.test(character) && !(cluster.length > 0 && this.hasFont([...cluster, character]))) {
        shown += `\u2060${character}`
        cluster = [character]
      } else {
        shown += character
        cluster = mark.test(character) || joiner.test(character) ? [...cluster, character] : [character]
      }
    }
    shown = divideThai(shown)
    // The added marks keep a right-to-left text from changing the direction of its surroundings.
    return withoutSealWord(rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown)
  }
}

/**
 * Returns data with all texts as they are shown, and the fonts for them. A character that has no font or is invisible is shown by its
 * number: `[U+1F600]`.
 */
export const withShownTexts = async <Data extends object>(data: Data) => {
  const characters = new Set<string>()
  JSON.stringify(data, (_key, value) => {
    if (typeof value === 'string') for (const character of plain(value)) characters.add(character)
    return value
  })
  const fonts = await fontsFor(Array.from(characters).filter((character) => !invisible.test(character)))
  const preparation = new TextPreparation(fonts.regular)
  const shown: Data = JSON.parse(
    JSON.stringify(data, (_key, value) => (typeof value === 'string' ? preparation.show(value) : value)),
  )
  return { shown, fonts }
}
