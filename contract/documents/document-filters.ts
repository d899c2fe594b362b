/**
 * The states that a list of agreements can be limited to. `signed` counts all that are not voided, even if they have ended or wait for the
 * company; `latest` only each partner's newest of a type. `next` is what its partner has to sign next in onboarding. `ending` ends soon.
 */
export const documentStates = [
  'to_sign',
  'next',
  'declined',
  'signed',
  'latest',
  'waiting_for_company',
  'unsealed',
  'ending',
  'ended',
  'void',
  'not_void',
] as const
export type DocumentState = (typeof documentStates)[number]

export const documentStateLabels: Record<DocumentState, string> = {
  to_sign: 'To sign',
  next: 'Next in onboarding',
  declined: 'Declined',
  signed: 'Signed',
  latest: 'Latest signed',
  waiting_for_company: 'Company to sign',
  unsealed: 'Not sealed',
  ending: 'Ending soon',
  ended: 'Ended',
  void: 'Voided',
  not_void: 'Not voided',
}

/** For how many days before its last day an agreement counts as ending. */
export const endingDays = 60

/** After how many days without a signature an agreement needs attention. */
export const longUnsignedDays = 7

export const documentSortColumns = ['sent', 'partner', 'event', 'opened', 'signed', 'ends'] as const
export type DocumentSortColumn = (typeof documentSortColumns)[number]

/** A column to sort by, with a `-` before it for descending order. */
export type DocumentSort = DocumentSortColumn | `-${DocumentSortColumn}`

export const documentSorts = documentSortColumns.flatMap((column): DocumentSort[] => [column, `-${column}`])

/** A query of `GET /api/admin/documents`. */
export type DocumentQuery = Partial<
  Record<
    'type' | 'version' | 'olderThan' | 'access' | 'partnerId' | 'manager' | 'shared' | 'joinedLater',
    string
  >
> & { status?: DocumentState }

/** The agreements behind each number that the portal shows of all agreements. */
export const countedDocuments = {
  unsigned: { status: 'to_sign', olderThan: String(longUnsignedDays), access: 'enabled' },
  declined: { status: 'declined', access: 'enabled' },
  unsealed: { status: 'unsealed' },
  toCountersign: { status: 'waiting_for_company' },
  ndaSigned: { type: 'nda', status: 'latest' },
  ndaNext: { type: 'nda', status: 'next' },
  contractNext: { type: 'venue_partnership_agreement', status: 'next' },
  onboardingSigned: { type: 'nda,venue_partnership_agreement', status: 'signed' },
} as const satisfies Record<string, DocumentQuery>
