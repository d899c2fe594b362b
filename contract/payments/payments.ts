import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDay, id, idParams, isoDate, optionalText, requiredLongText } from '../fields.ts'
import { limits } from '../limits.ts'
import { AgreementSide, ObligationKind } from '../obligations/obligations.ts'
import { rowPartner } from '../overview.ts'
import { paging } from '../paging.ts'
import { wholeNumber } from '../query-values.ts'
import { withoutAccountNumbers } from './account-numbers.ts'
import { paymentMethods, paymentSorts } from './methods.ts'

/** The most that one payment can be, in cents. */
export const maxPaymentCents = 100_000_000_00

/** A payment that staff have recorded, or the reversal of one. Entries are only ever added. */
export const Payment = z.strictObject({
  id,
  partnerId: id,
  /** The obligation that the payment counts toward; null for none. */
  obligationId: id.nullable(),
  kind: ObligationKind.nullable(),
  documentId: id.nullable(),
  activationId: id.nullable(),
  /** The invoice that the payment is for; null for none. */
  invoiceId: id.nullable(),
  paidBy: AgreementSide,
  /** In cents; negative for a reversal. */
  amountCents: z.int(),
  /** The ISO 4217 code. */
  currency: z.string(),
  /** The day of the payment, `YYYY-MM-DD`. */
  paidOn: z.string(),
  method: z.enum(paymentMethods),
  /** What identifies the payment elsewhere, such as the number of a check; of a reversal its reason. */
  reference: z.string().nullable(),
  /** The payment that this entry reverses. */
  reversesId: id.nullable(),
  isReversed: z.boolean(),
  /** The member of staff who recorded it; null to partners. */
  recordedBy: z.strictObject({ id, name: z.string() }).nullable(),
  createdAt: isoDate,
})
export type Payment = z.input<typeof Payment>

export const listOwnPayments = endpoint('GET', '/api/partner/payments', {
  access: 'signed-in',
  summary: 'The payments of the partner of the caller, latest first; empty for members who may not sign',
  query: z.strictObject(paging),
  responses: { 200: z.array(Payment) },
})

const filters = {
  /** Words, all of which must occur in the name of the partner, of their business or in the reference. */
  search: optionalText(limits.name),
  partnerId: id.optional(),
  obligationId: id.optional(),
  documentId: id.optional(),
  paidBy: AgreementSide.optional(),
  /** The first and the last day of the payments. */
  from: calendarDay.optional(),
  until: calendarDay.optional(),
  sort: z.enum(paymentSorts).optional(),
}

export const PaymentRow = Payment.extend({ partner: rowPartner })
export type PaymentRow = z.input<typeof PaymentRow>

export const listAllPayments = endpoint('GET', '/api/admin/payments', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The payments of all partners, latest first by default',
  query: z.strictObject({ ...filters, ...paging }),
  responses: { 200: z.array(PaymentRow) },
})

/** Pages link to this address. */
export const exportPayments = endpoint('GET', '/api/admin/payments/export', {
  access: 'staff',
  cost: 'export',
  summary: 'The payments that match the filters as a CSV file for accounting, in the order of the list',
  query: z.strictObject(filters),
  responses: {},
})

export const listPaymentTotals = endpoint('GET', '/api/admin/payments/totals', {
  access: 'staff',
  byToken: true,
  summary: 'What was paid to each partner and by them within a year, by currency, for Form 1099',
  query: z.strictObject({
    /** The current year if it is left out. */
    year: wholeNumber(1900, 2200, 'Enter a year').optional(),
    ...paging,
  }),
  responses: {
    200: z.array(
      z.strictObject({
        id: z.string(),
        partner: rowPartner,
        currency: z.string(),
        /** What the company paid to the partner, less reversals, in cents; and the partner to the company. */
        paidCents: z.int(),
        receivedCents: z.int(),
      }),
    ),
  },
})

const centsMessage = 'Enter a whole number of cents'

export const RecordPayment = z.strictObject({
  partnerId: id.toLowerCase(),
  obligationId: id.toLowerCase().nullish(),
  /** The invoice that it pays, which also says the obligation. */
  invoiceId: id.toLowerCase().nullish(),
  paidBy: AgreementSide.default('company'),
  amountCents: z.int(centsMessage).positive('Enter an amount').max(maxPaymentCents, 'Enter a smaller amount'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency, for example, USD'),
  paidOn: calendarDay,
  method: z.enum(paymentMethods, { error: 'Choose how it was paid' }),
  reference: withoutAccountNumbers(optionalText(limits.name)),
  /** Confirms another currency than that of the obligation, or more than is open of it. */
  isConfirmed: z.boolean().optional(),
})
export type RecordPayment = z.output<typeof RecordPayment>

export const recordPayment = endpoint('POST', '/api/admin/payments', {
  access: 'staff',
  summary:
    'Records a payment. The `Idempotency-Key` header is required: a request that repeats one gets the same payment. 409 for another currency and for more than is open until `isConfirmed`, for an invoice that is not approved, for additional costs with an approved invoice that is not named, and for a key that was used for another request',
  body: RecordPayment,
  responses: { 201: Payment },
})

export const reversePayment = endpoint('POST', '/api/admin/payments/:id/reversal', {
  access: 'staff',
  summary:
    'Reverses a payment by an entry of the opposite amount. The `Idempotency-Key` header is required. 409 for a reversal, and for a payment that was reversed',
  params: idParams,
  body: z.strictObject({
    reason: withoutAccountNumbers(requiredLongText(limits.name, 'Enter a reason')),
  }),
  responses: { 201: Payment },
})
