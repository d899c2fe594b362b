import type { AgreementBlock } from '#contract/documents/agreements/agreement.ts'
import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { numbersOf, type Written, withFollowingNumbers } from './numbers.ts'

/** Whether blocks of a kind have a label. */
export const isLine = (kind: Written['kind']) => kind === 'term' || kind === 'signature'

/** Returns a block for the editor, with its number as stated. */
export const written = ({ kind, number = '', label, text }: AgreementBlock): Written => ({
  kind,
  number,
  text: label === undefined ? text : `${label}: ${text}`,
})

/** Returns the blocks of a text for the editor. */
export const writtenOf = (blocks: readonly AgreementBlock[]): Written[] =>
  withFollowingNumbers(blocks.map(written))

const marks = { title: '# ', heading: '## ', term: '- ', signature: '> ' }

/** Writes one block as a source; empty for an empty block. A line without a label or without a text after it has no mark of its own. */
const sourceOfBlock = ({ kind, text }: Written, number: string) => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  if (!line || (isLine(kind) && !/^[^:]+: ./.test(line))) return line
  const mark = Object.hasOwn(marks, kind) ? marks[kind as keyof typeof marks] : ''
  return `${mark}${number && `${number} `}${line}`
}

/** Writes what the editor has as a source: see `readAgreementSource`. */
export const sourceOf = (written: readonly Written[]): string => {
  const numbers = numbersOf(written)
  return written
    .map((block, index) => sourceOfBlock(block, numbers[index] ?? ''))
    .filter(Boolean)
    .join('\n\n')
}

/** Returns the block that a paragraph with a mark at its beginning is, since it would be read so; undefined for any other block. */
export const typedWithMark = (block: Written): Written | undefined => {
  if (block.kind !== 'paragraph' && (block.kind !== 'heading' || block.number)) return undefined
  const [read] = readAgreementSource(sourceOfBlock(block, ''))
  return read && (read.kind !== block.kind || read.number) ? written(read) : undefined
}
