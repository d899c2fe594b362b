import { and, asc, eq } from 'drizzle-orm'
import { invoices } from '#server/db/schema/invoices.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { followAgreement } from '#server/features/obligations/follow/actions.ts'
import * as events from '#server/features/payments/invoices/events.ts'
import { pick } from '#server/pick.ts'
import { readSample, storeSample } from './files.ts'
import { after } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'

const day = 86_400_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** What became of the invoices, one after the other. */
const outcomes = [
  { status: 'received' },
  { status: 'scheduled', event: events.invoiceScheduled },
  { status: 'rejected', event: events.invoiceRejected },
  { status: 'approved', event: events.invoiceApproved },
] as const

/** Sends an invoice for the additional costs of each event, and decides about most of them. */
export const createInvoices = async ({ db, store, journal }: DemoDeps, partners: Partner[]) => {
  const owed = await db
    .select(pick(obligations, 'id', 'partnerId', 'documentId'))
    .from(obligations)
    .where(and(eq(obligations.kind, 'additional_costs'), eq(obligations.status, 'open')))
    .orderBy(asc(obligations.dueOn), asc(obligations.id))
  const bytes = await readSample('files', 'invoice.pdf')
  for (const [index, { id: obligationId, partnerId, documentId }] of owed.entries()) {
    const partner = partners.find(({ id }) => id === partnerId)
    const { status, ...outcome } = outcomes[index % outcomes.length] ?? outcomes[0]
    if (!partner) continue
    const receivedAt = new Date(Date.now() - (index + 2) * day)
    const decidedAt = status === 'received' ? null : after(receivedAt, 1)
    const number = `2026-${104 + index}`
    const stored = await storeSample(store, bytes, { fileName: `Invoice ${number}.pdf`, fileType: 'pdf' })
    const [invoice] = await db
      .insert(invoices)
      .values({
        ...{ partnerId, obligationId, number, status, receivedAt, decidedAt, currency: 'USD' },
        amountCents: 38_000 + 4_250 * index,
        note: 'Forty more chairs and two heaters, as we agreed',
        payOn: status === 'scheduled' ? dayOf(Date.now() + 5 * day) : null,
        reason: status === 'rejected' ? 'The heaters are missing on the delivery note.' : null,
        ...{ filePath: stored.objectKey, fileSha256: stored.sha256 },
        ...pick(stored, 'fileName', 'fileType', 'fileSize'),
        sentBy: partner.user.id,
        decidedBy: decidedAt && partner.caretaker.id,
        updatedAt: decidedAt ?? receivedAt,
      })
      .returning()
    if (!invoice) continue
    const about = { invoice: { ...invoice, documentId, name: `Invoice ${number}` } }
    journal.record(receivedAt, events.invoiceReceived, partner.user, about)
    if (decidedAt && 'event' in outcome) journal.record(decidedAt, outcome.event, partner.caretaker, about)
    await followAgreement(db, documentId)
  }
}
