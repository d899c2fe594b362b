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

const amount = z.string().transform((text, context) => {
  const cents = parseHundredths(text.trim().replace(/^\$/, ''))
  if (cents !== undefined) return cents
  context.issues.push({ code: 'custom', message: 'Enter an amount, for example, 2,500.00', input: text })
  return z.NEVER
})

/** The schema of the form: its amount is a text, and its partner is chosen in it. */
export const paymentSchema = z
  .strictObject({
    partner,
    paidBy,
    amount: amount.pipe(amountCents),
    currency: z.string().trim().toUpperCase().pipe(currency),
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

/** Fills the form: with what is open of an obligation, paid today by the side that owes it. */
export const valuesOfPayment = (
  partner: PaymentValues['partner'],
  obligation: Obligation | undefined,
): PaymentValues => {
  const open = obligation?.amountCents ? obligation.amountCents - obligation.paidCents : 0
  return {
    partner,
    paidBy: obligation?.owedBy ?? 'company',
    amount: open > 0 ? writtenHundredths(open) : '',
    currency: obligation?.currency ?? 'USD',
    paidOn: calendarDay(new Date()),
    method: '',
    reference: '',
  }
}
