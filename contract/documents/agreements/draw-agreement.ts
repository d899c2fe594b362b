import { ownValue } from '../../own-value.ts'
import { type Agreement, type AgreementBlock, agreementFields } from './agreement.ts'
import { drawLine, drawValue } from './draw-value.ts'

/** The longest text of an agreement that is drawn and sealed, with all values in their places, in characters: about a hundred pages. */
export const maxAgreementLength = 300_000

/** A piece of a block: words of the agreement, or the place of a field with its value as drawn, `null` while it is empty. */
export type DrawnSegment = { text: string } | { field: string; value: string | null; placeholder: string }

export type DrawnBlock = Pick<AgreementBlock, 'kind' | 'number' | 'label'> & { segments: DrawnSegment[] }

/** The values of a form by field name; those that are absent are drawn as placeholders. */
export type AgreementValues = Readonly<Record<string, string | undefined>>

/**
 * The text of an agreement, block by block, with the values in their places. Values are only ever inserted, never read as
 * slots. A long-text value may contain `\n` followed by four spaces.
 * @throws Error if the agreement has a slot without a field
 */
export const drawAgreement = (
  agreement: Agreement,
  values: AgreementValues,
  companyName: string,
): DrawnBlock[] => {
  const fields = new Map(agreementFields(agreement).map((field) => [field.name, field]))

  const drawSlot = (name: string): DrawnSegment => {
    if (name === 'companyName') return { text: drawLine(companyName) }
    const field = fields.get(name)
    if (!field) throw new Error(`The agreement ${agreement.documentType} has no field for {{${name}}}`)
    const value = drawValue(field, ownValue(values, name))
    return { field: name, value, placeholder: `[${field.label}]` }
  }

  // A split by a pattern with one group puts the names of the slots at the odd places.
  const drawText = (text: string): DrawnSegment[] =>
    text
      .split(/\{\{(\w+)\}\}/)
      .map((part, index) => (index % 2 ? drawSlot(part) : { text: part }))
      .filter((segment) => 'field' in segment || segment.text !== '')

  return agreement.blocks.map(({ text, ...block }) => ({ ...block, segments: drawText(text) }))
}

const segmentText = (segment: DrawnSegment) =>
  'field' in segment ? (segment.value ?? segment.placeholder) : segment.text

const blockText = ({ number, label, segments }: DrawnBlock) => {
  const text = segments.map(segmentText).join('')
  if (label) return `${label}: ${text}`
  return number ? `${number} ${text}` : text
}

/**
 * The whole text, as it is stored and hashed at signing: one paragraph a block, an empty line between them, LF line ends, one
 * at the end. The same arguments give the same text on every machine.
 */
export const agreementText = (agreement: Agreement, values: AgreementValues, companyName: string): string =>
  `${drawAgreement(agreement, values, companyName).map(blockText).join('\n\n')}\n`
