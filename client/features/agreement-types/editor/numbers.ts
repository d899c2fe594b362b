import type { AgreementBlock } from '#contract/documents/agreements/agreement.ts'

/**
 * A block as the editor has it. `number` is empty, `auto` for the number that follows, or a number that the text states itself. `text` has
 * the slots as in the source. The label of a line of terms or signatures is the text before its first colon.
 */
export type Written = { kind: AgreementBlock['kind']; number: string; text: string }

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv']

/** Returns the letters of the item at a place of its list: `a` to `z`, then `aa`, `bb`. */
const lettersAt = (place: number) =>
  String.fromCharCode(97 + ((place - 1) % 26)).repeat(Math.ceil(place / 26))

const placeOfLetters = (letters: string) => letters.charCodeAt(0) - 96 + 26 * (letters.length - 1)

/** Counts the headings, clauses and items of a text from its beginning, as the text itself numbers them. */
const createCounter = () => {
  let heading = 0
  let prefix = '1'
  let clause = 0
  let item = 0
  let isRoman = false

  return {
    /** Returns the number that follows what was counted last. */
    next: (kind: Written['kind']) => {
      if (kind === 'heading') return `${heading + 1}.`
      if (kind === 'clause') return `${prefix}.${clause + 1}`
      return `(${(isRoman ? romans[item] : undefined) ?? lettersAt(item + 1)})`
    },
    /** Counts a block with its number. */
    count: ({ kind, text }: Written, number: string) => {
      if (kind === 'item') {
        const letters = number.slice(1, -1)
        isRoman = item === 0 ? letters === 'i' : isRoman && romans.includes(letters)
        item = isRoman ? romans.indexOf(letters) + 1 : placeOfLetters(letters)
        return
      }
      item = 0
      isRoman = false
      if (kind === 'clause') {
        const [before = '', last] = number.split('.')
        prefix = before
        clause = Number(last)
      } else if (kind === 'heading') {
        // The clauses of an appendix are numbered with its letter.
        const letter = /^Appendix ([A-Z])\b/.exec(text)?.[1]
        if (!number && !letter) return
        if (number) heading = Number.parseInt(number, 10)
        prefix = number ? String(heading) : (letter ?? prefix)
        clause = 0
      }
    },
  }
}

/** Returns for each block the number that follows the blocks before it, and the number that is printed. */
const numbering = (blocks: readonly Written[]) => {
  const counter = createCounter()
  return blocks.map((block) => {
    const next = counter.next(block.kind)
    const printed = block.number === 'auto' ? next : block.number
    // An empty block is not part of the text, so the blocks after it are numbered without it.
    if (block.text.trim()) counter.count(block, printed)
    return { block, next, printed }
  })
}

/** Returns the number of each block as it is printed: its own, or the one that follows; empty for a block without a number. */
export const numbersOf = (blocks: readonly Written[]): string[] =>
  numbering(blocks).map(({ printed }) => printed)

/** Marks each number that follows the numbers before it as `auto`. The others, such as a number after a gap, stay as they are stated. */
export const withFollowingNumbers = (blocks: readonly Written[]): Written[] =>
  numbering(blocks).map(({ block, next, printed }) =>
    printed === next ? { ...block, number: 'auto' } : block,
  )
