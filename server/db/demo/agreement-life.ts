import { eq } from 'drizzle-orm'
import { onboardingNames } from '#contract/documents/agreements/agreement.ts'
import { utcDay } from '#contract/documents/standing.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import type { documentSignatures } from '#server/db/schema/signatures.ts'
import { recordEvidence } from '#server/domain-events/record.ts'
import {
  documentDatesChanged,
  documentDeclined,
  documentSigned,
  documentVoided,
} from '#server/features/documents/events.ts'
import { daysAgo, onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

type Row = Pick<
  typeof partnerDocuments.$inferInsert,
  'partnerId' | 'documentType' | 'status' | 'signedAt'
> & {
  id: string
}
interface Made {
  document: Row
  evidence?: Omit<typeof documentSignatures.$inferSelect, 'id'>
}

const name = onboardingNames.venue_partnership_agreement

/** Declines, voids or sets an end to the contracts of the partners whose demo data asks for it. */
export const addAgreementLife = async (deps: DemoDeps, partners: Partner[], made: Made[]) => {
  for (const partner of partners) {
    const contracts = made
      .filter(({ document }) => document.partnerId === partner.id)
      .filter(({ document }) => document.documentType === 'venue_partnership_agreement')
    const [first] = contracts
    const last = contracts.at(-1)
    if (first && partner.declined !== undefined) await decline(deps, partner, first, partner.declined)
    if (first && partner.firstVoided !== undefined) await voidIt(deps, partner, first, partner.firstVoided)
    if (last && partner.endsInDays !== undefined) await end(deps, partner, last, partner.endsInDays)
  }
}

/** Updates the columns of an agreement. Returns the data that its events contain. */
const change = async (
  { db }: DemoDeps,
  partner: Partner,
  { document: { id }, evidence }: Made,
  columns: Partial<typeof partnerDocuments.$inferInsert>,
) => {
  await db.update(partnerDocuments).set(columns).where(eq(partnerDocuments.id, id))
  const about = { document: { id, documentName: name }, profile: partner }
  if (evidence) await recordEvidence(db, documentSigned, partner.user, { ...about, signature: evidence })
  return about
}

const decline = async (deps: DemoDeps, partner: Partner, contract: Made, days: number) => {
  const at = onWorkday(days, '10:40')
  const reason = "Two weeks' notice for a cancellation is too short for us. Could we make it four?"
  const about = await change(deps, partner, contract, {
    declinedAt: at,
    declineReason: reason,
    updatedAt: at,
  })
  const declined = { ...about, reason }
  deps.journal.record(at, documentDeclined, partner.user, declined)
  await recordEvidence(deps.db, documentDeclined, partner.user, declined)
}

const voidIt = async (deps: DemoDeps, partner: Partner, contract: Made, days: number) => {
  const at = onWorkday(days, '16:30')
  const reason = "It named the owner's former company. The second contract has the right one."
  const about = await change(deps, partner, contract, { voidedAt: at, voidReason: reason, updatedAt: at })
  const { signedAt } = contract.document
  const after = { partnerId: partner.id, voidedAt: at, reason }
  const voided = { ...about, voidedAt: at, reason, before: { signedAt }, after }
  deps.journal.record(at, documentVoided, partner.caretaker, voided)
  await recordEvidence(deps.db, documentVoided, partner.caretaker, voided)
}

const end = async (deps: DemoDeps, partner: Partner, contract: Made, days: number) => {
  const { signedAt } = contract.document
  const dates = { effectiveOn: signedAt ? utcDay(signedAt) : null, endsOn: utcDay(daysAgo(-days)) }
  const about = await change(deps, partner, contract, dates)
  const changed = { ...about, ...dates, wasDeclined: false }
  await recordEvidence(deps.db, documentDatesChanged, partner.caretaker, changed)
}
