import { eq } from 'drizzle-orm'
import { agreedTerms } from '#contract/documents/agreed-terms.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import type { TestApp } from './app.ts'
import { createPartner } from './factories.ts'
import { documentIdOf } from './partner-rows.ts'
import { signing } from './signing.ts'

const type = 'venue_partnership_agreement'

/**
 * Signs the venue agreement of a partner in the portal, with these terms, which staff have entered as free text.
 * @returns the partner, the id of the agreement, and the session of the signer
 */
export const signEvent = async (
  portal: TestApp,
  terms: Record<string, string> = {},
  given?: Awaited<ReturnType<typeof createPartner>>,
) => {
  const partner = given ?? (await createPartner(portal))
  const id = documentIdOf(partner, type)
  await portal.db.update(partnerDocuments).set({ appendixA: terms }).where(eq(partnerDocuments.id, id))
  const signatureData = { ...signing[type].signatureData, ...agreedTerms(terms) }
  const browser = await portal.signIn(partner.user)
  const signed = await browser.post('/api/partner/documents', { documentType: type, signatureData })
  if (signed.statusCode !== 201) throw new Error(signed.body)
  return { partner, id, browser }
}

type Browser = Awaited<ReturnType<TestApp['signIn']>>

/** Signs another venue agreement of a partner, which replaces the earlier ones, with these terms. Returns its id. */
export const replaceEvent = async (
  staff: Browser,
  { partner, browser }: Pick<Awaited<ReturnType<typeof signEvent>>, 'partner' | 'browser'>,
  terms: Record<string, string> = {},
): Promise<string> => {
  const ofPartner = { documentType: type, partnerId: partner.profile.id }
  const added = await staff.post('/api/admin/documents', {
    ...ofPartner,
    replacesEarlier: true,
    appendixA: terms,
  })
  const documentId: string = added.json().id
  const signatureData = { ...signing[type].signatureData, ...terms }
  const signed = await browser.post('/api/partner/documents', {
    documentType: type,
    documentId,
    signatureData,
  })
  if (signed.statusCode !== 201) throw new Error(signed.body)
  return documentId
}

/** Returns an agreement's obligation of a kind as a member of staff sees it. */
export const obligationOf = async (staff: Browser, documentId: string, kind: string): Promise<Obligation> => {
  const listed: Obligation[] = (await staff.get(`/api/partner/documents/${documentId}/obligations`)).json()
  const found = listed.find((each) => each.kind === kind)
  if (!found) throw new Error(`This agreement has no obligation ${kind}`)
  return found
}
