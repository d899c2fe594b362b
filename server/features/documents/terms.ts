import { type EnteredTerms, enteredTerms, isFirstContract } from '#contract/documents/agreed-terms.ts'
import type { Executor } from '#server/db/client.ts'
import { listDocumentsOfType } from './data.ts'

interface Document {
  id: string
  partnerId: string
  documentType: string
  appendixA: Record<string, string> | null
}

/** Returns the terms that staff have entered for an agreement. The partner's first contract falls back to the terms of the profile. */
export const enteredTermsOf = async (db: Executor, document: Document, profile: EnteredTerms) => {
  const ofType = await listDocumentsOfType(db, document.partnerId, document.documentType)
  return enteredTerms(document, isFirstContract(document, ofType) ? profile : null)
}
