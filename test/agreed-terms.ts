import { agreedTerms } from '#contract/documents/agreed-terms.ts'
import type { OnboardingType } from '#contract/documents/agreements/agreement.ts'
import { listDocumentsOfType } from '#server/features/documents/data.ts'
import { enteredTermsOf } from '#server/features/documents/terms.ts'
import { getProfileByUser } from '#server/features/partners/profile/data.ts'
import type { TestApp } from './app.ts'

/** Returns the agreed terms of the agreement with this id or, without an id, of the oldest open agreement of the type. */
export const agreedTermsOf = async (
  { db }: Pick<TestApp, 'db'>,
  user: { id: string },
  documentType: OnboardingType,
  documentId: string | undefined,
) => {
  const profile = await getProfileByUser(db, user.id)
  if (!profile) return {}
  const ofType = await listDocumentsOfType(db, profile.id, documentType)
  const document = ofType.find(({ id, status }) => (documentId ? id === documentId : status === 'pending'))
  return document
    ? agreedTerms(await enteredTermsOf(db, { ...document, partnerId: profile.id }, profile))
    : {}
}
