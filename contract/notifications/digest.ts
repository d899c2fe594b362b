/** The parts of the weekly digest. */
export const digestSections = ['tasks', 'agreements', 'activations', 'resources'] as const
export type DigestSection = (typeof digestSections)[number]

/** How many items of each part the digest lists. It only counts the others. */
export const digestRows = 10

/** The content of a partner's weekly digest. Dates are written in the user's time zone. */
export interface DigestContent {
  /** Open tasks that are overdue or due within a week, in the order of their due dates. */
  tasks: { id: string; name: string; due: string; isOverdue: boolean }[]
  taskCount: number
  /** Agreements to sign. */
  agreements: { id: string; documentName: string }[]
  agreementCount: number
  /** Activations of the next two weeks. */
  activations: { id: string; name: string; date: string }[]
  activationCount: number
  /** Files that were added within the last week. */
  resources: { id: string; title: string }[]
  resourceCount: number
}
