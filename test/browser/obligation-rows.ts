import type { Obligation } from '#contract/obligations/obligations.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { profile } from './people.ts'

let last = 0
const newId = () => `88888888-8888-4888-8888-${String(++last).padStart(12, '0')}`

/** A deposit that the company owes `partner`, of which nothing is paid. */
export const obligationRow = (fields: Partial<Obligation> = {}): Obligation => ({
  id: newId(),
  partnerId: profile.id,
  activationId: null,
  documentId: '99999999-9999-4999-8999-999999999999',
  kind: 'deposit',
  owedBy: 'company',
  amountCents: 625_000,
  currency: 'USD',
  paidCents: 0,
  dueOn: '2149-04-17',
  time: null,
  status: 'open',
  isLate: false,
  hasPassed: false,
  clause: '4.2',
  closedFor: null,
  note: null,
  filePath: null,
  fileName: null,
  fileType: null,
  fileSize: null,
  updatedAt: '2026-11-20T15:00:00.000Z',
  ...fields,
})

/** A payment of the company to `partner`. */
export const paymentRow = (fields: Partial<Payment> = {}): Payment => ({
  id: newId(),
  partnerId: profile.id,
  obligationId: null,
  kind: 'deposit',
  documentId: '99999999-9999-4999-8999-999999999999',
  activationId: null,
  invoiceId: null,
  paidBy: 'company',
  amountCents: 250_000,
  currency: 'USD',
  paidOn: '2026-11-20',
  method: 'check',
  reference: 'Check 1042',
  reversesId: null,
  isReversed: false,
  recordedBy: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  ...fields,
})
