import { type ObligationKind, obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { valueHash } from '#server/domain-events/chain/event-hash.ts'
import { type Changes, eventsAbout, type Fields } from '#server/domain-events/event.ts'
import { notifyOfPayment } from '#server/features/notifications/notify/data.ts'
import { notifyOfInvoice } from '#server/features/notifications/notify/invoices/data.ts'

interface PaymentEntry {
  id: string
  partnerId: string
  documentId: string | null
  invoiceId: string | null
  kind: ObligationKind | null
  paidBy: string
  amountCents: number
  currency: string
  paidOn: string
  method: string
  reference: string | null
  reversesId: string | null
}

type About = Changes & { payment: PaymentEntry }

const paymentEvent = eventsAbout<About>({
  subject: ({ payment }) => ({ id: payment.id, name: nameOf(payment) }),
  partnerId: ({ payment }) => payment.partnerId,
  metadata: ({ payment }) => (payment.documentId ? { documentId: payment.documentId } : {}),
  documentId: ({ payment }) => payment.documentId ?? '',
})

const nameOf = ({ kind }: PaymentEntry) => (kind ? obligationKindLabels[kind] : 'Payment')

/** Builds the evidence of an entry. The reference is text that people have typed, so the evidence has its hash. */
const evidenceOf = ({ payment }: About, by: Actor | null): Fields => {
  const { id: paymentId, partnerId: _partner, documentId: _agreement, reference, ...entry } = payment
  return {
    by: by?.id,
    paymentId,
    ...entry,
    referenceSha256: reference === null ? null : valueHash(reference),
  }
}

// No line names an amount.
export const paymentRecorded = paymentEvent('payment.recorded', {
  activity: { payment_recorded: ({ payment }) => `${nameOf(payment)}: payment recorded` },
  audit: 'of anyone',
  evidence: { payment_recorded: evidenceOf },
  notify: {
    payment_recorded: async (tx, occurred) => {
      for (const { payment } of occurred) {
        const { documentId, invoiceId, paidBy } = payment
        if (paidBy !== 'company') continue
        if (documentId) await notifyOfPayment(tx, documentId, nameOf(payment))
        else if (invoiceId) await notifyOfInvoice(tx, 'payment_recorded', invoiceId, 'Payment recorded')
      }
    },
  },
})

export const paymentReversed = paymentEvent('payment.reversed', {
  activity: { payment_reversed: ({ payment }) => `${nameOf(payment)}: payment reversed` },
  audit: 'of anyone',
  evidence: { payment_reversed: evidenceOf },
})
