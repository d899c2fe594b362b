import { limits } from '../../limits.ts'
import { type AgreementField, type AgreementForm, type FieldGroup, numberUnits } from './agreement.ts'

/** The fields that every type added by an admin has: who signs, for which company, and when. */
const signerFields: FieldGroup = {
  heading: 'Signer',
  fields: [
    {
      name: 'recipientCompany',
      label: 'Your Company Name',
      kind: 'text',
      autoComplete: 'organization',
      maxLength: 200,
    },
    { name: 'signerName', label: 'Your Full Name', kind: 'text', autoComplete: 'name', maxLength: 200 },
    {
      name: 'signerTitle',
      label: 'Your Title',
      kind: 'text',
      autoComplete: 'organization-title',
      maxLength: 200,
    },
    { name: 'signatureDate', label: 'Signature Date', kind: 'date', maxLength: 10 },
  ],
}

/** Names that the text or the signature already uses; `root` is the name that errors of a whole form have. */
const reservedNames = [
  ...signerFields.fields.map(({ name }) => name),
  'companyName',
  'documentType',
  'signedAt',
  'digitalSignature',
  'partnershipSignerName',
  'partnershipSignerTitle',
  'partnershipSignatureDate',
  'root',
]

/** Whether a name is not available for a field. No form can have a value under a name that every object has, such as `constructor`. */
export const isReserved = (name: string) => reservedNames.includes(name) || name in Object.prototype

export const ownFieldKinds = ['text', 'long-text', 'date', ...numberUnits] as const
export type OwnFieldKind = (typeof ownFieldKinds)[number]

export const ownFieldKindLabels: Record<OwnFieldKind, string> = {
  text: 'Line of text',
  'long-text': 'Text of several lines',
  date: 'Date',
  days: 'Number of days',
  dollars: 'Amount in dollars',
  percent: 'Percentage',
  guests: 'Number of guests',
}

/** A field of an agreement type that an admin added. `{{name}}` is its slot in the text. */
export interface OwnField {
  name: string
  label: string
  kind: OwnFieldKind
}

export const maxOwnFields = 40

const numberLengths = { days: 4, guests: 7, dollars: 12, percent: 6 }

const formField = ({ name, label, kind }: OwnField): AgreementField => {
  if (kind === 'date') return { name, label, kind, maxLength: 10 }
  if (kind === 'text') return { name, label, kind, maxLength: 300 }
  if (kind === 'long-text') return { name, label, kind, maxLength: limits.term }
  return { name, label, kind: 'number', unit: kind, maxLength: numberLengths[kind] }
}

/** Returns the form of an agreement type that an admin added. */
export const formOf = (fields: readonly OwnField[]): AgreementForm => ({
  missingMessage: 'Please fill in all required fields above',
  fieldGroups: [
    ...(fields.length > 0 ? [{ heading: 'Agreement details', fields: fields.map(formField) }] : []),
    signerFields,
  ],
})

/** Returns the fields that an admin added to a form: the reverse of `formOf`. */
export const ownFieldsOf = ({ fieldGroups }: Pick<AgreementForm, 'fieldGroups'>): OwnField[] =>
  fieldGroups
    .filter(({ heading }) => heading !== signerFields.heading)
    .flatMap(({ fields }) =>
      fields.map((field) => ({
        name: field.name,
        label: field.label,
        kind: field.kind === 'number' ? field.unit : field.kind,
      })),
    )

/** Returns a field name for a label that is not in `taken`: `Event Name(s)` becomes `eventName`. */
export const fieldNameOf = (label: string, taken: readonly string[]): string => {
  const words = label
    .normalize('NFD')
    .replaceAll(/\p{M}|\([^()]*\)/gu, '')
    .match(/[A-Za-z0-9]+/g)
  const joined = (words ?? [])
    .map((word, index) => {
      const lower = word.toLowerCase()
      return index === 0 ? lower : lower.charAt(0).toUpperCase() + lower.slice(1)
    })
    .join('')
  const name = /^[a-z]/.test(joined) ? joined.slice(0, 36) : `field${joined.slice(0, 30)}`
  const isFree = (each: string) => !isReserved(each) && !taken.includes(each)
  for (let count = 2, each = name; ; count += 1, each = `${name}${count}`) if (isFree(each)) return each
}
