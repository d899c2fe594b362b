/** The parts of the weekly digest. */
export const digestSections = ['tasks', 'agreements', 'activations', 'resources'] as const
export type DigestSection = (typeof digestSections)[number]

/** How many of each the digest names; the rest is counted. */
export const digestRows = 10

/** What a weekly digest has for a partner. Dates are written in the user's time zone. */
export interface DigestContent {
  /** Open tasks that are overdue or due within the week, the next due first. */
  tasks: { id: string; name: string; due: string; isOverdue: boolean }[]
  taskCount: number
  /** Agreements to sign. */
  agreements: { id: string; documentName: string }[]
  agreementCount: number
  /** Activations of the next two weeks. */
  activations: { id: string; name: string; date: string }[]
  activationCount: number
  /** Files that came within the last week. */
  resources: { id: string; title: string }[]
  resourceCount: number
}
