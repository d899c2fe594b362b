/** The parts of the weekly digest. */
export const digestSections = ['tasks', 'agreements', 'activations', 'resources'] as const
export type DigestSection = (typeof digestSections)[number]

/** How many items of each part the digest lists. It only counts the others. */
export const digestRows = 10

/** The partner of an item. Digests that were stored before people could belong to several partners have none. */
interface OfPartner {
  partnerId?: string
  /** The partner's business, for a user of several partners. */
  businessName?: string | null
}

/** The content of a user's weekly digest, about all of their partners. Dates are written in the user's time zone. */
export interface DigestContent {
  /** Open tasks that are overdue or due within a week, in the order of their due dates. */
  tasks: ({ id: string; name: string; due: string; isOverdue: boolean } & OfPartner)[]
  taskCount: number
  /** Agreements to sign. */
  agreements: ({ id: string; documentName: string } & OfPartner)[]
  agreementCount: number
  /** Activations of the next two weeks. */
  activations: ({ id: string; name: string; date: string } & OfPartner)[]
  activationCount: number
  /** Files that were added within the last week, with the partners who see each, and whether the user belongs to several. */
  resources: { id: string; title: string; partnerIds?: string[]; namesPartner?: boolean }[]
  resourceCount: number
}
