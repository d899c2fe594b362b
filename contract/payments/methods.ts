/** The ways in which money is paid. */
export const paymentMethods = ['bank_transfer', 'check', 'wire', 'card', 'cash', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer (ACH)',
  check: 'Check',
  wire: 'Wire',
  card: 'Card',
  cash: 'Cash',
  other: 'Other',
}

export const paymentSorts = ['-paid', 'paid', '-amount', 'amount', 'partner', '-partner'] as const
export type PaymentSort = (typeof paymentSorts)[number]
