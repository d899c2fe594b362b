import { ownValue } from '../../own-value.ts'
import { type Agreement, type AgreementBlock, agreementFields } from './agreement.ts'
import { drawLine, drawValue } from './draw-value.ts'

/** The maximum length of an agreement's text with all values filled in, in characters: about a hundred pages. */
export const maxAgreementLength = 300_000

/** A piece of a block: words of the agreement, or a field with its value as drawn; the value is `null` while the field is empty. */
export type DrawnSegment = { text: string } | { field: string; value: string | null; placeholder: string }

export type DrawnBlock = Pick<AgreementBlock, 'kind' | 'number' | 'label'> & { segments: DrawnSegment[] }

/** The values of a form by field name. Values that are absent are drawn as placeholders. */
export type AgreementValues = Readonly<Record<string, string | undefined>>

/**
 * Draws the text of an agreement, block by block, with the values in their slots. Slots within values are never replaced. The value of a
 * long text may contain `\n` followed by four spaces.
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

  // Splitting by a pattern with one group puts the names of slots at the odd indexes.
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
 * Returns the whole text as it is stored and hashed at signing: a paragraph for each block, empty lines between them, LF line ends, and a
 * line end at the end. The same arguments return the same text on every machine.
 */
export const agreementText = (agreement: Agreement, values: AgreementValues, companyName: string): string =>
  `${drawAgreement(agreement, values, companyName).map(blockText).join('\n\n')}\n`
