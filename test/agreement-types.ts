import { randomUUID } from 'node:crypto'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import { agreementTypes, agreementVersions } from '#server/db/schema/agreement-types.ts'
import { firstDraft } from '#server/features/agreement-types/first-draft.ts'
import type { TestApp } from './app.ts'

/** The time at which the drafts of `createAgreementType` were saved. */
export const draftedAt = new Date('2026-11-20T12:00:00Z')

/** Creates an agreement type with a draft that can be published, and returns the id of the type. */
export const createAgreementType = async (
  { db }: Pick<TestApp, 'db'>,
  type: Partial<typeof agreementTypes.$inferInsert> = {},
) => {
  const unique = randomUUID().slice(0, 8)
  const row = { id: `release_${unique}`, name: `Release ${unique}`, ...type }
  await db.insert(agreementTypes).values(row)
  const draft = { ...formOf([]), ...firstDraft(row.name), updatedAt: draftedAt }
  await db.insert(agreementVersions).values({ documentType: row.id, ...draft })
  return row.id
}
