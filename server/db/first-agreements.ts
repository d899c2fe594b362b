import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import type { Executor } from './client.ts'
import { agreementVersions } from './schema/agreement-types.ts'

/** Stores the agreement texts that come with the portal, unless they are stored already. */
export const installFirstAgreements = async (db: Pick<Executor, 'insert'>) => {
  const rows = Object.values(firstAgreements).map((agreement) => ({
    ...agreement,
    // The dates are earlier than that of any version that an admin can publish, whenever the portal is installed.
    publishedAt: new Date(`${agreement.version}T00:00:00Z`),
  }))
  await db.insert(agreementVersions).values(rows).onConflictDoNothing()
}
