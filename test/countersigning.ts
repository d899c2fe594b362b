import { sql } from 'drizzle-orm'
import type { OnboardingType } from '#contract/documents/agreements/agreement.ts'
import { countersignDocument } from '#server/features/documents/countersigning/actions.ts'
import type { TestApp } from './app.ts'
import { createPartner, createUser, sign } from './factories.ts'
import { documentIdOf } from './partner-rows.ts'

type Portal = Pick<TestApp, 'db' | 'deps'>

/** Sets whether the company signs agreements of a type, too, from now on. */
export const setCountersigned = ({ db }: Pick<TestApp, 'db'>, type: OnboardingType, isCountersigned = true) =>
  db.execute(sql`update agreement_types set is_countersigned = ${isCountersigned} where id = ${type}`)

/** Creates an NDA that a new partner has signed and that waits for the company's signature. */
export const awaitingCompany = async (portal: Portal) => {
  const partner = await createPartner(portal)
  await setCountersigned(portal, 'nda')
  const { evidence } = await sign(portal, partner.user, 'nda')
  await setCountersigned(portal, 'nda', false)
  return { partner, id: documentIdOf(partner, 'nda'), textSha256: evidence?.textSha256 ?? '' }
}

/** Signs an agreement for the company with the portal's own code. */
export const countersign = async (portal: Portal, id: string, textSha256: string) => {
  const admin = await createUser(portal, { role: 'admin', firstName: 'Robin', lastName: 'Vale' })
  const signer = {
    id: admin.id,
    email: admin.email,
    ipAddress: '192.0.2.8',
    userAgent: 'Mozilla/5.0 (Factory)',
    signInMethod: 'passkey' as const,
    signedInAt: new Date(),
  }
  const countersigning = { signerName: 'Robin Vale', signerTitle: 'Director', textSha256 }
  await countersignDocument({ ...portal.deps, db: portal.db }, admin, signer, id, countersigning)
  return admin
}

/** Creates an NDA with both signatures, whose PDFs are not sealed yet. */
export const createCountersigned = async (portal: Portal) => {
  const { partner, id, textSha256 } = await awaitingCompany(portal)
  return { partner, id, admin: await countersign(portal, id, textSha256) }
}
