import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import type { Executor } from './client.ts'
import { agreementVersions } from './schema/agreement-types.ts'

// Before any that an admin publishes, whenever the portal was installed.
const publishedAt = new Date('2026-11-20T00:00:00Z')

/** Stores the texts that the portal comes with where they are not stored yet. */
export const installFirstAgreements = async (db: Pick<Executor, 'insert'>) => {
  const rows = Object.values(firstAgreements).map((agreement) => ({ ...agreement, publishedAt }))
  await db.insert(agreementVersions).values(rows).onConflictDoNothing()
}
