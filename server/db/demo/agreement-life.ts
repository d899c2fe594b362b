import { eq } from 'drizzle-orm'
import { onboardingNames } from '#contract/documents/agreements/agreement.ts'
import type { EvidenceEventType } from '#contract/documents/evidence.ts'
import { utcDay } from '#contract/documents/standing.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import type { documentSignatures } from '#server/db/schema/signatures.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { appendEvents } from '#server/domain-events/chain/data.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { signingEvidence } from '#server/features/documents/signing/evidence.ts'
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

/** Has contracts declined, voided, or about to end, as the particulars of their partners say. */
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

/** Stores what became of an agreement, and its events. */
const change = (
  { db }: DemoDeps,
  { document: { id }, evidence }: Made,
  columns: Partial<typeof partnerDocuments.$inferInsert>,
  event: Partial<Record<EvidenceEventType, Record<string, unknown>>>,
) =>
  db.transaction(async (tx) => {
    await tx.update(partnerDocuments).set(columns).where(eq(partnerDocuments.id, id))
    const added = Object.entries({ ...(evidence && signingEvidence(evidence)), ...event })
    await appendEvents(
      tx,
      added.map(([type, data]) => ({ documentId: id, type: type as EvidenceEventType, data })),
    )
  })

const decline = async (deps: DemoDeps, { id, user }: Partner, contract: Made, days: number) => {
  const at = onWorkday(days, '10:40')
  const reason = 'Two weeks for a cancellation are too short for our calendar. Could we make it four?'
  await change(
    deps,
    contract,
    { declinedAt: at, declineReason: reason, updatedAt: at },
    { declined: { by: user.id, reasonSha256: valueHash(reason) } },
  )
  const documentId = contract.document.id
  deps.journal.activity(id, at, user, ['document_declined', `${name} declined`], { documentId })
}

const voidIt = async (deps: DemoDeps, partner: Partner, contract: Made, days: number) => {
  const { id: partnerId, user, caretaker } = partner
  const at = onWorkday(days, '16:30')
  const reason = 'It named the former company of the owner. The second contract has the right one.'
  const by = caretaker.id
  const proof = { voidedAt: at.toISOString(), reasonSha256: valueHash(reason) }
  const columns = { voidedAt: at, voidReason: reason, updatedAt: at }
  await change(deps, contract, columns, { voided: { by, ...proof } })
  const { id, signedAt } = contract.document
  deps.journal.activity(partnerId, at, caretaker, ['document_voided', `${name} voided`], { documentId: id })
  deps.journal.audit(caretaker, at, {
    action: 'document.voided',
    subject: { id, name: `${name}: ${nameOf(user)}` },
    before: { signedAt },
    after: { partnerId, voidedAt: at, reason },
  })
}

const end = async (deps: DemoDeps, { caretaker }: Partner, contract: Made, days: number) => {
  const { signedAt } = contract.document
  const dates = { effectiveOn: signedAt ? utcDay(signedAt) : null, endsOn: utcDay(daysAgo(-days)) }
  await change(deps, contract, dates, { dates_changed: { by: caretaker.id, ...dates } })
}
