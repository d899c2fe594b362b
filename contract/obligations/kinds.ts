/** What a signed agreement with an event asks of one of its sides, in the order in which lists show items of the same day. */
export const obligationKinds = [
  'deposit',
  'balance',
  'additional_costs',
  'collateral',
  'guest_count',
  'cancellation',
  'short_cancellation',
  'setup',
  'end',
  'exclusivity',
] as const
export type ObligationKind = (typeof obligationKinds)[number]

/** The two sides of an agreement. */
export const agreementSides = ['company', 'partner'] as const
export type AgreementSide = (typeof agreementSides)[number]

export const obligationKindLabels: Record<ObligationKind, string> = {
  deposit: 'Deposit',
  balance: 'Balance',
  additional_costs: 'Additional costs',
  collateral: 'Delivery of materials',
  guest_count: 'Last day to change the number of guests',
  cancellation: 'Last day to cancel without cost',
  short_cancellation: 'Last day to cancel before the deposit is lost',
  setup: 'Setup',
  end: 'End and takedown',
  exclusivity: 'End of exclusivity',
}

/** The obligations to pay. They are done once they are paid, and not because somebody says so. */
export const moneyKinds = ['deposit', 'balance', 'additional_costs'] as const satisfies ObligationKind[]

/** The obligations that pass by themselves: nobody is late with them. */
export const passingKinds = [
  'cancellation',
  'short_cancellation',
  'setup',
  'end',
  'exclusivity',
] as const satisfies ObligationKind[]

/** The obligations that members see who may not sign for the partner. */
export const operationalKinds = ['collateral', 'guest_count', 'setup'] as const satisfies ObligationKind[]

export const isOneOf = (kinds: readonly ObligationKind[], kind: ObligationKind) => kinds.includes(kind)

export const obligationStatuses = ['open', 'done', 'waived'] as const
export type ObligationStatus = (typeof obligationStatuses)[number]

export const obligationStatusLabels: Record<ObligationStatus, string> = {
  open: 'Open',
  done: 'Done',
  waived: 'Waived',
}

/** The reasons for which the portal itself closes what is open. */
export const closedForLabels = {
  voided: 'The agreement was voided',
  replaced: 'A later agreement replaces this one',
  unsigned: 'The signature was taken back',
  canceled: 'The event was canceled',
  changed: 'The terms no longer ask for it',
} as const
export type ClosedFor = keyof typeof closedForLabels
export const closedForReasons = Object.keys(closedForLabels) as [ClosedFor, ...ClosedFor[]]

/** The states that a list can be limited to. `open`: has not passed by itself; `late`: is past its day at the place, unless it passes by itself. */
export const obligationStates = [...obligationStatuses, 'late'] as const
export type ObligationState = (typeof obligationStates)[number]

export const obligationSortColumns = ['due', 'amount', 'partner'] as const
export type ObligationSortColumn = (typeof obligationSortColumns)[number]

/** A column to sort by, with a `-` before it for descending order. */
export type ObligationSort = ObligationSortColumn | `-${ObligationSortColumn}`

export const obligationSorts = obligationSortColumns.flatMap((column): ObligationSort[] => [
  column,
  `-${column}`,
])
