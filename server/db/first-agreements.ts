import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import type { Executor } from './client.ts'
import { agreementVersions } from './schema/agreement-types.ts'

// The date is earlier than that of any version that an admin can publish, whenever the portal is installed.
const publishedAt = new Date('2026-11-20T00:00:00Z')

/** Stores the agreement texts that come with the portal, unless they are stored already. */
export const installFirstAgreements = async (db: Pick<Executor, 'insert'>) => {
  const rows = Object.values(firstAgreements).map((agreement) => ({ ...agreement, publishedAt }))
  await db.insert(agreementVersions).values(rows).onConflictDoNothing()
}
