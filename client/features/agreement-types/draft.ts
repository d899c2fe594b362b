import type { AgreementDraft } from '#contract/agreement-types.ts'
import {
  type AgreementForm,
  agreementFields,
  isBuiltInType,
} from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { formOf, type OwnField } from '#contract/documents/agreements/own-fields.ts'

/** The text of a draft, saved or not. */
export type DraftText = Omit<AgreementDraft, 'updatedAt'>

/** The draft as the form received it. `updatedAt` is null until the draft is saved for the first time. */
export type DraftRecord = { updatedAt: string | null; text: DraftText }

export type DraftValues = { title: string; source: string; fields: OwnField[] }

/** Builds the text of the draft from the values of the form. */
export const textOf = (documentType: string, { title, source, fields }: DraftValues): DraftText => {
  const form: AgreementForm = isBuiltInType(documentType) ? agreementForms[documentType] : formOf(fields)
  return { documentType, title, ...form, blocks: readAgreementSource(source) }
}

/** Adds a field for each placeholder of the text that has none yet, so that the text can be drawn. */
export const drawable = (text: DraftText): DraftText => {
  const known = new Set(['companyName', ...agreementFields(text).map(({ name }) => name)])
  const unknown = text.blocks
    .flatMap((block) => [...block.text.matchAll(/\{\{(\w+)\}\}/g)])
    .map(([, name = '']) => name)
    .filter((name) => !known.has(name))
  const fields = [...new Set(unknown)].map((name) => ({
    name,
    label: `no field ${name}`,
    kind: 'text' as const,
    maxLength: 1,
  }))
  return { ...text, fieldGroups: [...text.fieldGroups, { heading: '', fields }] }
}
