import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { onboardingNames } from '#contract/documents/agreements/agreement.ts'
import { isOneOf, moneyKinds, passingKinds } from '#contract/obligations/kinds.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { agreementEvents } from '#server/db/schema/evidence.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { payments } from '#server/db/schema/payments.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { recordEvidence } from '#server/domain-events/record.ts'
import { documentSigned } from '#server/features/documents/events.ts'
import { followAgreement } from '#server/features/obligations/follow/actions.ts'
import { recountPaid } from '#server/features/obligations/follow/data.ts'
import { paymentRecorded } from '#server/features/payments/events.ts'
import type { DemoDeps, Partner } from './people.ts'

/** One of this many partners waits for a payment that is late. */
const lateEvery = 7

/** Links the contract of each partner to their next activation, and does what fell due since the contract was signed. */
export const createObligations = async (deps: DemoDeps, partners: Partner[]) => {
  const { rows } = await deps.db.execute<{ documentId: string; activationId: string; partnerId: string }>(sql`
    select distinct on (contract.partner_id) contract.id as "documentId", coming.id as "activationId", contract.partner_id as "partnerId"
    from partner_documents contract
    join partner_activations coming on coming.partner_id = contract.partner_id and coming.activation_date > now()
    where contract.document_type = 'venue_partnership_agreement' and contract.status = 'signed' and contract.voided_at is null
    order by contract.partner_id, contract.signed_at desc, coming.activation_date desc`)
  for (const { documentId, activationId, partnerId } of rows) {
    const partner = partners.find(({ id }) => id === partnerId)
    if (!partner) continue
    await deps.db
      .update(partnerActivations)
      .set({ documentId, stage: 'confirmed', updatedAt: partnerActivations.updatedAt })
      .where(eq(partnerActivations.id, activationId))
    await followAgreement(deps.db, documentId)
    if (partner.index % lateEvery !== 3) await completeDue(deps, partner, documentId)
  }
}

/** Pays and does what was due before today, so that nothing of the demo happens later than now. */
const completeDue = async (deps: DemoDeps, partner: Partner, documentId: string) => {
  const { db } = deps
  const due = await db
    .select()
    .from(obligations)
    .where(sql`${obligations.documentId} = ${documentId} and ${obligations.dueOn} < current_date`)
  for (const { id, kind, amountCents, dueOn } of due) {
    if (isOneOf(moneyKinds, kind)) {
      if (amountCents !== null) await pay(deps, partner, { id, kind, documentId, amountCents, dueOn })
    } else if (!isOneOf(passingKinds, kind)) {
      const decidedAt = new Date(`${dueOn}T16:00:00Z`)
      await db
        .update(obligations)
        .set({ status: 'done', decidedAt, decidedBy: partner.caretaker.id })
        .where(eq(obligations.id, id))
    }
  }
  await recountPaid(db, documentId)
}

type Due = Pick<typeof obligations.$inferSelect, 'id' | 'kind' | 'documentId' | 'dueOn'> & {
  amountCents: number
}

const pay = async ({ db, journal }: DemoDeps, partner: Partner, due: Due) => {
  const { id: obligationId, kind, documentId, amountCents, dueOn } = due
  const recordedAt = new Date(`${dueOn}T15:30:00Z`)
  const entry = {
    id: randomUUID(),
    partnerId: partner.id,
    documentId,
    invoiceId: null,
    paidBy: 'company' as const,
    amountCents,
    currency: 'USD',
    paidOn: dueOn,
    method: 'bank_transfer' as const,
    reference: `ACH ${1000 + partner.index}`,
    reversesId: null,
  }
  await db.insert(payments).values({
    ...entry,
    obligationId,
    recordedBy: partner.caretaker.id,
    idempotencyKey: entry.id,
    requestSha256: '',
    createdAt: recordedAt,
  })
  const { partnerId: _partner, ...after } = { ...entry, kind }
  const payment = { ...entry, kind }
  journal.record(recordedAt, paymentRecorded, partner.caretaker, { payment, after })
  await addSignature(db, partner, documentId)
  await recordEvidence(db, paymentRecorded, partner.caretaker, { payment })
}

/** Adds the signature to the evidence, before what follows from it, unless it is there. */
const addSignature = async (db: DemoDeps['db'], partner: Partner, documentId: string) => {
  const ofDocument = eq(agreementEvents.documentId, documentId)
  if ((await db.$count(agreementEvents, and(ofDocument, eq(agreementEvents.type, 'signed')))) > 0) return
  const [signature] = await db
    .select()
    .from(documentSignatures)
    .where(eq(documentSignatures.documentId, documentId))
  const document = { id: documentId, documentName: onboardingNames.venue_partnership_agreement }
  if (signature)
    await recordEvidence(db, documentSigned, partner.user, { document, profile: partner, signature })
}
