import { groupDigits } from './group-digits.ts'
import { keysOf } from './keys-of.ts'

/**
 * What a member of staff can be responsible for, with the words for one and for several. A new kind needs its line here and in the table
 * of `server/features/handover/data.ts`. Kinds are handed over in this order: a conversation that still belongs to the partner manager
 * would follow its partner.
 */
const words = {
  conversations: ['open conversation', 'open conversations'],
  partners: ['partner', 'partners'],
  partnerGroups: ['partner group', 'partner groups'],
  tasks: ['open task', 'open tasks'],
  recurringTasks: ['recurring task', 'recurring tasks'],
  taskTemplates: ['task template', 'task templates'],
  savedReplies: ['saved reply', 'saved replies'],
  savedViews: ['saved view', 'saved views'],
  webhooks: ['webhook', 'webhooks'],
} as const

export type BelongingKind = keyof typeof words
export const belongingKinds = keysOf(words)

/** How many there are of each kind; kinds without any are left out. */
export type BelongingCounts = Partial<Record<BelongingKind, number>>

/** Returns a line such as "120 partners". */
export const countedBelonging = (kind: BelongingKind, count: number) =>
  `${groupDigits(String(count))} ${words[kind][count === 1 ? 0 : 1]}`

/** Returns the kinds of which there are some, in their order. */
export const kindsIn = (counts: BelongingCounts) => belongingKinds.filter((kind) => counts[kind])

/** Returns a line for each kind of which there are some. */
export const countedBelongings = (counts: BelongingCounts) =>
  kindsIn(counts).map((kind) => countedBelonging(kind, counts[kind] ?? 0))
