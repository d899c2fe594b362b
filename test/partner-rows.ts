import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { OnboardingType } from '#contract/documents/agreements/agreement.ts'
import { partnerActivities, partnerDocuments } from '#server/db/schema/partners.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import type { TestApp } from './app.ts'
import type { createPartner } from './factories.ts'

type Portal = Pick<TestApp, 'db'>
type Partner = Awaited<ReturnType<typeof createPartner>>

/** Returns the id of the agreement of a type that the partner was created with. */
export const documentIdOf = ({ documents }: Partner, type: OnboardingType) => {
  const document = documents.find(({ documentType }) => documentType === type)
  if (!document) throw new Error(`this partner has no ${type}`)
  return document.id
}

// The text that searches compare follows the names of the partner, also once an agreement is signed.
const { searchText: _search, ...documentColumns } = getTableColumns(partnerDocuments)

/** A partner's agreements in the database. */
export const documentsOf = ({ db }: Portal, { profile }: { profile: { id: string } }) =>
  db
    .select(documentColumns)
    .from(partnerDocuments)
    .where(eq(partnerDocuments.partnerId, profile.id))
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.documentType))

/** The stored signatures of a partner. */
export const signaturesOf = ({ db }: Portal, { user }: { user: { id: string } }) =>
  db.select().from(documentSignatures).where(eq(documentSignatures.signerId, user.id))

/** A partner's activity, the oldest first. */
export const activitiesOf = ({ db }: Portal, { profile }: { profile: { id: string } }) =>
  db
    .select()
    .from(partnerActivities)
    .where(eq(partnerActivities.partnerId, profile.id))
    .orderBy(asc(partnerActivities.createdAt), asc(partnerActivities.sequence))

/** The types of a partner's activity, the oldest first. */
export const activityTypesOf = async (portal: Portal, partner: { profile: { id: string } }) =>
  (await activitiesOf(portal, partner)).map(({ activityType }) => activityType)
