import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  calendarDay,
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  optionalLongText,
  optionalText,
} from '../fields.ts'
import { announcedFile, FileType, filePath } from '../files/file-fields.ts'
import { limits } from '../limits.ts'
import { ObligationKind } from '../obligations/obligations.ts'
import { rowPartner } from '../overview.ts'
import { paging } from '../paging.ts'
import { withoutAccountNumbers } from './account-numbers.ts'
import { invoiceSorts, invoiceStatuses, storedInvoiceStatuses } from './invoice-status.ts'
import { RecordPayment } from './payments.ts'

const person = z.strictObject({ id, name: z.string() }).nullable()

/** An invoice of a partner, or their request for what the company owes by an agreement, which has no file. */
export const Invoice = z.strictObject({
  id,
  partnerId: id,
  /** What it is for by an agreement; null for anything else. */
  obligationId: id.nullable(),
  kind: ObligationKind.nullable(),
  documentId: id.nullable(),
  /** The number that the partner gave it. */
  number: z.string().nullable(),
  amountCents: z.int(),
  /** The ISO 4217 code of the amount. */
  currency: z.string(),
  /** The sum of the payments that name it, in cents. */
  paidCents: z.int(),
  note: z.string().nullable(),
  filePath: z.string().nullable(),
  fileName: z.string().nullable(),
  fileType: FileType.nullable(),
  /** The size in bytes. */
  fileSize: z.int().nullable(),
  /** It is paid once the payments that name it reach its amount, or once what it is for is paid. */
  status: z.enum(invoiceStatuses),
  /** The day on which the company will pay it, `YYYY-MM-DD`; null unless it is scheduled. */
  payOn: z.string().nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  receivedAt: isoDate,
  /** The person of the partner who sent it, and the member of staff who last decided about it; null to partners. */
  sentBy: person,
  decidedBy: person,
  decidedAt: isoDate.nullable(),
  updatedAt: isoDate,
})
export type Invoice = z.input<typeof Invoice>

export const listOwnInvoices = endpoint('GET', '/api/partner/invoices', {
  access: 'signed-in',
  summary: 'The invoices of the partner of the caller, latest first; empty for members who may not sign',
  query: z.strictObject(paging),
  responses: { 200: z.array(Invoice) },
})

export const InvoiceRow = Invoice.extend({ partner: rowPartner })
export type InvoiceRow = z.input<typeof InvoiceRow>

export const listAllInvoices = endpoint('GET', '/api/admin/invoices', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The invoices of all partners, latest first by default',
  query: z.strictObject({
    /** Words, all of which must occur in the name of the partner, of their business or in the number. */
    search: optionalText(limits.name),
    status: z.enum(invoiceStatuses).optional(),
    partnerId: id.optional(),
    sort: z.enum(invoiceSorts).optional(),
    ...paging,
  }),
  responses: { 200: z.array(InvoiceRow) },
})

/** Starts uploading an invoice. The bytes and the registration go the way of the proof of a task (see `task-work.ts`). */
export const requestInvoiceUpload = endpoint('POST', '/api/partner/invoices/upload', {
  access: 'onboarded',
  cost: 'upload',
  summary: 'A one-time address for uploading an invoice; 403 without the right to sign',
  body: announcedFile,
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

const { amountCents, currency } = RecordPayment.shape

export const SendInvoice = z
  .strictObject({
    obligationId: id.toLowerCase().nullish(),
    number: withoutAccountNumbers(optionalText(limits.invoiceNumber)),
    /** Left out, it is what is open of the obligation. */
    amountCents: amountCents.nullish(),
    /** Left out, it is that of the obligation, or USD. */
    currency: currency.optional(),
    note: withoutAccountNumbers(optionalLongText(limits.reason)),
    /** The path of a file that the caller has just uploaded. */
    filePath: filePath.nullish(),
  })
  .refine((form) => form.filePath || form.obligationId, { path: ['filePath'], error: 'Add the invoice' })
  .refine((form) => !form.filePath || form.number, { path: ['number'], error: 'Enter the number' })
  .refine((form) => !form.filePath || form.amountCents, { path: ['amountCents'], error: 'Enter an amount' })
export type SendInvoice = z.output<typeof SendInvoice>

export const sendInvoice = endpoint('POST', '/api/partner/invoices', {
  access: 'onboarded',
  summary:
    'Sends an invoice with its file, number and amount, or asks without a file for what the company owes; 403 without the right to sign, 409 for a number that was used and for what was already asked for',
  body: SendInvoice,
  responses: { 201: Invoice },
})

export const takeBackInvoice = endpoint('DELETE', '/api/partner/invoices/:id', {
  access: 'onboarded',
  summary: 'Takes back an invoice; 403 without the right to sign, 409 once staff have decided about it',
  params: idParams,
  responses: { 204: z.void() },
})

export const DecideInvoice = z
  .strictObject({
    status: z.enum(storedInvoiceStatuses, { error: 'Choose a status' }),
    /** The day of the payment, for an invoice that is scheduled. */
    payOn: calendarDay.nullish(),
    /** Why it is rejected, for the partner to read. */
    reason: withoutAccountNumbers(optionalLongText(limits.reason)),
    ...expectedUpdatedAt,
  })
  .refine(({ status, payOn }) => (status === 'scheduled') === Boolean(payOn), {
    path: ['payOn'],
    error: 'Enter the day of the payment',
  })
  .refine(({ status, reason }) => (status === 'rejected') === Boolean(reason), {
    path: ['reason'],
    error: 'Enter a reason',
  })
export type DecideInvoice = z.output<typeof DecideInvoice>

export const decideInvoice = endpoint('PUT', '/api/admin/invoices/:id', {
  access: 'staff',
  summary:
    'Approves, schedules or rejects an invoice, or takes that back; 409 when it has changed, was paid, or has a number that was used since',
  params: idParams,
  body: DecideInvoice,
  responses: { 200: Invoice },
})
