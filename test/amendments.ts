import { eq } from 'drizzle-orm'
import type { FormerlyNamed } from '#contract/documents/amendments.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { createPartner } from './factories.ts'
import { signing } from './signing.ts'

/** The name of the partner in the agreements that the factories sign. */
export const signedName = signing.nda.signatureData.recipientCompany

export const rename = async (portal: Pick<TestApp, 'db'>, partnerId: string, businessName: string) => {
  await portal.db.update(partnerProfiles).set({ businessName }).where(eq(partnerProfiles.id, partnerId))
}

/** Creates a partner who has signed both agreements of onboarding, and whose business name has changed since. */
export const createRenamed = async (portal: Pick<TestApp, 'db' | 'deps'>, businessName: string) => {
  const partner = await createPartner(portal, { status: 'completed' })
  await rename(portal, partner.profile.id, businessName)
  const profile = { ...partner.profile, businessName }
  return { ...partner, profile, url: `/api/admin/partners/${partner.profile.id}/amendments` }
}

/** Prepares an amendment of everything that keeps a former name. */
export const prepare = async (staff: Browser, url: string, more = {}) => {
  const { businessName, agreements } = (await staff.get(url)).json<FormerlyNamed>()
  return staff.post(url, { businessName, documentIds: agreements.map(({ id }) => id), ...more })
}

/** Signs an amendment in the portal as its partner. */
export const signAmendment = async (own: Browser, id: string) => {
  const { documentType, appendixA } = (await own.get(`/api/partner/documents/${id}`)).json()
  const { signerName, signerTitle, signatureDate, digitalSignature } = signing.nda.signatureData
  const signer = { signerName, signerTitle, signatureDate, digitalSignature }
  return own.post('/api/partner/documents', {
    documentType,
    documentId: id,
    signatureData: { ...appendixA, ...signer },
  })
}
