import { type Agreement, agreementFields } from './agreement.ts'
import { maxAgreementLength } from './draw-agreement.ts'

/** Returns the names of a text's slots in order, and everything else in double braces. */
// The pattern allows no braces inside, so that a text full of braces is read once instead of once for each brace.
const slotsIn = (text: string) => [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name)

/** Returns the maximum number of characters of a text with its fields filled in. */
const longestText = (
  blocks: Agreement['blocks'],
  places: readonly string[],
  fields: readonly { name: string; maxLength: number }[],
) => {
  const lengths = new Map(fields.map(({ name, maxLength }) => [name, maxLength]))
  const written = blocks.reduce((sum, { text }) => sum + text.length, 0)
  return places.reduce((sum, name) => sum + (lengths.get(name) ?? 0), written)
}

/** Returns why a text cannot be published yet, one sentence for each problem; empty if it can be published. */
export const agreementProblems = (agreement: Omit<Agreement, 'version' | 'documentType'>): string[] => {
  const { title, blocks } = agreement
  if (!title.trim()) return ['The title is missing.']
  if (blocks.length === 0) return ['The text is empty.']
  const fields = agreementFields(agreement)
  const known = new Set(['companyName', ...fields.map(({ name }) => name)])
  const places = blocks.flatMap(({ text, label = '' }) => slotsIn(`${label} ${text}`))
  const slots = new Set(places)
  const inLabels = blocks.filter(({ label = '' }) => label.includes('{{'))
  const stray = blocks.filter(({ text }) => /\{\{|\}\}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
  return [
    ...[...slots].filter((name) => !known.has(name)).map((name) => `There is no field for {{${name}}}.`),
    ...inLabels.map(({ label }) => `“${label}” is a label, in which a field cannot stand.`),
    ...stray
      .filter(({ text }) => slotsIn(text).every((name) => known.has(name)))
      .map(({ text }) => `In “${text.slice(0, 60)}” braces do not form a field.`),
    ...fields
      .filter(({ name }) => !slots.has(name))
      .map(({ name, label }) => `“${label}” has no place in the text: put {{${name}}} where it belongs.`),
    ...(longestText(blocks, places, fields) > maxAgreementLength
      ? [
          `Filled in, the text can have more than ${maxAgreementLength / 1000},000 characters. Shorten it, or put its fields in fewer places.`,
        ]
      : []),
  ]
}
