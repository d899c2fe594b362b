import { z } from 'zod'
import type { WithPartner } from '#client/domain/partner-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { parseHundredths, writtenHundredths } from '#client/lib/hundredths.ts'
import { calendarDay } from '#client/lib/local-moment.ts'
import type { AgreementSide } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { RecordPayment } from '#contract/payments/payments.ts'

const { paidBy, amountCents, currency, paidOn, method, reference } = RecordPayment.shape

const partner = z.custom<RowPartner | null>().refine((chosen) => chosen !== null, 'Choose a partner')

const cents = z.string().transform((text, context) => {
  const read = parseHundredths(text.trim().replace(/^\$/, ''))
  if (read !== undefined) return read
  context.issues.push({ code: 'custom', message: 'Enter an amount, for example, 2,500.00', input: text })
  return z.NEVER
})

/** An amount that is typed as a text, as cents. */
export const amount = cents.pipe(amountCents)
export const currencyCode = z.string().trim().toUpperCase().pipe(currency)

/** The schema of the form: its amount is a text, and its partner is chosen in it. */
export const paymentSchema = z
  .strictObject({
    partner,
    paidBy,
    amount,
    currency: currencyCode,
    paidOn,
    method,
    reference,
  })
  .transform(({ partner, amount, ...form }) => ({
    ...form,
    partnerId: partner?.id ?? '',
    amountCents: amount,
  }))

export type PaymentValues = WithPartner & {
  paidBy: AgreementSide
  amount: string
  currency: string
  paidOn: string
  method: string
  reference: string
}

/** What is paid: an obligation or an invoice. */
export type Payable = Pick<Obligation, 'owedBy' | 'amountCents' | 'paidCents' | 'currency'>

/** Fills the form: with what is open of an obligation or of an invoice, paid today by the side that owes it. */
export const valuesOfPayment = (
  partner: PaymentValues['partner'],
  owed: Payable | undefined,
): PaymentValues => {
  const open = owed?.amountCents ? owed.amountCents - owed.paidCents : 0
  return {
    partner,
    paidBy: owed?.owedBy ?? 'company',
    amount: open > 0 ? writtenHundredths(open) : '',
    currency: owed?.currency ?? 'USD',
    paidOn: calendarDay(new Date()),
    method: '',
    reference: '',
  }
}
